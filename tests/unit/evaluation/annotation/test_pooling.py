from __future__ import annotations

from pathlib import Path

import pytest

from debatable.errors import InputError
from debatable.evaluation import Query, Run
from debatable.evaluation.annotation.pooling import pool, read_pool, write_pool
from tests.support.annotations import ITEMS


def test_a_pool_takes_each_text_once_and_never_the_query() -> None:
    texts = {"a": "Loud.", "b": "loud", "c": "Loud.", "d": "Ban  cars", "e": "Fast.", "z": "Deep."}
    runs = [
        Run("one", {"q1": [("d", 4), ("a", 3), ("e", 2), ("z", 1)]}),
        Run("two", {"q1": [("c", 2), ("b", 1)]}),
    ]
    items = pool(runs, [Query("q1", "Ban cars"), Query("q2", "Other")], texts, depth=3)
    assert [(item.query_id, item.item_id) for item in items] == [("q1", "a"), ("q1", "b"), ("q1", "e")]
    with pytest.raises(InputError, match="depth 0"):
        pool(runs, [], texts, depth=0)
    with pytest.raises(InputError, match="without a text"):
        pool([Run("x", {"q1": [("y", 1.0)]})], [Query("q1", "Ban cars")], texts)


def test_a_pool_round_trips(tmp_path: Path) -> None:
    write_pool(ITEMS, tmp_path / "pool.jsonl")
    assert read_pool(tmp_path / "pool.jsonl") == ITEMS
    (tmp_path / "bad.jsonl").write_text('{"query_id": "q1"}\n')
    with pytest.raises(InputError, match=r"bad\.jsonl:1: not an item"):
        read_pool(tmp_path / "bad.jsonl")

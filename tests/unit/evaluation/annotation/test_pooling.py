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


@pytest.mark.parametrize("depth", [1, 2, 3, 9])
def test_every_run_gives_its_first_ones_and_no_more(depth: int) -> None:
    texts = {name: f"Text {name}" for name in "abcdef"}
    runs = [
        Run("one", {"q": [("c", 1.0), ("a", 3.0), ("b", 2.0)]}),
        Run("two", {"q": [("f", 3.0), ("d", 1.0), ("e", 2.0)], "r": [("a", 1.0)]}),
    ]
    items = pool(runs, [Query("r", "Another"), Query("q", "A query")], texts, depth=depth)
    expected = sorted("abc"[:depth] + "fed"[:depth])
    assert [(item.query_id, item.item_id) for item in items] == [
        ("r", "a"),
        *(("q", one) for one in expected),
    ]
    assert items[0].query == "Another" and items[0].text == "Text a"


def test_of_equal_texts_the_one_met_first_is_pooled_for_each_query() -> None:
    texts = {"z": "Loud.", "a": "Loud. ", "b": "Quiet."}
    runs = [Run("one", {"q": [("z", 1.0)], "r": [("a", 1.0)]}), Run("two", {"q": [("a", 2.0), ("b", 1.0)]})]
    items = pool(runs, [Query("q", "x"), Query("r", "y")], texts)
    assert [(item.query_id, item.item_id) for item in items] == [("q", "b"), ("q", "z"), ("r", "a")]


def test_an_item_twice_and_an_empty_pool_are_refused(tmp_path: Path) -> None:
    write_pool([ITEMS[0], ITEMS[0]], tmp_path / "pool.jsonl")
    with pytest.raises(InputError, match=r"pool\.jsonl:2: item 'a' twice for query 'q1'"):
        read_pool(tmp_path / "pool.jsonl")
    (tmp_path / "empty.jsonl").write_text("")
    with pytest.raises(InputError, match="empty"):
        read_pool(tmp_path / "empty.jsonl")

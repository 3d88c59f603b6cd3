from __future__ import annotations

import json
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from debatable.errors import InputError
from debatable.evaluation.annotation import agreement, read_annotations
from debatable.evaluation.annotation.desk import EXPORTS, Desk, exported
from debatable.model import Stance
from tests.support.desks import answered, opened_desk


def rows(desk: Desk, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in exported(desk, name).splitlines()]


def test_means_unless_somebody_decided(tmp_path: Path) -> None:
    with opened_desk(tmp_path) as desk:
        for item, one, other in (("a", 5, 4), ("b", 2, 3), ("c", 1, 4)):
            answered(desk, "ann", item, one)
            answered(desk, "bob", item, other)
        answered(desk, "eve", "c", 2, decision=True)
        grades = {row["claim_id"]: row["relevance"] for row in rows(desk, "claim_judgments.jsonl")}
        assert grades == {"a": 3, "b": 1.5, "c": 1}
        with pytest.raises(InputError, match="nobody has judged premises yet"):
            exported(desk, "judgments.jsonl")
        assert exported(desk, "judgments.qrels").decode().splitlines() == ["q1 0 a 3", "q1 0 b 2", "q2 0 c 1"]
        assert rows(desk, "queries.jsonl") == [
            {"query_id": "q1", "text": "We should abandon nuclear energy"},
            {"query_id": "q2", "text": "Wind power is good"},
        ]


def test_agreement_is_measured_before_anything_was_settled(tmp_path: Path) -> None:
    with opened_desk(tmp_path) as desk:
        for item, one, other in (("a", 5, 5), ("b", 1, 1), ("c", 1, 4)):
            answered(desk, "ann", item, one)
            answered(desk, "bob", item, other)
        answered(desk, "eve", "c", 2, decision=True)
        taken = answered(desk, "ann", "a", 1)
        desk.undo("ann", taken.number)
        path = tmp_path / "annotations.jsonl"
        path.write_bytes(exported(desk, "annotations.jsonl"))
        found = read_annotations(path)
        assert [(one.annotator, one.item_id, one.value) for one in found] == [
            *(("ann", "a", 5), ("bob", "a", 5), ("ann", "b", 1), ("bob", "b", 1)),
            *(("ann", "c", 1), ("bob", "c", 4)),
        ]
        assert agreement(found, "similarity").annotators == ("ann", "bob")


def test_premises_have_relevance_side_and_group(tmp_path: Path) -> None:
    with opened_desk(tmp_path, "relevance") as desk:
        answered(desk, "ann", "a", 2, Stance.PRO)
        answered(desk, "bob", "a", 1, Stance.PRO)
        answered(desk, "ann", "b", 3)
        assert rows(desk, "judgments.jsonl") == [
            {"query_id": "q1", "premise_id": "a", "relevance": 1.5, "stance": "pro"}
        ]


def test_the_groups_of_a_query_come_from_one_person(tmp_path: Path) -> None:
    with opened_desk(tmp_path, "clustering") as desk:
        answered(desk, "ann", "a", "cost")
        answered(desk, "bob", "a", "money")
        answered(desk, "bob", "b", "danger")
        answered(desk, "ann", "b", "cost")
        assert {row["premise_id"]: row["cluster"] for row in rows(desk, "judgments.jsonl")} in (
            {"a": "cost", "b": "cost"},
            {"a": "money", "b": "danger"},
        )
        answered(desk, "eve", "a", "final", decision=True)
        answered(desk, "eve", "b", "final", decision=True)
        groups = {row["premise_id"]: row["cluster"] for row in rows(desk, "judgments.jsonl")}
        assert groups == {"a": "final", "b": "final"}


@pytest.mark.parametrize(("diligent", "hasty"), [("ann", "bob"), ("bob", "ann")])
def test_most_items_make_the_grouping_and_of_as_many_the_latest(
    tmp_path: Path, diligent: str, hasty: str
) -> None:
    """Whoever begins later has not the say before as many items are placed."""
    minutes = count()
    with opened_desk(
        tmp_path, "clustering", clock=lambda: f"2026-01-01T00:{next(minutes):02}:00+00:00"
    ) as desk:

        def groups() -> dict[str, str]:
            return {row["premise_id"]: row["cluster"] for row in rows(desk, "judgments.jsonl")}

        answered(desk, diligent, "a", "cost")
        answered(desk, diligent, "b", "cost")
        answered(desk, hasty, "a", "money")
        answered(desk, hasty, "c", "wind")
        assert groups() == {"a": "cost", "b": "cost", "c": "wind"}
        answered(desk, hasty, "b", "danger")
        assert groups() == {"a": "money", "b": "danger", "c": "wind"}


def test_binary_answers_are_those_of_the_paper(tmp_path: Path) -> None:
    with opened_desk(tmp_path, "binary-relevance") as desk:
        answered(desk, "ann", "a", 1, Stance.CON)
        (row,) = rows(desk, "premise_annotations.jsonl")
        assert (row["task"], row["value"], row["stance"]) == ("binary-relevance", 1, "con")


def test_the_log_is_exported_as_it_is(tmp_path: Path) -> None:
    with opened_desk(tmp_path) as desk:
        answered(desk, "ann", "a", 1)
        assert exported(desk, "log.jsonl") == (tmp_path / "desk" / "log.jsonl").read_bytes()
        assert set(EXPORTS) >= {
            "judgments.jsonl",
            "claim_judgments.jsonl",
            "annotations.jsonl",
            "judgments.qrels",
        }

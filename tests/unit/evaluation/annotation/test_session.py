from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from debatable.errors import InputError
from debatable.evaluation.annotation import (
    TASKS,
    annotate,
    consensus,
    read_annotations,
)
from debatable.model import Stance
from tests.support.annotations import ITEMS


def sitting(
    path: Path, answers: list[str], name: str = "relevance", annotator: str = "ann"
) -> tuple[int, list[str]]:
    lines: list[str] = []
    replies: Iterator[str] = iter(answers)
    given = annotate(
        ITEMS,
        path,
        TASKS[name],
        annotator,
        say=lines.append,
        hear=lambda question: next(replies),
        clock=lambda: "now",
    )
    return given, lines


def test_a_sitting_keeps_every_answer_at_once(tmp_path: Path) -> None:
    path = tmp_path / "annotations.jsonl"
    given, lines = sitting(path, ["9", "2", "x", "p", "s", "0"])
    assert given == 2
    assert "'9' is no answer; give 2, 1, 0, 3, 4" in lines
    assert [(a.item_id, a.value, a.stance) for a in read_annotations(path)] == [
        ("a", 2, Stance.PRO),
        ("c", 0, Stance.NONE),
    ]
    assert sitting(path, ["q"])[0] == 0


def test_quitting_at_the_stance_keeps_nothing_of_the_item(tmp_path: Path) -> None:
    path = tmp_path / "annotations.jsonl"
    assert sitting(path, ["2", "q"])[0] == 0
    assert not path.exists()


def test_going_back_appends_a_correction(tmp_path: Path) -> None:
    path = tmp_path / "annotations.jsonl"
    sitting(path, ["0", "b", "1", "c", "q"])
    assert [(a.item_id, a.value) for a in read_annotations(path)] == [("a", 0), ("a", 1)]
    assert consensus(read_annotations(path)).rows[0].relevance == 1.0


def test_a_name_is_needed(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no name"):
        sitting(tmp_path / "x", [], annotator=" ")


def test_items_are_counted_from_one_and_shown_with_the_scale(tmp_path: Path) -> None:
    _, lines = sitting(tmp_path / "annotations.jsonl", ["s", "s", "q"])
    assert [line for line in lines if line.startswith("\n[")] == [f"\n[{n}/3] Ban cars" for n in (1, 2, 3)]
    assert lines[1:4] == ["  Text of a.", TASKS["relevance"].question, "  2  very relevant"]


def test_going_back_from_the_first_item_stays_there(tmp_path: Path) -> None:
    path = tmp_path / "annotations.jsonl"
    assert sitting(path, ["b", "b", "0", "0", "b", "b", "b", "0", "q"])[0] == 3
    assert [one.item_id for one in read_annotations(path)] == ["a", "b", "a"]


@pytest.mark.parametrize(
    ("value", "asked"), [("2", True), ("1", True), ("0", False), ("3", False), ("4", False)]
)
def test_the_side_is_asked_for_what_is_relevant(tmp_path: Path, value: str, asked: bool) -> None:
    path = tmp_path / "annotations.jsonl"
    sitting(path, [value, *(["maybe", "CON"] if asked else []), "q"])
    (one,) = read_annotations(path)
    assert one.stance is (Stance.CON if asked else Stance.NONE)

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from debatable.errors import InputError
from debatable.evaluation import Query, Run
from debatable.evaluation.annotation import (
    TASKS,
    Annotation,
    agreement,
    annotate,
    append,
    consensus,
    open_items,
    read_annotations,
    task,
)
from debatable.evaluation.annotation.pooling import PoolItem, pool, read_pool, write_pool
from debatable.model import Stance

ITEMS = [PoolItem("q1", "Ban cars", item, f"Text of {item}.") for item in ("a", "b", "c")]


def said(
    annotator: str, item: str, value: int | str, name: str = "relevance", stance: Stance = Stance.NONE
) -> Annotation:
    return Annotation(name, annotator, "2024-01-01T00:00:00+00:00", "q1", item, value, stance)


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


def test_every_item_waits_for_two_people_and_a_third_where_they_are_two_apart() -> None:
    given = [
        said("ann", "a", 0),
        said("bob", "a", 2),
        said("ann", "b", 1),
        said("bob", "b", 2),
        said("ann", "c", 1),
    ]
    assert [item.item_id for item in open_items(ITEMS, given, "relevance", "ann")] == []
    assert [item.item_id for item in open_items(ITEMS, given, "relevance", "bob")] == ["c"]
    assert [item.item_id for item in open_items(ITEMS, given, "relevance", "eve")] == ["c", "a"]
    settled = [*given, said("eve", "a", 2), said("bob", "c", 1)]
    assert open_items(ITEMS, settled, "relevance", "dan") == []
    assert agreement(given, "relevance").disputed == 1
    assert agreement(settled, "relevance").disputed == 0


def test_the_last_answer_of_a_person_counts(tmp_path: Path) -> None:
    path = tmp_path / "annotations.jsonl"
    for annotation in (said("ann", "a", 0), said("bob", "a", 1), said("ann", "a", 2)):
        append(path, annotation)
    assert len(path.read_text().splitlines()) == 3
    assert consensus(read_annotations(path)).rows[0].relevance == 1.5
    first = json.loads(path.read_text().splitlines()[0])
    assert first["scale"] == {"2": "very relevant", "1": "relevant", "0": "not relevant"}
    assert (first["annotator"], first["time"]) == ("ann", "2024-01-01T00:00:00+00:00")


def test_judgments_are_means_majorities_and_the_group_named_last() -> None:
    given = [
        said("ann", "a", 2, stance=Stance.PRO),
        said("bob", "a", 1, stance=Stance.PRO),
        said("ann", "b", 1, stance=Stance.PRO),
        said("bob", "b", 1, stance=Stance.CON),
        said("ann", "a", "noise", "clustering"),
        said("bob", "a", "sleep", "clustering"),
        said("bob", "c", "sleep", "clustering"),
    ]
    rows = {row.premise_id: row for row in consensus(given).rows}
    assert (rows["a"].relevance, rows["a"].stance, rows["a"].cluster) == (1.5, Stance.PRO, "sleep")
    assert (rows["b"].relevance, rows["b"].stance, rows["b"].cluster) == (1.0, Stance.NONE, None)
    assert (rows["c"].relevance, rows["c"].cluster) == (1.0, "sleep")


def test_claim_similarity_has_the_papers_scale_and_grades() -> None:
    similarity = task("similarity")
    assert sorted(similarity.scale) == [1, 2, 3, 4, 5]
    assert similarity.scale[4] == "The claims differ in polarity, but are otherwise equal."
    assert [similarity.relevance(value) for value in (1, 2, 3, 4, 5)] == [0, 1, 2, 3, 3]
    rows = consensus([said("ann", "a", 5, "similarity"), said("bob", "a", 4, "similarity")]).rows
    assert rows[0].relevance == 3.0


def test_groups_agree_pair_by_pair_whatever_their_names() -> None:
    given = [
        *(said("ann", item, group, "clustering") for item, group in zip("abc", ("x", "x", "y"), strict=True)),
        *(said("bob", item, group, "clustering") for item, group in zip("abc", ("1", "1", "2"), strict=True)),
    ]
    assert agreement(given, "clustering").alpha["nominal"].value == 1.0
    torn = [
        *given[:3],
        *(said("bob", item, group, "clustering") for item, group in zip("abc", "122", strict=True)),
    ]
    assert agreement(torn, "clustering").alpha["nominal"].value < 0.5


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
    assert "'9' is no answer; give 2, 1, 0" in lines
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


@pytest.mark.parametrize(
    "line",
    [
        '{"task": "relevance"}',
        '{"task":"relevance","annotator":"a","time":"t","query_id":"q","item_id":"i","value":7}',
        '{"task":"relevance","annotator":"a","time":"t","query_id":"q","item_id":"i","value":1,"stance":"for"}',
    ],
)
def test_broken_annotations_are_refused_with_their_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "annotations.jsonl"
    path.write_text(line)
    with pytest.raises(InputError, match=r"annotations\.jsonl:1: not an annotation"):
        read_annotations(path)

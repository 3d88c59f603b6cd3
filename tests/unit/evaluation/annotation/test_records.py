"""Tasks, annotations on disk, and who judges what next."""

from __future__ import annotations

import errno
import json
from pathlib import Path

import pytest

from debatable.errors import InputError, StorageError
from debatable.evaluation.annotation import (
    PoolItem,
    agreement,
    annotate,
    append,
    consensus,
    open_items,
    read_annotations,
    task,
)
from debatable.evaluation.annotation.records import annotation_line, by_item, disputed
from tests.support.annotations import ITEMS, said


def test_claim_similarity_has_the_papers_scale_and_grades() -> None:
    similarity = task("similarity")
    assert sorted(similarity.scale) == [1, 2, 3, 4, 5]
    assert similarity.scale[4] == "The claims differ in polarity, but are otherwise equal."
    assert [similarity.relevance(value) for value in (1, 2, 3, 4, 5)] == [0, 1, 2, 3, 3]
    rows = consensus([said("ann", "a", 5, "similarity"), said("bob", "a", 4, "similarity")]).rows
    assert rows[0].relevance == 3.0


def test_what_is_unclear_is_no_grade_and_goes_to_no_third_person() -> None:
    given = [
        said("ann", "a", 1, "binary-relevance"),
        said("bob", "a", 2, "binary-relevance"),
        said("ann", "b", 2, "binary-relevance"),
        said("bob", "b", 0, "binary-relevance"),
        said("ann", "c", 2, "binary-relevance"),
    ]
    assert {row.premise_id: row.relevance for row in consensus(given).rows} == {"a": 1.0, "b": 0.0}
    measured = agreement(given, "binary-relevance")
    assert measured.disputed == 0 and list(measured.alpha) == ["nominal"]


def test_spam_and_other_are_no_grades_but_names_to_agree_on() -> None:
    # Two agree on spam, on very relevant and on not relevant: full agreement on names, and on the order of the rest.
    agreed = [
        said(who, item, value) for item, value in (("a", 3), ("b", 2), ("c", 0)) for who in ("ann", "bob")
    ]
    measured = agreement(agreed, "relevance")
    assert [measured.alpha[level].value for level in ("nominal", "interval")] == [1.0, 1.0]
    assert {row.premise_id: row.relevance for row in consensus(agreed).rows} == {"b": 2.0, "c": 0.0}
    # One says spam where the other says not relevant: they differ by name, but not by a distance.
    parted = [*agreed, said("ann", "d", 3), said("bob", "d", 0)]
    measured = agreement(parted, "relevance")
    assert measured.alpha["nominal"].value < 1.0 and measured.alpha["interval"].value == 1.0
    assert measured.disputed == 0
    assert task("relevance").scale[3] == "spam"


def test_the_last_answer_of_a_person_counts(tmp_path: Path) -> None:
    path = tmp_path / "annotations.jsonl"
    for annotation in (said("ann", "a", 0), said("bob", "a", 1), said("ann", "a", 2)):
        append(path, annotation)
    assert len(path.read_text().splitlines()) == 3
    assert consensus(read_annotations(path)).rows[0].relevance == 1.5
    first = json.loads(path.read_text().splitlines()[0])
    assert first["scale"] == {
        **{"2": "very relevant", "1": "relevant", "0": "not relevant"},
        **{"3": "spam", "4": "other: no premise, not to be judged"},
    }
    assert (first["annotator"], first["time"]) == ("ann", "2024-01-01T00:00:00+00:00")


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


@pytest.mark.parametrize(
    ("values", "wanted", "expected"),
    [
        ((0, 2), 2, True),
        ((2, 0), 2, True),
        ((0, 1), 2, False),
        ((1, 1), 2, False),
        ((0,), 2, False),
        ((0, 2, 1), 2, False),  # somebody has adjudicated
        ((0, 1, 2), 3, True),
        ((0, 2), 3, False),  # one more is asked for anyhow
        ((0, 3), 2, False),  # spam is no grade
        ((0, 3, 2), 2, True),
    ],
)
def test_answers_are_disputed_when_they_are_two_apart_and_nobody_has_settled_it(
    values: tuple[int, ...], wanted: int, expected: bool
) -> None:
    given = [said(f"person {number}", "a", value) for number, value in enumerate(values)]
    assert disputed(given, wanted=wanted) is expected


def test_names_are_never_far_apart() -> None:
    for name in ("binary-relevance", "clustering"):
        given = [said("ann", "a", 0, name), said("bob", "a", 1, name)]
        assert not disputed(given, gap=1)
    assert disputed([said("ann", "a", 1, "similarity"), said("bob", "a", 3, "similarity")])
    assert not disputed([said("ann", "a", 3, "similarity"), said("bob", "a", 5, "similarity")])  # 5 is 4


@pytest.mark.parametrize("wanted", [1, 2, 3])
def test_every_item_waits_until_as_many_as_wanted_have_judged_it(wanted: int) -> None:
    given = [said(f"person {number}", "a", 1) for number in range(2)] + [said("ann", "b", 1)]
    waiting = {item.item_id for item in open_items(ITEMS, given, "relevance", "eve", wanted=wanted)}
    assert waiting == {"c"} | ({"b"} if wanted > 1 else set()) | ({"a"} if wanted > 2 else set())


def test_queries_come_one_after_another_and_in_another_order_for_everybody() -> None:
    items = [PoolItem(f"q{query}", "?", f"i{number}", "x") for query in range(6) for number in range(2)]
    orders = set()
    for person in ("ann", "bob", "eve", "dan"):
        queries = [item.query_id for item in open_items(items, [], "relevance", person)]
        assert queries[::2] == queries[1::2] and len(set(queries)) == 6
        orders.add(tuple(queries))
    assert len(orders) > 1


def test_what_is_said_for_another_task_does_not_count() -> None:
    given = [said(person, "a", 1, "binary-relevance") for person in ("ann", "bob")]
    assert len(open_items(ITEMS, given, "relevance", "eve")) == 3
    assert by_item([*given, said("ann", "a", 0, "binary-relevance")], "binary-relevance") == {
        ("q1", "a"): [said("ann", "a", 0, "binary-relevance"), given[1]]
    }


def test_an_answer_that_cannot_be_written_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half a line stayed, the next answer was written behind it, and neither could be read."""
    path = tmp_path / "answers.jsonl"
    append(path, said("ann", "a", 1))
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "no space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("debatable.evaluation.annotation.records.os.fsync", full)
        with pytest.raises(StorageError, match="no space left"):
            append(path, said("ann", "b", 2))
    assert path.read_bytes() == before
    append(path, said("ann", "b", 2))
    assert [one.item_id for one in read_annotations(path)] == ["a", "b"]


@pytest.mark.parametrize("end", [1, 20, -1])
def test_a_line_that_was_cut_off_is_taken_away_and_judging_goes_on(tmp_path: Path, end: int) -> None:
    """After a loss of power the file was refused as a whole."""
    path = tmp_path / "answers.jsonl"
    append(path, said("ann", ITEMS[0].item_id, 1))
    whole = path.read_bytes()
    last = annotation_line(said("ann", ITEMS[1].item_id, 2))
    path.write_bytes(whole + last[:end])
    answers = iter(["2", "n", "q"])
    assert (
        annotate(ITEMS, path, task("relevance"), "bob", say=lambda _: None, hear=lambda _: next(answers)) == 1
    )
    kept = [(one.annotator, one.value) for one in read_annotations(path)]
    confirmed = [("ann", 1)] + [("ann", 2)] * (end == -1)  # all but the end of the line was there
    assert kept == [*confirmed, ("bob", 2)]

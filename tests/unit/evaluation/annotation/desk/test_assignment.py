"""Who gets which item, and where people differ."""

from __future__ import annotations

from pathlib import Path

import pytest

from debatable.evaluation.annotation.desk import Assignment, disputes
from debatable.evaluation.annotation.desk.assignment import HELD
from debatable.model import Stance
from tests.support.desks import CLAIMS, answered, opened_desk

SHEET = "claims-similarity"


def test_every_item_is_judged_twice_and_by_a_third_where_they_are_far_apart(tmp_path: Path) -> None:
    with opened_desk(tmp_path) as desk:
        desk.add_person("dan")
        assignment = Assignment(desk)
        values = {"ann": {"a": 5, "b": 1, "c": 2}, "bob": {"a": 5, "b": 4, "c": 3}}
        for who, says in values.items():
            got = []
            while (item := assignment.next_item(SHEET, who)) is not None:
                got.append(item.item_id)
                answered(desk, who, item.item_id, says[item.item_id])
            assert sorted(got) == ["a", "b", "c"], "each once"
        third = assignment.next_item(SHEET, "eve")
        assert third is not None and third.item_id == "b", "1 and 4 are far apart; 2 and 3 are not"
        assert assignment.next_item(SHEET, "dan") is None, "one third person is enough"
        assert assignment.progress(SHEET, "dan").waiting == 1
        answered(desk, "eve", "b", 3, decision=True)
        assert assignment.progress(SHEET, "dan").waiting == 0, "what is settled waits for nobody"
        assert assignment.progress(SHEET, "dan").given == assignment.progress(SHEET, "dan").wanted == 6


def test_what_others_have_open_is_not_handed_out_until_they_let_it_go(tmp_path: Path) -> None:
    now = [0.0]
    with opened_desk(tmp_path, wanted=1) as desk:
        assignment = Assignment(desk, clock=lambda: now[0])
        open_ones = {who: assignment.next_item(SHEET, who) for who in ("ann", "bob", "eve")}
        assert sorted(item.item_id for item in open_ones.values() if item is not None) == ["a", "b", "c"]
        desk.add_person("dan")
        assert assignment.next_item(SHEET, "dan") is None
        assert assignment.next_item(SHEET, "ann") == open_ones["ann"], "a reload shows the same"
        now[0] = 601.0
        assert assignment.next_item(SHEET, "dan") is not None


def test_what_is_passed_over_comes_last(tmp_path: Path) -> None:
    with opened_desk(tmp_path) as desk:
        assignment = Assignment(desk)
        seen = []
        for _ in range(4):
            item = assignment.next_item(SHEET, "ann")
            assert item is not None
            seen.append(item.item_id)
            assignment.skip(SHEET, "ann", (item.query_id, item.item_id))
        assert sorted(seen[:3]) == [item.item_id for item in CLAIMS] and seen[3] == seen[0]


def test_a_query_is_grouped_whole_by_as_many_people_as_wanted(tmp_path: Path) -> None:
    with opened_desk(tmp_path, "clustering", wanted=1) as desk:
        sheet, assignment = "claims-clustering", Assignment(desk)
        answered(desk, "ann", "a", "cost")
        assert assignment.next_query(sheet, "ann") == "q1", "what was begun is finished first"
        assert assignment.next_query(sheet, "bob") == "q2", "q1 has its one person"
        assert (assignment.progress(sheet, "ann").waiting, assignment.progress(sheet, "bob").waiting) == (
            2,
            1,
        )
        answered(desk, "ann", "b", "cost")
        answered(desk, "bob", "c", "wind")
        assert assignment.next_query(sheet, "ann") is None and assignment.next_query(sheet, "eve") is None
        assert assignment.progress(sheet, "eve").waiting == 0


def test_progress_counts_answers_up_to_as_many_as_wanted(tmp_path: Path) -> None:
    with opened_desk(tmp_path) as desk:
        assignment = Assignment(desk)
        for who, item, value in (("ann", "a", 5), ("bob", "a", 1), ("eve", "a", 3), ("ann", "b", 2)):
            answered(desk, who, item, value)
        told = assignment.progress(SHEET, "ann")
        assert (told.items, told.mine, told.waiting, told.given, told.wanted) == (3, 2, 1, 3, 6)
        told = assignment.progress(SHEET, "bob")
        assert (told.mine, told.waiting) == (1, 2)


def test_an_item_is_held_for_ten_minutes_and_given_free_when_passed_over(tmp_path: Path) -> None:
    now = [0.0]
    with opened_desk(tmp_path, wanted=1) as desk:
        desk.add_person("dan")
        assignment = Assignment(desk, clock=lambda: now[0])
        held = [assignment.next_item(SHEET, who) for who in ("ann", "bob", "eve")]
        assert None not in held
        now[0] = HELD - 1
        assert assignment.next_item(SHEET, "dan") is None
        first = held[0]
        assert first is not None
        assignment.skip(SHEET, "ann", (first.query_id, first.item_id))
        assert assignment.next_item(SHEET, "dan") == first
        assert assignment.next_item(SHEET, "ann") is None  # dan has it, and the others have theirs


def test_two_people_may_have_an_item_open_that_wants_two(tmp_path: Path) -> None:
    with opened_desk(tmp_path, wanted=2) as desk:
        desk.add_person("dan")
        assignment = Assignment(desk)
        for who in ("bob", "eve", "dan"):
            answered(desk, who, "b", 3)
            answered(desk, who, "c", 3)
        assert [assignment.next_item(SHEET, who) is not None for who in ("ann", "bob", "eve", "dan")] == [
            True,
            True,
            False,
            False,
        ]


def test_far_apart_comes_before_near_and_settled_last(tmp_path: Path) -> None:
    with opened_desk(tmp_path) as desk:
        for item, one, other in (("a", 5, 5), ("b", 2, 3), ("c", 1, 4)):
            answered(desk, "ann", item, one)
            answered(desk, "bob", item, other)
        found = disputes(desk, "claims-similarity")
        assert [(one.item.item_id, one.far) for one in found] == [("c", True), ("b", False)]
        answered(desk, "eve", "c", 2, decision=True)
        found = disputes(desk, "claims-similarity")
        assert [one.item.item_id for one in found] == ["b", "c"] and found[1].decision is not None


def test_sides_may_be_disputed_and_spam_is_not_far(tmp_path: Path) -> None:
    with opened_desk(tmp_path, "relevance") as desk:
        answered(desk, "ann", "a", 2, Stance.PRO)
        answered(desk, "bob", "a", 2, Stance.CON)
        answered(desk, "ann", "b", 0)
        answered(desk, "bob", "b", 4)
        found = disputes(desk, "claims-relevance")
        assert [(one.item.item_id, one.far) for one in found] == [("a", False), ("b", False)]


def test_groups_are_compared_by_who_is_together_not_by_their_names(tmp_path: Path) -> None:
    with opened_desk(tmp_path, "clustering") as desk:
        for item, one, other in (("a", "cost", "money"), ("b", "cost", "money"), ("c", "wind", "air")):
            answered(desk, "ann", item, one)
            answered(desk, "bob", item, other)
        assert disputes(desk, "claims-clustering") == []
        answered(desk, "bob", "b", "apart")
        assert [one.item.item_id for one in disputes(desk, "claims-clustering")] == ["a", "b"]


@pytest.mark.parametrize(("one", "other", "far"), [(2, 4, True), (4, 2, True), (3, 4, False), (1, 5, True)])
def test_two_apart_is_far(tmp_path: Path, one: int, other: int, far: bool) -> None:
    with opened_desk(tmp_path) as desk:
        answered(desk, "ann", "a", one)
        assert disputes(desk, "claims-similarity") == []  # nobody else has said anything
        answered(desk, "bob", "a", other)
        (found,) = disputes(desk, "claims-similarity")
        assert found.far is far and found.decision is None
        assert [answer.annotator for answer in found.answers] == ["ann", "bob"]

from __future__ import annotations

from pathlib import Path

from debatable.evaluation.annotation.desk import Assignment
from debatable.evaluation.annotation.desk.assignment import HELD
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

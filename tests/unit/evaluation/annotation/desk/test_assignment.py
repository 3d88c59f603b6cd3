from __future__ import annotations

from pathlib import Path

from debatable.evaluation.annotation.desk import Assignment
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

from __future__ import annotations

from pathlib import Path

import pytest

from debatable.evaluation.annotation.desk import disputes
from debatable.model import Stance
from tests.support.desks import answered, opened_desk


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

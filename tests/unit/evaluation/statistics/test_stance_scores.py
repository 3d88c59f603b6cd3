from __future__ import annotations

import pytest

from debatable.evaluation import Collection, Judgment, Judgments, Query, evaluate
from debatable.evaluation.statistics.stance_scores import StanceScores, stance_scores
from debatable.model import Stance
from tests.support.shelf import Shelf


def test_stances_are_pooled_beside_the_majority(small: Collection) -> None:
    stances = evaluate(small, ["good"], searcher=Shelf()).methods["good"].stances
    assert stances is not None
    # Given pro, con, none; true pro, pro, con.
    assert stances.accuracy.value == pytest.approx(1 / 3)
    assert stances.baseline == pytest.approx(2 / 3)
    assert stances.given == pytest.approx(2 / 3)


PRO, CON, NONE = Stance.PRO, Stance.CON, Stance.NONE


def scores(shown: list[list[tuple[str, Stance]]], k: int = 9) -> StanceScores | None:
    judgments = Judgments(
        [
            Judgment("q1", "a", 1, stance=PRO),
            Judgment("q1", "b", 1, stance=CON),
            Judgment("q1", "c", 1),
            Judgment("q2", "a", 1, stance=CON),
            Judgment("q2", "d", 1, stance=PRO),
        ]
    )
    return stance_scores(shown, [Query("q1", "?"), Query("q2", "?"), Query("q3", "?")], judgments, k)


def test_only_hits_with_a_judged_side_count_and_only_the_first_k() -> None:
    shown = [[("x", PRO), ("a", PRO), ("c", CON), ("b", PRO)], [("a", NONE), ("d", PRO)], [("a", PRO)]]
    whole, two = scores(shown), scores(shown, 2)
    assert whole is not None and two is not None
    assert whole.pairs == (((PRO, PRO), (PRO, CON)), ((NONE, CON), (PRO, PRO)), ())
    assert two.pairs == (((PRO, PRO),), ((NONE, CON), (PRO, PRO)), ())
    assert whole.accuracy.value == pytest.approx(2 / 4)
    assert whole.given == pytest.approx(3 / 4)
    assert whole.baseline == pytest.approx(2 / 4)
    # Pro: 2 right of 3 given and 2 true; con: none right of 2 true.
    assert whole.macro_f1 == pytest.approx((2 * 2 / 5 + 0) / 2)
    assert whole.majority is PRO  # as often as con


def test_the_more_frequent_side_is_the_baseline() -> None:
    for sides, expected in (("ppc", PRO), ("pcc", CON), ("cnnn", CON), ("pc", PRO)):
        kinds = {"p": PRO, "c": CON, "n": NONE}
        rows = [Judgment("q", str(n), 1, stance=kinds[side]) for n, side in enumerate(sides)]
        found = stance_scores([[]], [Query("q", "?")], Judgments(rows), 5)
        assert found is not None and found.majority is expected


def test_nothing_judged_has_no_scores_and_nothing_found_scores_nothing() -> None:
    assert stance_scores([[]], [Query("q", "?")], Judgments([Judgment("q", "a", 1)]), 5) is None
    nothing = scores([[], [], []])
    assert nothing is not None
    assert (nothing.accuracy.value, nothing.given, nothing.macro_f1, nothing.baseline) == (0, 0, 0, 0)

from __future__ import annotations

import numpy as np

from debatable.evaluation import Judged, Judgment, Judgments
from debatable.model import Stance


def test_a_premise_judged_twice_keeps_greatest_relevance_and_first_cluster() -> None:
    twice = Judged([Judgment("q", "a", 1, "g"), Judgment("q", "a", 2, "h", Stance.CON)])
    assert twice.relevance.tolist() == [2.0]
    assert twice.levels.tolist() == [2.0]
    assert twice.stance == (Stance.CON,)


def test_gains_of_nothing_judged_are_zero() -> None:
    assert np.array_equal(Judged([]).gains(["a", "b"]), [0.0, 0.0])
    assert np.array_equal(Judged([]).clusters(["a"]), [-1])


def test_renaming_merges_the_judgments_of_equal_premises() -> None:
    judgments = Judgments(
        [Judgment("q", "r1", 1, "g"), Judgment("q", "r2", 2, "h"), Judgment("q", "r3", 1, "h")]
    )
    merged = judgments.renamed({"r1": "p1", "r2": "p1"}.get)
    assert merged["q"].rows == {"p1": 0, "r3": 1}
    assert merged["q"].relevance.tolist() == [2.0, 1.0]
    assert merged["q"].levels.tolist() == [2.0, 1.0]

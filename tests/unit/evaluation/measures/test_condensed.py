from __future__ import annotations

from debatable.evaluation import condensed, measure
from tests.support.judgments import judged


def test_condensed_lists_leave_out_what_nobody_judged() -> None:
    truth = judged(a=1, b=0)
    assert condensed(["x", "b", "y", "a"], truth) == ["b", "a"]
    assert measure("nDCG@2")(["x", "y", "a"], truth) == 0.0
    assert measure("nDCG(condensed)@2")(["x", "y", "a"], truth) == 1.0
    assert measure("alpha_nDCG(condensed)@1")(["x", "a"], truth) == 1.0
    assert measure("P(condensed)@1")(["x", "a"], truth) == 1.0

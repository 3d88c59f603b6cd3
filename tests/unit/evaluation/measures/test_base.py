"""What every measure is, and condensed lists."""

from __future__ import annotations

from debatable.evaluation import Judged, condensed, measure
from tests.support.judgments import judged


def test_nothing_relevant_is_zero_and_nothing_returned_is_zero() -> None:
    for name in (
        "alpha_nDCG@5",
        "taskA_mean@5",
        "taskA_min@5",
        "taskA_max@5",
        "nDCG@5",
        "P@5",
        "R@5",
        "AP",
        "RR",
    ):
        assert measure(name)(["a"], judged(a=0)) == 0.0
        assert measure(name)([], judged(a=1)) == 0.0
        assert measure(name)(["a"], Judged([])) == 0.0
    assert measure("bpref")(["a"], judged(a=0)) == 0.0


def test_condensed_lists_leave_out_what_nobody_judged() -> None:
    truth = judged(a=1, b=0)
    assert condensed(["x", "b", "y", "a"], truth) == ["b", "a"]
    assert measure("nDCG@2")(["x", "y", "a"], truth) == 0.0
    assert measure("nDCG(condensed)@2")(["x", "y", "a"], truth) == 1.0
    assert measure("alpha_nDCG(condensed)@1")(["x", "a"], truth) == 1.0
    assert measure("P(condensed)@1")(["x", "a"], truth) == 1.0


def test_a_name_has_what_differs_from_the_default_and_the_cut_off() -> None:
    for name in (
        "nDCG@5",
        "nDCG",
        "nDCG(gain=exponential)@10",
        "alpha_nDCG(discount=standard)@3",
        "P(condensed)@1",
    ):
        assert repr(measure(name)) == name

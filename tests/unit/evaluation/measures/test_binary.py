from __future__ import annotations

import itertools

import pytest

from debatable.evaluation import measure
from tests.support.judgments import judged


def test_binary_measures_by_hand() -> None:
    truth = judged(a=1, b=2, c=0, d=1)
    ranking = ["c", "a", "x", "b"]
    assert measure("P@3")(ranking, truth) == pytest.approx(1 / 3)
    assert measure("P@10")(ranking, truth) == pytest.approx(2 / 10)
    assert measure("R@3")(ranking, truth) == pytest.approx(1 / 3)
    assert measure("AP")(ranking, truth) == pytest.approx((1 / 2 + 2 / 4) / 3)
    assert measure("AP@2")(ranking, truth) == pytest.approx((1 / 2) / 3)
    assert measure("RR")(ranking, truth) == 0.5
    assert measure("RR@1")(ranking, truth) == 0.0
    assert measure("bpref")(ranking, truth) == pytest.approx(((1 - 1 / 1) + (1 - 1 / 1)) / 3)
    assert measure("judged@4")(ranking, truth) == 0.75


def test_a_judgment_below_0_is_none_for_bpref() -> None:
    """Of R = 2 and N = 1 each relevant premise below c loses 1 / min(R, N), however many were not to be judged."""
    truth = {"a": 1, "b": 2, "c": 0}
    spam = {"y": -1, "z": -2}
    for ranking in itertools.permutations([*truth, *spam]):
        told = list(ranking)
        hand = sum(told.index(premise) < told.index("c") for premise in "ab") / 2
        assert measure("bpref")(told, judged(**truth)) == hand
        assert measure("bpref")(told, judged(**truth, **spam)) == hand

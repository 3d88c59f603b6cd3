from __future__ import annotations

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

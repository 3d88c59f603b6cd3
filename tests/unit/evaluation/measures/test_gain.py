from __future__ import annotations

import math

import pytest

from debatable.evaluation import measure
from tests.support.judgments import judged

STANDARD = [1 / math.log2(i + 1) for i in range(1, 11)]


def test_ndcg_by_hand() -> None:
    truth = judged(a=3, b=2, c=0, d=1)
    gained = 2 * STANDARD[0] + 0 + 3 * STANDARD[2]
    ideal = 3 * STANDARD[0] + 2 * STANDARD[1] + 1 * STANDARD[2]
    assert measure("nDCG@3")(["b", "x", "a", "d"], truth) == pytest.approx(gained / ideal)
    exponential = (3 * STANDARD[0] + 7 * STANDARD[2]) / (7 * STANDARD[0] + 3 * STANDARD[1] + 1 * STANDARD[2])
    assert measure("nDCG(gain=exponential)@3")(["b", "x", "a"], truth) == pytest.approx(exponential)

from __future__ import annotations

import math

import pytest

from debatable.evaluation import measure
from tests.support.judgments import judged

STANDARD = [1 / math.log2(i + 1) for i in range(1, 11)]


def test_graph_measures_by_hand() -> None:
    """Gain 2^rel - 1, ideal over what was retrieved; pairs of different grades."""
    truth = judged(a=3, b=2, c=2, d=1)
    ranking = ["b", "x", "a"]
    gained = 3 * STANDARD[0] + 7 * STANDARD[2]
    assert measure("graph_nDCG@10")(ranking, truth) == pytest.approx(
        gained / (7 * STANDARD[0] + 3 * STANDARD[1])
    )
    # Pairs: a>b, a>c, a>d, b>d, c>d; retrieved a and b, in the wrong order.
    assert measure("CR@10")(ranking, truth) == -1.0
    assert measure("CP@10")(ranking, truth) == pytest.approx(1 / 5)
    assert measure("CR@10")(["a", "b", "c", "d"], truth) == 1.0
    assert measure("CP@10")(["a", "b", "c", "d"], truth) == 1.0
    assert measure("CR@10")([], truth) == 1.0
    assert measure("pairwise_accuracy")(["a", "d", "b", "c"], truth) == pytest.approx(3 / 5)

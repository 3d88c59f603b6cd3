from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special

from debatable.errors import InputError, UnknownNameError
from debatable.ranking.formulas.calibration import calibrated


def test_by_hand() -> None:
    assert calibrated([4.0, 2.0, 2.0]).tolist() == [0.5, 0.25, 0.25]
    assert calibrated([2.0, 1.0], "sum", 0.5).tolist() == [0.8, 0.2]  # 2² and 1²
    assert calibrated([2.0, 1.0], "softmax", 0.5).tolist() == pytest.approx(
        [math.e / (math.e + 1), 1 / (math.e + 1)]  # exp(1 / 0.5) and exp(0.5 / 0.5)
    )
    assert calibrated([0.3, 0.9, 0.3], "rank", 0.5).tolist() == pytest.approx([1 / 6, 4 / 6, 1 / 6])


@pytest.mark.parametrize("way", ["sum", "softmax", "rank"])
@pytest.mark.parametrize(
    "scores", [[-1.0, -3.0], [0.0, 0.0], [5.0, -1.0], [1e-300, 1e-301], [1e300, 1.0], [2.2e-309, -1.0]]
)
def test_any_scores_become_probabilities(way: str, scores: list[float]) -> None:
    found = calibrated(scores, way, 0.2)
    assert found.sum() == pytest.approx(1.0)
    assert found[0] >= found[1] >= 0


def test_nothing_found() -> None:
    assert calibrated([], "sum").tolist() == []


def test_mistakes_are_told() -> None:
    with pytest.raises(UnknownNameError, match="softmax"):
        calibrated([1.0], "softmx")
    with pytest.raises(InputError, match="temperature is 0"):
        calibrated([1.0], "sum", 0)


def test_scores_below_zero_by_hand() -> None:
    assert calibrated([2.0, -1.0, 2.0]).tolist() == [0.5, 0.0, 0.5]
    assert calibrated([-1.0, -3.0]).tolist() == [0.5, 0.5]  # nothing is above 0, and nobody is preferred
    weights = [math.exp(-1 / 3), math.exp(-1)]  # divided by the greatest in size, which is 3
    assert calibrated([-1.0, -3.0], "softmax").tolist() == pytest.approx([w / sum(weights) for w in weights])
    weights = [math.exp(1 / 4), math.exp(-1)]
    assert calibrated([1.0, -4.0], "softmax").tolist() == pytest.approx([w / sum(weights) for w in weights])
    assert calibrated([-2.0, -1.0, -2.0], "rank").tolist() == pytest.approx([1 / 4, 2 / 4, 1 / 4])


@given(
    st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=6),
    st.sampled_from(["sum", "softmax", "rank"]),
    st.floats(1e-4, 1e3),
)
def test_probabilities_at_any_temperature(scores: list[float], way: str, temperature: float) -> None:
    found = calibrated(scores, way, temperature)
    assert np.isfinite(found).all() and found.sum() == pytest.approx(1.0)
    order = np.argsort(scores, kind="stable")
    assert (np.diff(found[order]) >= 0).all(), "the order of the scores is kept"
    if way == "softmax":
        scaled = np.array(scores) / (np.abs(scores).max() or 1.0)
        assert found.tolist() == pytest.approx(special.softmax(scaled / temperature).tolist(), abs=1e-9)

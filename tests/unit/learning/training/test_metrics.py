"""Figures against scikit-learn."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from debatable.arrays import Floats
from debatable.learning.training.metrics import area_under_curve, platt


def drawn(seed: int, slope: float, shift: float, count: int = 3000) -> tuple[Floats, Floats]:
    draw = np.random.default_rng(seed)
    logits = draw.normal(0.3, 2, count).round(1)  # rounded, so that there are ties
    return logits, (draw.random(count) < 1 / (1 + np.exp(-slope * logits - shift))).astype(np.float64)


@pytest.mark.parametrize("seed", range(5))
def test_the_area_is_that_of_scikit_learn(seed: int) -> None:
    logits, labels = drawn(seed, 0.7, 0.2, 50 + seed)
    assert area_under_curve(logits, labels) == pytest.approx(roc_auc_score(labels, logits), abs=1e-12)
    assert area_under_curve(logits, np.ones(len(logits))) == 0.5


@pytest.mark.parametrize(("slope", "shift"), [(0.5, -1.0), (2.0, 0.4), (1.0, 0.0)])
def test_the_line_is_that_of_logistic_regression(slope: float, shift: float) -> None:
    logits, labels = drawn(3, slope, shift)
    expected = LogisticRegression(C=np.inf).fit(logits[:, None], labels)
    found = platt(logits, labels)
    assert found == pytest.approx((expected.coef_[0, 0], expected.intercept_[0]), abs=0.02)


def test_a_model_that_is_wrong_says_nothing_instead_of_the_opposite() -> None:
    logits, labels = drawn(3, -1.0, 0.0)
    slope, shift = platt(logits, labels)
    share = labels.mean()
    assert slope == 0 and shift == pytest.approx(np.log(share / (1 - share)), abs=0.01)


def test_logits_without_a_mistake_have_a_finite_line() -> None:
    slope, shift = platt(np.array([-1.0, 1.0, 2.0]), np.array([0.0, 1.0, 1.0]))
    assert 0 < slope < 10 and np.isfinite(shift)

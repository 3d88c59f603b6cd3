"""Metrics of a trained model, and the line that makes its logits log-odds."""

from __future__ import annotations

import numpy as np
from scipy.optimize import minimize
from scipy.stats import rankdata

from debatable.arrays import Floats, sigmoid


def area_under_curve(scores: Floats, labels: Floats) -> float:
    """Returns how probably a positive scores above a negative, ties counted half; 0.5 where one kind is missing.

    >>> area_under_curve(np.array([3.0, 1.0, 2.0, 2.0]), np.array([1.0, 0.0, 1.0, 0.0]))
    0.875
    """
    positive = labels > 0.5
    ones, zeros = int(positive.sum()), int((~positive).sum())
    if not ones or not zeros:
        return 0.5
    above = rankdata(scores)[positive].sum() - ones * (ones + 1) / 2
    return float(above / (ones * zeros))


def accuracy(logits: Floats, labels: Floats) -> float:
    """Returns the share of logits whose sign is right.

    >>> accuracy(np.array([2.0, -1.0, 0.5]), np.array([1.0, 0.0, 0.0])).__round__(3)
    0.667
    """
    return float(((logits > 0) == (labels > 0.5)).mean())


def majority(labels: Floats) -> float:
    """Returns the share of the more frequent label.

    >>> majority(np.array([1.0, 0.0, 0.0, 0.0]))
    0.75
    """
    share = float((labels > 0.5).mean())
    return max(share, 1 - share)


def platt(logits: Floats, labels: Floats) -> tuple[float, float]:
    """Returns slope and shift of the line whose logistic fits the labels best (Platt 1999).

    Labels are drawn in a little, as Platt does, so that logits without a mistake do not ask for an infinite slope; the
    slope is not negative: a model that is wrong more often than right says nothing instead of the opposite.

    >>> slope, shift = platt(np.array([-2.0, -1.0, 1.0, 2.0] * 50), np.array([0.0, 0.0, 1.0, 1.0] * 50))
    >>> slope > 1, abs(shift) < 0.01
    (True, True)
    """
    positive = labels > 0.5
    ones, zeros = int(positive.sum()), int((~positive).sum())
    target = np.where(positive, (ones + 1) / (ones + 2), 1 / (zeros + 2))

    def loss(line: Floats) -> tuple[float, Floats]:
        odds = line[0] * logits + line[1]
        error = sigmoid(odds) - target
        value = (np.logaddexp(0, odds) - target * odds).mean()
        return float(value), np.array([(error * logits).mean(), error.mean()])

    fit = minimize(loss, np.array([1.0, 0.0]), jac=True, method="L-BFGS-B", bounds=[(0, None), (None, None)])
    return float(fit.x[0]), float(fit.x[1])

"""Figures of a model: accuracies by set, area under the curve, calibration."""

from __future__ import annotations

import numpy as np

from reading import Array


def sigmoid(x: Array) -> Array:
    """Returns the logistic function."""
    return 1 / (1 + np.exp(-np.clip(x, -40, 40)))


def by_set(logits: Array, pairs: dict[str, Array]) -> dict[str, float]:
    """Returns the share of right signs in every set of a table."""
    right = (logits > 0) == (pairs["y"] > 0.5)
    return {
        str(name): round(float(right[pairs["source"] == i].mean()), 4)
        for i, name in enumerate(pairs["names"])
        if (pairs["source"] == i).any()
    }


def auc(scores: Array, labels: Array) -> float:
    """Returns the chance that a positive scores above a negative."""
    order = np.argsort(scores, kind="stable")
    ranks = np.empty(len(scores))
    ranks[order] = np.arange(1, len(scores) + 1)
    positive = labels > 0.5
    count = positive.sum()
    if count in (0, len(labels)):
        return float("nan")
    return float((ranks[positive].sum() - count * (count + 1) / 2) / (count * (len(labels) - count)))


def platt(logits: Array, labels: Array, rounds: int = 400) -> tuple[float, float]:
    """Returns slope and shift that make the logits' probabilities fit, by Newton's method."""
    slope, shift = 1.0, 0.0
    for _ in range(rounds):
        p = sigmoid(slope * logits + shift)
        error, spread = p - labels, np.maximum(p * (1 - p), 1e-6)
        gradient = np.array([(error * logits).mean(), error.mean()])
        hessian = np.array(
            [
                [(spread * logits**2).mean() + 1e-6, (spread * logits).mean()],
                [(spread * logits).mean(), spread.mean() + 1e-6],
            ]
        )
        move = np.linalg.solve(hessian, gradient)
        slope, shift = slope - 0.5 * move[0], shift - 0.5 * move[1]
    return float(slope), float(shift)


def pearson(x: Array, y: Array) -> float:
    """Returns the correlation."""
    return float(np.corrcoef(x, y)[0, 1])

"""Measures of points: matching as in the shared task of 2021, and found points against key points."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from scipy.optimize import linear_sum_assignment

from debatable.arrays import Bools, Floats, Matrix, Signs


def average_precisions(scores: Floats, labels: Signs) -> tuple[float, float]:
    """Returns average precision, strict and relaxed, of the better half of the arguments of a side.

    Each argument goes with its best key point; the better half by score counts. A pair without a label is no match
    under strict and a match under relaxed (Friedman et al. 2021, Overview of the 2021 Key Point Analysis Shared
    Task, 4.2). Arguments of one score are taken together, as in its program. Where no pair matches, average precision
    is 0, as there; of a single argument it is NaN, since half of it is nothing.

    Args:
        scores: Of arguments and key points, (n, k).
        labels: 1, 0, or -1 where there is none, (n, k).

    >>> scores = np.array([[0.9, 0.1], [0.2, 0.8], [0.7, 0.6], [0.1, 0.2]])
    >>> average_precisions(scores, np.array([[-1, 0], [0, 1], [1, 0], [0, 0]], np.int8))
    (0.5, 1.0)
    """
    best = scores.argmax(axis=1)
    score = scores.max(axis=1)
    rows = np.argsort(-score, kind="stable")[: len(score) // 2]
    label = labels[rows, best[rows]]
    return _average_precision(label == 1, score[rows]), _average_precision(label != 0, score[rows])


def _average_precision(relevant: Bools, score: Floats) -> float:
    if not relevant.any():
        return 0.0 if len(relevant) else math.nan
    ends = np.flatnonzero(np.append(np.diff(score) != 0.0, True))  # the last row of each score
    of_score = ends[np.searchsorted(ends, np.arange(len(score)))]
    precision = (np.cumsum(relevant) / np.arange(1, len(relevant) + 1))[of_score]
    return float(precision[relevant].mean())


def bcubed(found: Bools, truth: Bools) -> tuple[float, float, float]:
    """Returns precision, recall and F of BCubed for clusters that may overlap (Amigó et al. 2009, 5.2).

    Items that share no found cluster with any other count as clusters of their own. Items without a true cluster are
    left out; where no item has one, all three are NaN.

    Args:
        found: Which found cluster each item is in, (n, clusters).
        truth: The same for the true ones.

    >>> one, other = np.array([[1, 0], [1, 0], [0, 1]], bool), np.array([[1, 0], [1, 0], [1, 0]], bool)
    >>> [round(value, 3) for value in bcubed(one, other)]
    [1.0, 0.556, 0.714]
    """
    kept = truth.any(axis=1)
    if not kept.any():
        return math.nan, math.nan, math.nan
    left, right = found[kept].astype(np.float64), truth[kept].astype(np.float64)
    together, alike = left @ left.T, right @ right.T
    np.fill_diagonal(together, np.maximum(np.diag(together), 1.0))
    shared = np.minimum(together, alike)
    precision = float(np.mean([_mean(row, base) for row, base in zip(shared, together, strict=True)]))
    recall = float(np.mean([_mean(row, base) for row, base in zip(shared, alike, strict=True)]))
    return precision, recall, 2 * precision * recall / (precision + recall)


def _mean(shared: Floats, base: Floats) -> float:
    """Returns the mean of shared / base over the items where the base is not 0."""
    rows = base > 0
    return float((shared[rows] / base[rows]).mean())


def coverage(found: Bools, truth: Bools) -> float:
    """Returns the share of items with a key point that are in the found point which stands for it.

    Found points and key points are paired one to one, so that most items are in both of a pair; more points than key
    points win nothing. It is NaN where no item has a key point.

    >>> coverage(np.array([[1, 0], [1, 0], [0, 1], [0, 0]], bool), np.array([[1], [1], [1], [0]], bool))
    0.6666666666666666
    """
    kept = truth.any(axis=1)
    if not kept.any():
        return math.nan
    shared = found[kept].T.astype(np.int64) @ truth[kept].astype(np.int64)
    rows, columns = linear_sum_assignment(-shared)
    covered = np.zeros(int(kept.sum()), dtype=bool)
    for row, column in zip(rows, columns, strict=True):
        covered |= found[kept][:, row] & truth[kept][:, column]
    return float(covered.mean())


def soft_scores(headlines: Matrix, key_points: Matrix) -> tuple[float, float, float]:
    """Returns soft precision, recall and F of headlines: the mean best cosine of each with a key point, and back.

    >>> soft_scores(np.eye(2, dtype=np.float32)[:1], np.eye(2, dtype=np.float32))
    (1.0, 0.5, 0.6666666666666666)
    """
    if not len(headlines) or not len(key_points):
        return 0.0, 0.0, 0.0
    cosines = np.clip(headlines @ key_points.T, 0.0, 1.0).astype(np.float64)
    precision, recall = float(cosines.max(axis=1).mean()), float(cosines.max(axis=0).mean())
    both = precision + recall
    return precision, recall, 2 * precision * recall / both if both else 0.0


def members(groups: Sequence[set[str]], ids: Sequence[str]) -> Bools:
    """Returns which item is in which group, (items, groups).

    >>> members([{"a"}, {"a", "b"}], ["a", "b"]).tolist()
    [[True, True], [False, True]]
    """
    return np.array([[name in group for group in groups] for name in ids], bool).reshape(
        len(ids), len(groups)
    )

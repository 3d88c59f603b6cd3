"""Soft clusters of premises that may say the same, and a list that repeats nothing.

k(p, p') is the probability that p and p' say the same: 0 for those that speak on opposite sides or whose vectors are
no closer than a cosine of theta, rising to 1 for equal vectors.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from debatable.arrays import Floats, Ints, Matrix, Signs

BLOCK = 1_024


def sameness(vectors: Matrix | Floats, sides: Signs, rows: Ints | slice, theta: float) -> Floats:
    """k(p, p') of some premises with all, one row each.

    Args:
        vectors: Unit vectors of the premises.
        sides: +1 and -1 for premises that speak for and against the query, 0 where nobody knows.
        rows: Which premises.
        theta: Cosine from which two premises begin to say the same; under 1.

    >>> vectors = np.array([[1, 0], [0.8, 0.6], [0, 1]], np.float32)
    >>> sameness(vectors, np.array([1, 0, -1], np.int8), np.array([0, 1]), 0.5).round(2).tolist()
    [[1.0, 0.6, 0.0], [0.6, 1.0, 0.2]]
    """
    cosines = np.asarray(vectors[rows] @ vectors.T, np.float64)
    near = np.flatnonzero(cosines > theta)  # few of many: all others are 0
    k = np.zeros_like(cosines)
    k.ravel()[near] = np.minimum((cosines.ravel()[near] - theta) / (1.0 - theta), 1.0)
    np.copyto(k, 0.0, where=sides[rows][:, None] * sides < 0)
    itself = np.arange(len(vectors))[rows]
    k[np.arange(len(itself)), itself] = 1.0
    return k


def soft_cluster_probability(
    probability: Floats, vectors: Matrix | Floats, sides: Signs, theta: float
) -> Floats:
    """P(pi(p)|q) = sum over p' of k(p, p') P(p'|q): formula (3) of ECIR 2020 over soft clusters, for each premise."""
    total = len(probability)
    parts = [
        sameness(vectors, sides, slice(start, start + BLOCK), theta) @ probability
        for start in range(0, total, BLOCK)
    ]
    return np.concatenate([*parts, np.zeros(0)])


def pick_novel(worth: Floats, repeats: Callable[[int], Floats], k: int) -> Ints:
    """Picks premises one after the other, each time the one with the highest worth times novelty.

    Its score is its worth times the product of 1 - r(p, p') over the premises p' picked before: the probability
    that none of them says the same. Scores fall from pick to pick.

    Args:
        worth: Of each premise.
        repeats: Returns r(p, p') of one premise with all.
        k: How many to pick.

    Returns:
        The places of the premises picked; of equal scores the first.
    """
    fresh = np.ones(len(worth))
    score = worth.copy()
    most = min(k, len(worth))
    picked = np.zeros(most, np.int64)
    for number in range(most):
        place = int(np.argmax(score))
        picked[number] = place
        if number + 1 == most:  # what the last one repeats changes nothing
            break
        fresh *= 1.0 - repeats(place)
        score = worth * fresh
        score[picked[: number + 1]] = -1.0
    return picked

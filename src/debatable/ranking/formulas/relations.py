"""Evidence that travels between related claims: whoever supports one opposes its opposite (this project)."""

from __future__ import annotations

import numpy as np

from debatable.arrays import Floats, log_odds, sigmoid

ROUNDS = 200
"""Steps of the estimate; it is far below a thousandth from its limit after them."""


def same_stance_prior(read: Floats, weight: Floats, bound: float = 0.95) -> float:
    """Estimates the log-odds that two neighbouring claims of a corpus have the same stance, before they are read.

    In some corpora the claims of a debate all stand on one side (a question and its parts), in others half of them
    oppose the rest. Expectation and maximisation: the share is the mean of the probabilities that follow from it.

    >>> [round(same_stance_prior(np.array(read), np.ones(3)), 2) for read in ([3.0, -3.0, 0.0], [3.0, 3.0, -0.5])]
    [0.0, 2.94]

    Args:
        read: Log-odds read of pairs of neighbouring claims, as if either were as probable.
        weight: How far each pair belongs to one debate.
        bound: Largest share of either.
    """
    if not weight.sum() > 0:
        return 0.0
    share = np.asarray(0.5)
    for _ in range(ROUNDS):
        mean = np.average(sigmoid(read + log_odds(share)), weights=weight)
        share = np.asarray(np.clip(mean, 1 - bound, bound))
    return float(log_odds(share))


def bearing(related: Floats, near: Floats) -> Floats:
    """Returns how much the stance of one claim says of that of another, from -1 (the opposite) to 1.

    >>> bearing(np.array([[9.0, 4.0], [-4.0, 9.0]]), np.array([[1.0, 1.0], [0.5, 1.0]])).round(3).tolist()
    [[0.0, 0.964], [-0.482, 0.0]]

    Args:
        related: Log-odds that two claims have the same stance (n, n); 0 where nothing is known.
        near: How far they belong to one debate, from 0 to 1.
    """
    bears = near * np.tanh(related / 2)
    np.fill_diagonal(bears, 0.0)
    return np.asarray(bears)


def with_related(own: Floats, weight: Floats, bears: Floats, alike: float) -> Floats:
    """Returns the log-odds of claims from their own evidence and from that of related claims.

    >>> with_related(np.array([2.0, 0.0]), np.array([1.0, 0.0]), np.array([[0, -1.0], [-1.0, 0]]), 0.0).tolist()
    [2.0, -2.0]

    Args:
        own: Evidence on each claim, as log-odds; 0 for those without any.
        weight: How much the evidence on each claim counts for the others; 0 for those without any.
        bears: What the stance of one says of that of another (n, n).
        alike: How far related claims are misread together: their log-odds add up to less than the sum.
    """
    return np.asarray((own + bears @ (own * weight)) / (1 + alike * np.abs(bears) @ weight))

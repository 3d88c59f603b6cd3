"""The best rows, surely: as many candidates of the server as it takes, scored again in full precision.

The server adds in single precision, of rounded numbers. What it ranks below its last candidate cannot be better
than that one by more than the error of both; once this is below the k-th best, nothing is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from debatable.arrays import Floats, Ints
from debatable.ranking.protocol import Ranked

__all__ = ["best", "ordered"]

MORE = 16
"""Candidates beyond k that are asked for at first."""

MOST = 20_000
"""Candidates at most; where more are tied than that, those count that the server names first."""

Ask = Callable[[Sequence[int], int], Sequence[tuple[Ints, Floats]]]
"""Gives for some of the queries that many candidates, by falling score of the server."""

Rescore = Callable[[int, Ints], tuple[Floats, float]]
"""Gives the scores of candidates of a query, and how far the server's may be off."""


def best(queries: int, k: int, ask: Ask, rescore: Rescore) -> list[Ranked]:
    """Returns the k best rows of each query, ties by smaller row."""
    found: dict[int, Ranked] = {}
    left, limit = list(range(queries)), k + MORE
    while left and k > 0:
        unsure = []
        for query, (rows, scores) in zip(left, ask(left, limit), strict=True):
            exact, error = rescore(query, rows)
            found[query] = ordered(rows, exact, k)
            more = len(rows) >= limit and limit < MOST
            if more and not (k <= len(rows) and scores[-1] + error < found[query].scores[-1]):
                unsure.append(query)
        left, limit = unsure, 4 * limit
    return [found.get(query, _nothing()) for query in range(queries)]


def ordered(rows: Ints, scores: Floats, k: int) -> Ranked:
    """Returns the k best, by falling score, ties by smaller row.

    >>> ordered(np.array([4, 2, 3]), np.array([1.0, 1.0, 2.0]), 2)
    Ranked(rows=array([3, 2]), scores=array([2., 1.]))
    """
    order = np.lexsort((rows, -scores))[: max(k, 0)]
    return Ranked(rows[order], scores[order])


def _nothing() -> Ranked:
    return Ranked(np.zeros(0, np.int64), np.zeros(0))

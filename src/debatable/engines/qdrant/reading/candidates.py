"""The k best rows, guaranteed: candidates of the server, scored again in full precision.

The server adds rounded numbers in single precision. What it ranks below its last candidate cannot be better than that
one by more than the error of both; once this is below the k-th best, nothing is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from qdrant_client import models

from debatable.arrays import Floats, Ints, Singles
from debatable.engines.qdrant.names import rows_of
from debatable.engines.qdrant.reading.collection import OpenCollection
from debatable.engines.qdrant.reading.filters import claimless as claimless_filter
from debatable.ranking.protocol import Kind, Ranked

MORE = 16
"""Candidates beyond k that are asked for at first."""

MOST = 20_000
"""Candidates at most; where more are tied than that, those count that the server names first."""

Ask = Callable[[Sequence[int], int], Sequence[tuple[Ints, Floats]]]
"""Gives for some of the queries that many candidates, by falling score of the server."""

Rescore = Callable[[int, Ints], tuple[Floats, float]]
"""Gives the scores of candidates of a query, and how far the server's may be off."""

HALF = 1e-3
"""How far a cosine may be off where the server rounds the query to half precision."""

OVERSAMPLED = 2
"""Times k candidates of an approximate search that are scored again."""


def best(queries: int, k: int, ask: Ask, rescore: Rescore) -> list[Ranked]:
    """Returns the k best rows of each query, ties by smaller row."""
    ranked: dict[int, Ranked] = {}
    left, limit = list(range(queries)), k + MORE
    while left and k > 0:
        unsure = []
        for query, (rows, scores) in zip(left, ask(left, limit), strict=True):
            exact, error = rescore(query, rows)
            ranked[query] = ordered(rows, exact, k)
            more = len(rows) >= limit and limit < MOST
            if more and not (k <= len(rows) and scores[-1] + error < ranked[query].scores[-1]):
                unsure.append(query)
        left, limit = unsure, 4 * limit
    return [ranked.get(query, _nothing()) for query in range(queries)]


def ordered(rows: Ints, scores: Floats, k: int) -> Ranked:
    """Returns the k best, by falling score, ties by smaller row.

    >>> ordered(np.array([4, 2, 3]), np.array([1.0, 1.0, 2.0]), 2)
    Ranked(rows=array([3, 2]), scores=array([2., 1.]))
    """
    order = np.lexsort((rows, -scores))[: max(k, 0)]
    return Ranked(rows[order], scores[order])


def _nothing() -> Ranked:
    return Ranked(np.zeros(0, np.int64), np.zeros(0))


def nearest(
    index: OpenCollection,
    kind: Kind,
    vector: Singles,
    k: int,
    wanted: models.Filter | None,
    *,
    claimless: bool = False,
) -> Ranked:
    """Returns at most k rows by cosine above 0, ties by smaller row.

    An exact search misses nothing; an approximate one goes by the server's graph of neighbours. Premises without a
    claim are found by what their points say; one that contradicts itself raises a CorruptIndexError.
    """
    if claimless:
        wanted = claimless_filter(index.manifest.twice)
    name = index.vectors_name(kind)
    exact = index.server.address.exact
    query = [float(value) for value in vector]

    def ask(_: Sequence[int], limit: int) -> list[tuple[Ints, Floats]]:
        answer = index.server.ask(
            lambda client: client.query_points(
                index.name,
                query=query,
                using=name,
                query_filter=wanted,
                limit=limit,
                with_payload=["claimless", "has_claim"] if claimless else False,
                with_vectors=[name],
                search_params=models.SearchParams(exact=exact),
                score_threshold=-HALF,
            )
        ).points
        for point in answer if claimless else ():
            said = point.payload or {}
            if said.get("claimless") is not True or said.get("has_claim", False) is not False:
                raise index.points.contradiction(point.id)
        index.points.cache_vectors(name, ((int(point.id), point.vector[name]) for point in answer))  # type: ignore[index, call-overload]
        rows = rows_of(kind, [int(point.id) for point in answer])
        return [(rows, np.array([point.score for point in answer], np.float64))]

    def rescore(_: int, rows: Ints) -> tuple[Floats, float]:
        vectors = index.points.dense(kind, rows, name, len(vector))
        cosines = vectors.astype(np.float64) @ vector.astype(np.float64)
        return cosines.astype(np.float32).astype(np.float64), HALF

    if exact:
        ranked = best(1, k, ask, rescore)[0]
    else:
        rows = ask([0], max(1, OVERSAMPLED * k))[0][0]
        ranked = ordered(rows, rescore(0, rows)[0], k)
    kept = ranked.scores > 0
    return Ranked(ranked.rows[kept], ranked.scores[kept])

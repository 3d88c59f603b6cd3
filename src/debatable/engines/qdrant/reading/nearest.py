"""Search by vectors: candidates of the server, their cosines computed again in full precision."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from qdrant_client import models

from debatable.arrays import Floats, Ints, Singles
from debatable.engines.qdrant.names import rows_of
from debatable.engines.qdrant.reading.candidates import best, ordered
from debatable.engines.qdrant.reading.collection import OpenCollection
from debatable.ranking.protocol import Kind, Ranked

__all__ = ["nearest"]

HALF = 1e-3
"""How far a cosine may be off where the server rounds the query to half precision."""

OVERSAMPLED = 2
"""Times k candidates of an approximate search that are scored again."""


def nearest(
    index: OpenCollection, kind: Kind, vector: Singles, k: int, wanted: models.Filter | None
) -> Ranked:
    """Returns at most k rows by cosine above 0, ties by smaller row.

    An exact search misses nothing; an approximate one goes by the server's graph of neighbours.
    """
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
                with_payload=False,
                with_vectors=[name],
                search_params=models.SearchParams(exact=exact),
                score_threshold=-HALF,
            )
        ).points
        index.points.remember(name, ((int(point.id), point.vector[name]) for point in answer))  # type: ignore[index, call-overload]
        rows = rows_of(kind, [int(point.id) for point in answer])
        return [(rows, np.array([point.score for point in answer], np.float64))]

    def rescore(_: int, rows: Ints) -> tuple[Floats, float]:
        vectors = index.points.dense(kind, rows, name, len(vector))
        cosines = vectors.astype(np.float64) @ vector.astype(np.float64)
        return cosines.astype(np.float32).astype(np.float64), HALF

    if exact:
        found = best(1, k, ask, rescore)[0]
    else:
        rows = ask([0], max(1, OVERSAMPLED * k))[0][0]
        found = ordered(rows, rescore(0, rows)[0], k)
    kept = found.scores > 0
    return Ranked(found.rows[kept], found.scores[kept])

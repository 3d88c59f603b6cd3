"""P(q and c have the same stance), from a model by name."""

from __future__ import annotations

import numpy as np

from debatable.corpus.links import Ints
from debatable.ranking.calibration import Floats
from debatable.ranking.index import ArgumentIndex
from debatable.ranking.nearest import cosines, query_vector

__all__ = ["agreement"]


def agreement(name: str, query: str, claims: Ints, index: ArgumentIndex) -> Floats:
    """Returns for each claim how probably it has the stance of the query.

    Args:
        name: Of a stance model; ``none`` takes every claim for aligned, as the experiments of the paper do.
        query: The query.
        claims: Rows of the claims.
        index: Where their texts and vectors are.
    """
    if name == "none" or not len(claims):
        return np.ones(len(claims))
    from debatable.learning import stance

    near = None
    if index.has_vectors:
        near = cosines(index.claim_vectors, query_vector(index, query), claims).astype(np.float32)
    return stance(name)(query, index.claim_texts(claims), near)

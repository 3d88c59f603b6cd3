"""Clustering premises at query time, over the expanded set M' (Dumani, Neumann, Schenkel 2020, section 5)."""

from __future__ import annotations

import weakref

import numpy as np

from debatable.corpus.links import Ints
from debatable.errors import InputError
from debatable.ranking.index import ArgumentIndex

__all__ = ["clustered_at_query_time", "expanded"]

MOST_KEPT = 100_000
"""Premises whose neighbours are kept for the next query."""

_NEAR: weakref.WeakKeyDictionary[ArgumentIndex, dict[tuple[int, int], tuple[int, ...]]]
_NEAR = weakref.WeakKeyDictionary()


def expanded(index: ArgumentIndex, premises: Ints, N: int) -> Ints:
    """Returns M': the premises M with the N most similar premises of each by BM25, by rising row."""
    if N < 1:
        return premises
    known = _NEAR.setdefault(index, {})
    if len(known) > MOST_KEPT:
        known.clear()
    missing = [row for row in premises.tolist() if (row, N) not in known]
    for row, text in zip(missing, index.premise_texts(missing), strict=True):
        hits = index.premises.search(index.tokens(text), "BM25", k=N + 1)
        known[row, N] = tuple(near for near, _ in hits)
    near = [other for row in premises.tolist() for other in known[row, N]]
    return np.union1d(premises, np.array(near, np.int64))


def clustered_at_query_time(
    index: ArgumentIndex, premises: Ints, way: str, N: int, variant: str = ""
) -> Ints:
    """Returns the cluster of each premise by row, -1 for those outside M'.

    Args:
        index: What is searched.
        premises: The premises M.
        way: Name of a clustering.
        N: How many similar premises each of them brings in.
        variant: Long-text variant of the vectors.

    Raises:
        InputError: The index has no such vectors.
    """
    if not index.has_vectors:
        raise InputError(
            "premises cannot be clustered: the index has no vectors", todo="index with an encoder"
        )
    rows = expanded(index, premises, N)
    vectors = index.premise_vectors_of(variant) if variant else index.premise_vectors
    from debatable import clustering

    found = clustering.method(way)(np.asarray(vectors[rows], np.float32))
    labels = np.full(index.links.premises, -1, np.int64)
    labels[rows] = clustering.with_singletons(found)
    return labels

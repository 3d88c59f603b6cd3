"""Clustering premises at query time, over the expanded set M' (Dumani, Neumann, Schenkel 2020, section 5)."""

from __future__ import annotations

import numpy as np

from debatable import clustering
from debatable.corpus.links import Ints
from debatable.errors import InputError
from debatable.ranking.index import ArgumentIndex

__all__ = ["clustered_at_query_time", "expanded"]


def expanded(index: ArgumentIndex, premises: Ints, N: int) -> Ints:
    """Returns M': the premises M with the N most similar premises of each by BM25, by rising row."""
    near = [premises]
    if N > 0:
        for text in index.premise_texts(premises):
            hits = index.premises.search(index.tokens(text), "BM25", k=N + 1)
            near.append(np.array([row for row, _ in hits], np.int64))
    return np.unique(np.concatenate(near))


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
    found = clustering.method(way)(np.asarray(vectors[rows], np.float32))
    labels = np.full(index.links.premises, -1, np.int64)
    labels[rows] = clustering.with_singletons(found)
    return labels

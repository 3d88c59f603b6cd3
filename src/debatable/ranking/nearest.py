"""Nearest vectors by exact cosine, read in blocks so that a mapped matrix is never held at once."""

from __future__ import annotations

import weakref

import numpy as np
import numpy.typing as npt

from debatable.corpus.links import Ints
from debatable.ranking.calibration import Floats
from debatable.ranking.index import ArgumentIndex, Vectors

__all__ = ["cosines", "nearest", "query_vector"]

BLOCK = 8_192

_LAST: weakref.WeakKeyDictionary[ArgumentIndex, tuple[str, npt.NDArray[np.float32]]]
_LAST = weakref.WeakKeyDictionary()


def query_vector(index: ArgumentIndex, query: str) -> npt.NDArray[np.float32]:
    """Returns the vector of a query; the last one of an index is kept, since several steps ask for it."""
    last = _LAST.get(index)
    if last is None or last[0] != query:
        last = _LAST[index] = query, index.encode([query])[0]
    return last[1]


def cosines(vectors: Vectors, query: npt.NDArray[np.float32], rows: Ints | None = None) -> Floats:
    """Returns the cosine of each row (or of some) with a unit vector."""
    total = len(vectors) if rows is None else len(rows)
    scores = np.empty(total, np.float32)
    for start in range(0, total, BLOCK):
        part = slice(start, start + BLOCK)
        block = vectors[part] if rows is None else vectors[rows[part]]
        scores[part] = np.asarray(block, np.float32) @ query
    return scores.astype(np.float64)


def nearest(
    vectors: Vectors, query: npt.NDArray[np.float32], k: int, among: Ints | None = None
) -> tuple[Ints, Floats]:
    """Returns the k rows of the highest cosine above 0, best first, ties by smaller row.

    >>> rows, scores = nearest(np.eye(3, dtype=np.float32), np.array([0.6, 0.8, 0.0], np.float32), 2)
    >>> rows.tolist(), scores.round(2).tolist()
    ([1, 0], [0.8, 0.6])
    """
    scores = cosines(vectors, query, among)
    rows = np.arange(len(scores)) if among is None else among
    if k < len(scores):
        least = np.partition(scores, len(scores) - k)[len(scores) - k]
        kept = np.flatnonzero(scores >= least)
        rows, scores = rows[kept], scores[kept]
    order = np.lexsort((rows, -scores))[:k]
    order = order[scores[order] > 0]
    return rows[order], scores[order]

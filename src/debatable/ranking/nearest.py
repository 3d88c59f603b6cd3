"""Nearest vectors by cosine, exact, read in blocks so that a mapped matrix is never held at once.

Where many vectors are asked for again, they are kept in a byte a number, which is eight times as fast to go through;
what may be among the nearest is then computed from the vectors themselves.
"""

from __future__ import annotations

import threading
import weakref
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from debatable.corpus.links import Ints
from debatable.ranking.calibration import Floats
from debatable.ranking.index import ArgumentIndex, Vectors

if TYPE_CHECKING:
    from debatable.embedding.rounded import RoundedVectors

__all__ = ["cosines", "nearest", "query_vector"]

BLOCK = 8_192

_SINGLE = 1e-5
_MANY = 1 << 21
_TOO_MANY = 1 << 30
_ASKED: dict[int, RoundedVectors | None] = {}
_LOCK = threading.Lock()

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

    Cosines are estimated first, and computed for those that may be among the best.

    >>> rows, scores = nearest(np.eye(3, dtype=np.float32), np.array([0.6, 0.8, 0.0], np.float32), 2)
    >>> rows.tolist(), scores.round(2).tolist()
    ([1, 0], [0.8, 0.6])
    """
    rows, scores, errors = _estimated(vectors, query, among)
    if k < len(rows):
        sure = scores - errors
        rows = rows[scores + errors >= np.partition(sure, len(sure) - k)[len(sure) - k]]
    exact = np.asarray(vectors[rows], np.float64) @ query.astype(np.float64)
    scores = exact.astype(np.float32).astype(np.float64)
    order = np.lexsort((rows, -scores))[:k]
    order = order[scores[order] > 0]
    return rows[order], scores[order]


def _estimated(
    vectors: Vectors, query: npt.NDArray[np.float32], among: Ints | None
) -> tuple[Ints, Floats, Floats | float]:
    """Returns rows, estimates of their cosines, and how far off those may be."""
    if among is not None:
        return among, cosines(vectors, query, among), _SINGLE
    rows = np.arange(len(vectors))
    rounded = _rounded(vectors)
    if rounded is None:
        return rows, cosines(vectors, query), _SINGLE
    estimates, errors = rounded.dots(query)
    return rows, estimates.astype(np.float64), errors.astype(np.float64)


def _rounded(vectors: Vectors) -> RoundedVectors | None:
    """Returns vectors in a byte a number, from the second time on that many are asked for."""
    if not isinstance(vectors, np.ndarray) or not _MANY <= vectors.size <= _TOO_MANY:
        return None
    with _LOCK:
        if id(vectors) not in _ASKED:
            _ASKED[id(vectors)] = None
            weakref.finalize(vectors, _ASKED.pop, id(vectors), None)
            return None
        found = _ASKED[id(vectors)]
        if found is None:
            from debatable.embedding.rounded import RoundedVectors

            found = _ASKED[id(vectors)] = RoundedVectors.of(vectors)
        return found

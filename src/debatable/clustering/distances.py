"""Euclidean distances between rows, a tile at a time, in double precision."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from debatable.arrays import Floats, Ints, Singles, Vectors
from debatable.errors import InputError

LARGEST_TILE = 2048


def checked(vectors: Vectors) -> Singles:
    """Returns the vectors as a C-contiguous float32 matrix without NaN or infinity.

    >>> checked(np.array([[1.0, 2.0]])).dtype
    dtype('float32')
    """
    vectors = np.asarray(vectors)
    if vectors.ndim != 2 or vectors.dtype.kind not in "fiu":
        what = f"vectors are a matrix of numbers, not {vectors.dtype} of shape {vectors.shape}"
        raise InputError(what, todo="give one row of numbers for each text")
    vectors = np.ascontiguousarray(vectors, dtype=np.float32)
    for at in range(0, len(vectors), 8192):
        finite = np.isfinite(vectors[at : at + 8192]).all(axis=1)
        if not finite.all():
            where = f"row {at + int(np.argmin(finite))}"
            raise InputError("a vector holds NaN or infinity", where=where, todo="encode that text again")
    return vectors


def spans(sizes: Ints, most: int) -> list[tuple[int, int]]:
    """Cuts consecutive groups into runs of at most so many rows; a larger group is a run of its own.

    >>> spans(np.array([2, 2, 3, 9, 1]), 5)
    [(0, 2), (2, 3), (3, 4), (4, 5)]
    """
    runs, begin, rows = [], 0, 0
    for at, size in enumerate(sizes.tolist()):
        if rows and rows + size > most:
            runs.append((begin, at))
            begin, rows = at, 0
        rows += size
    if rows:
        runs.append((begin, len(sizes)))
    return runs


class Points:
    """Rows whose distances are computed in tiles; no n x n matrix is ever made.

    The rows stay float32; a tile is computed in float64 from rows centred on the mean, so that
    |a-b|^2 = |a|^2 + |b|^2 - 2ab loses nothing that float32 could hold.

    >>> points = Points(np.array([[0.0, 0.0], [3.0, 4.0]], dtype=np.float32))
    >>> points.distances(np.array([0]), np.array([0, 1])).tolist()
    [[0.0, 5.0]]
    """

    def __init__(self, vectors: Vectors) -> None:
        """Checks the vectors and finds their mean."""
        self.vectors = checked(vectors)
        self.mean = self.vectors.mean(axis=0, dtype=np.float64) if len(self.vectors) else np.zeros(1)

    def __len__(self) -> int:
        """How many rows there are."""
        return len(self.vectors)

    def rows(self, which: Ints | slice) -> tuple[Floats, Floats]:
        """Returns centred rows in float64, and their squared lengths."""
        block: Floats = self.vectors[which].astype(np.float64)
        block -= self.mean
        return block, np.einsum("ij,ij->i", block, block)

    def distances(self, left: Ints | slice, right: Ints | slice) -> Floats:
        """Returns the distances between two sets of rows."""
        return tile(self.rows(left), self.rows(right))

    def means(self, rows: Ints, groups: Sequence[Ints]) -> Floats:
        """Returns the mean distance of each row to the members of each group, itself included."""
        means = np.empty((len(rows), len(groups)))
        sizes = np.array([len(group) for group in groups], dtype=np.int64)
        for c, d in spans(sizes, LARGEST_TILE):
            right = self.rows(np.concatenate(groups[c:d]))
            starts = np.cumsum(sizes[c:d]) - sizes[c:d]
            step = max(1, LARGEST_TILE**2 // len(right[0]))
            for at in range(0, len(rows), step):
                block = tile(self.rows(rows[at : at + step]), right)
                means[at : at + step, c:d] = averaged(block.T, starts, sizes[c:d]).T
        return means


def tile(left: tuple[Floats, Floats], right: tuple[Floats, Floats]) -> Floats:
    """Returns the distances between two blocks of rows given with their squared lengths."""
    squares: Floats = left[0] @ (-2.0 * right[0].T)
    squares += left[1][:, None]
    squares += right[1]
    # What rounding leaves between equal rows is no distance.
    slack = 1e-15 * (left[1].max(initial=0.0) + right[1].max(initial=0.0))
    if squares.min(initial=np.inf) < slack:
        squares[squares < slack] = 0.0
    return np.sqrt(squares, out=squares)


def averaged(block: Floats, starts: Ints, sizes: Ints) -> Floats:
    """Replaces the consecutive rows of each group by their mean.

    >>> averaged(np.array([[1.0], [3.0], [5.0]]), np.array([0, 2]), np.array([2, 1])).tolist()
    [[2.0], [5.0]]
    """
    if len(sizes) == len(block):
        return block
    block = np.ascontiguousarray(block)
    sums: Floats = block[starts]
    large = sizes > 32
    for group in np.flatnonzero(large).tolist():
        sums[group] = block[starts[group] : starts[group] + sizes[group]].sum(axis=0)
    # Small groups in a pass for every nth member: whole rows are added, far faster than by reduceat.
    for nth in range(1, int(sizes[~large].max(initial=0))):
        larger = np.flatnonzero(~large & (sizes > nth))
        sums[larger] += block[starts[larger] + nth]
    sums /= sizes[:, None]
    return sums

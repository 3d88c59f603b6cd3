"""Cells of vectors, each searched for neighbours by itself: what is done for one cell needs nothing of the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from debatable.arrays import Ints, Rows, Singles
from debatable.progress import Step

__all__ = ["Cell", "Cells", "InCell", "nearest_in"]

PART = 1024
"""Rows of a cell that are compared at once."""


@dataclass(frozen=True, slots=True)
class Cell:
    """Vectors whose neighbours are looked for, and those among which they are.

    Attributes:
        vectors: Whose neighbours.
        candidates: Among which, by rising row.
        lengths: Squared lengths of the candidates.
        own: Where each vector stands among the candidates itself.
    """

    vectors: Singles
    candidates: Singles
    lengths: Singles
    own: Ints


InCell: TypeAlias = Callable[[int, Callable[[], Cell]], tuple[Rows, Singles]]
"""Told the number of a cell and what makes it, returns places among the candidates, and distances."""


@dataclass(frozen=True, slots=True)
class Cells:
    """All cells of some vectors.

    Attributes:
        vectors: Every row.
        centres: Of the cells.
        members: Rows of each cell, rising.
        probes: How many cells are looked into.
        count: How many neighbours of each row are wanted.
    """

    vectors: Singles
    centres: Singles
    members: list[Ints]
    probes: int
    count: int

    def neighbours(self, search: InCell, progress: Step | None = None) -> tuple[Rows, Singles]:
        """Returns the rows of the neighbours of each row, nearest first, and their distances."""
        n = len(self.vectors)
        neighbours = np.full((n, self.count), -1, dtype=np.int32)
        distances = np.full((n, self.count), np.inf, dtype=np.float32)
        done = 0
        for number, make in self:
            rows, candidates = self.members[number], self._candidates(number)
            found, far = search(number, make)
            neighbours[rows, : found.shape[1]] = candidates[found]
            distances[rows, : found.shape[1]] = far
            done += len(rows)
            if progress:
                progress(done, n)
        return neighbours, distances

    def __iter__(self) -> Iterator[tuple[int, Callable[[], Cell]]]:
        """Yields the number of each cell that is not empty, and what makes it."""
        lengths = np.einsum("ij,ij->i", self.vectors, self.vectors)

        def maker(number: int) -> Callable[[], Cell]:
            return lambda: self._cell(number, lengths)

        yield from ((number, maker(number)) for number, rows in enumerate(self.members) if len(rows))

    def _cell(self, number: int, lengths: Singles) -> Cell:
        rows, candidates = self.members[number], self._candidates(number)
        return Cell(
            self.vectors[rows],
            self.vectors[candidates],
            lengths[candidates],
            np.searchsorted(candidates, rows).astype(np.int64),
        )

    def _candidates(self, number: int) -> Ints:
        """Returns the rows of the cells nearest to one."""
        apart = ((self.centres - self.centres[number]) ** 2).sum(axis=1)
        near = np.argsort(apart, kind="stable")[: self.probes]
        return np.sort(np.concatenate([self.members[other] for other in near.tolist()]))


def nearest_in(cell: Cell, count: int) -> tuple[Rows, Singles]:
    """Returns the places of the nearest candidates of each vector, itself left out, with distances computed exactly.

    >>> line = np.array([[0.0], [1.0], [5.0]], np.float32)
    >>> found, far = nearest_in(Cell(line, line, np.array([0, 1, 25], np.float32), np.arange(3)), 1)
    >>> found.tolist(), far.tolist()
    ([[1], [0], [1]], [[1.0], [1.0], [4.0]])
    """
    parts = np.array_split(np.arange(len(cell.vectors)), len(cell.vectors) // PART + 1)
    found, far = zip(*(_nearest(cell, part, count) for part in parts), strict=True)
    return np.concatenate(found), np.concatenate(far)


def _nearest(cell: Cell, part: Ints, count: int) -> tuple[Rows, Singles]:
    vectors, candidates = cell.vectors[part], cell.candidates
    squares = vectors @ candidates.T
    squares *= -2
    squares += cell.lengths
    squares[np.arange(len(part)), cell.own[part]] = np.inf
    count = min(count, len(candidates) - 1)
    found = np.argpartition(squares, max(count - 1, 0), axis=1)[:, :count]
    apart = candidates[found] - vectors[:, None, :]
    exact = np.sqrt(np.einsum("ijk,ijk->ij", apart, apart))
    order = np.lexsort((found, exact), axis=1)
    ranked = np.take_along_axis(found, order, axis=1).astype(np.int32)
    return ranked, np.take_along_axis(exact, order, axis=1)

"""Approximate nearest neighbours of every row by k-means cells; each cell is searched independently of the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from debatable.arrays import Ints, Rows, Singles, Vectors
from debatable.clustering.distances import checked
from debatable.clustering.kmeans import nearest_centres, sampled_centres
from debatable.progress import Step

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
"""Takes the number of a cell and a function that makes it; returns places among the candidates, and distances."""


@dataclass(frozen=True, slots=True)
class Cells:
    """All cells of some vectors."""

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
            places, far = search(number, make)
            neighbours[rows, : places.shape[1]] = candidates[places]
            distances[rows, : places.shape[1]] = far
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


@dataclass(frozen=True, slots=True)
class CellSearch:
    """Looks for the neighbours of a row in its own cell and in the cells nearest to that one.

    All rows of a cell are compared with the same candidates by one matrix product, which is as fast as a graph index
    on few cores, and deterministic. It is approximate: a neighbour in a cell that was not probed is missed.

    Attributes:
        count: How many neighbours of each row.
        cell: Mean rows in a cell.
        probes: How many cells are looked into.
        rounds: Rounds of k-means that place the cells.
        seed: Of the sample that k-means starts from.

    >>> found, distances = CellSearch(count=1)(np.array([[0.0], [1.0], [5.0]]))
    >>> found.tolist(), distances.tolist()
    ([[1], [0], [1]], [[1.0], [1.0], [4.0]])
    """

    count: int = 16
    cell: int = 512
    probes: int = 24
    rounds: int = 6
    seed: int = 0

    def __call__(self, vectors: Vectors, progress: Step | None = None) -> tuple[Rows, Singles]:
        """Returns the rows of the neighbours of each row, nearest first, and their distances.

        Where a row has fewer neighbours than asked for, the rest is -1 at infinity.
        """
        return self.cells(vectors).neighbours(lambda _, make: nearest_in(make(), self.count), progress)

    def cells(self, vectors: Vectors) -> Cells:
        """Places the cells and assigns rows to them; the search can then be done cell by cell."""
        vectors = checked(vectors)
        centres = self._centres(vectors)
        cells = nearest_centres(vectors, centres)
        order = np.argsort(cells, kind="stable")
        ends = np.cumsum(np.bincount(cells, minlength=len(centres)))
        return Cells(vectors, centres, np.split(order, ends[:-1]), self.probes, self.count)

    def _centres(self, vectors: Singles) -> Singles:
        """Places the cells by k-means on a sample."""
        count = max(1, len(vectors) // self.cell)
        random = np.random.default_rng(self.seed)
        sample = vectors[np.sort(random.choice(len(vectors), min(len(vectors), 64 * count), replace=False))]
        return sampled_centres(sample, count, self.rounds, random)

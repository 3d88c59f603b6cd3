"""Nearest neighbours of every row, approximately, by an inverted file of k-means cells; deterministic."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from debatable.arrays import Rows, Singles, Vectors
from debatable.clustering.centres import nearest_centres, sampled_centres
from debatable.clustering.distances import checked
from debatable.clustering.linkage.cells import Cells, nearest_in
from debatable.progress import Step

__all__ = ["CellSearch"]


@dataclass(frozen=True, slots=True)
class CellSearch:
    """Looks for the neighbours of a row in its own cell and in the cells nearest to that one.

    All rows of a cell are compared with the same candidates by one matrix product, which makes it as fast
    as a graph index on few cores; there is no order of threads to depend on, so the result is the same
    every time. What is approximate: a neighbour in a cell that was not probed is missed.

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
        """Places the cells and says which row is in which; what is left to do can be done cell by cell."""
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

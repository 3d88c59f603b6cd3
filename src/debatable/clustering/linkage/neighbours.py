"""Nearest neighbours of every row, approximately, by an inverted file of k-means cells; deterministic."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from debatable.arrays import Rows, Singles, Vectors
from debatable.clustering.centres import nearest_centres, sampled_centres
from debatable.clustering.distances import checked
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
        vectors = checked(vectors)
        n = len(vectors)
        neighbours = np.full((n, self.count), -1, dtype=np.int32)
        distances = np.full((n, self.count), np.inf, dtype=np.float32)
        centres = self._centres(vectors)
        cells = nearest_centres(vectors, centres)
        order = np.argsort(cells, kind="stable")
        ends = np.cumsum(np.bincount(cells, minlength=len(centres)))
        members = np.split(order, ends[:-1])
        lengths = np.einsum("ij,ij->i", vectors, vectors)
        for cell, rows in enumerate(members):
            if len(rows):
                apart = ((centres - centres[cell]) ** 2).sum(axis=1)
                near = np.argsort(apart, kind="stable")[: self.probes]
                candidates = np.sort(np.concatenate([members[other] for other in near.tolist()]))
                for part in np.array_split(rows, len(rows) // 1024 + 1):
                    found, far = _search(vectors, lengths, part, candidates, self.count)
                    neighbours[part, : found.shape[1]] = found
                    distances[part, : found.shape[1]] = far
            if progress:
                progress(int(ends[cell]), n)
        return neighbours, distances

    def _centres(self, vectors: Singles) -> Singles:
        """Places the cells by k-means on a sample."""
        count = max(1, len(vectors) // self.cell)
        random = np.random.default_rng(self.seed)
        sample = vectors[np.sort(random.choice(len(vectors), min(len(vectors), 64 * count), replace=False))]
        return sampled_centres(sample, count, self.rounds, random)


def _search(
    vectors: Singles, lengths: Singles, rows: Rows, candidates: Rows, count: int
) -> tuple[Rows, Singles]:
    """Returns the nearest candidates of each row, itself left out, with distances computed exactly."""
    squares = vectors[rows] @ vectors[candidates].T
    squares *= -2
    squares += lengths[candidates]
    squares[np.arange(len(rows)), np.searchsorted(candidates, rows)] = np.inf
    count = min(count, len(candidates) - 1)
    found = candidates[np.argpartition(squares, max(count - 1, 0), axis=1)[:, :count]]
    apart = vectors[found] - vectors[rows][:, None, :]
    exact = np.sqrt(np.einsum("ijk,ijk->ij", apart, apart))
    order = np.lexsort((found, exact), axis=1)
    ranked = np.take_along_axis(found, order, axis=1).astype(np.int32)
    return ranked, np.take_along_axis(exact, order, axis=1)

"""A partition of the rows whose average distances are computed from the vectors, tile by tile."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from debatable.arrays import Floats, Ints, Singles, Vectors
from debatable.clustering.distances import LARGEST_TILE, Points, averaged, spans, tile
from debatable.clustering.linkage.joins import Joins

__all__ = ["Partition"]


class Partition:
    """Clusters of the first phase of average linkage, ordered by their smallest row.

    Attributes:
        points: The rows.
        labels: The cluster of each row.
        sizes: How many rows each cluster has.
        nodes: The node of the tree that each cluster is.
        joins: The joins that led here.
    """

    def __init__(self, vectors: Vectors) -> None:
        """Starts with every row alone."""
        self.points = Points(vectors)
        n = len(self.points)
        self.labels: Ints = np.arange(n)
        self.sizes: Ints = np.ones(n, dtype=np.int64)
        self.nodes: Ints = np.arange(n)
        self.joins = Joins(n)

    def __len__(self) -> int:
        """How many clusters there are."""
        return len(self.sizes)

    def join_equal(self) -> None:
        """Joins equal vectors at height 0, each to those of smaller rows."""
        vectors = self.points.vectors + np.float32(0.0)  # -0.0 equals 0.0
        if not vectors.size:
            return
        keys = vectors.view(np.dtype((np.void, vectors.dtype.itemsize * vectors.shape[1]))).ravel()
        _, first, group = np.unique(keys, return_index=True, return_inverse=True)
        if len(first) == len(keys):
            return
        target = first[group]
        for row in np.flatnonzero(target != np.arange(len(target))).tolist():
            self.nodes[target[row]] = self.joins.add(int(self.nodes[target[row]]), row, 0.0)
        self._relabel(target)

    def join_reciprocal(self, nearest: Ints, height: Floats) -> None:
        """Joins all pairs of clusters that are each other's nearest neighbour."""
        every = np.arange(len(self))
        first = np.flatnonzero((nearest[nearest] == every) & (every < nearest))
        first = first[np.argsort(height[first], kind="stable")]
        for a, b in zip(first.tolist(), nearest[first].tolist(), strict=True):
            self.nodes[a] = self.joins.add(int(self.nodes[a]), int(self.nodes[b]), float(height[a]))
        target = every.copy()
        target[nearest[first]] = first
        self._relabel(target)

    def _relabel(self, target: Ints) -> None:
        """Moves each cluster into its target cluster."""
        kept = np.unique(target)
        self.labels = np.searchsorted(kept, target)[self.labels]
        self.sizes = np.bincount(self.labels, minlength=len(kept))
        self.nodes = self.nodes[kept]

    def nearest(self) -> tuple[Ints, Floats]:
        """Returns the nearest neighbour of each cluster, ties by the smaller row, and its distance."""
        m = len(self)
        nearest = np.zeros(m, dtype=np.int64)
        height = np.full(m, np.inf)
        for (a, b), (c, d), block in self._tiles():
            if a == c:
                np.fill_diagonal(block, np.inf)
            # Candidates come by rising row, so "strictly less" keeps the smallest of tied ones.
            least = block.min(axis=1)
            better = np.flatnonzero(least < height[a:b])
            height[a + better] = least[better]
            nearest[a + better] = c + block[better].argmin(axis=1)
            if a != c:
                least = block.min(axis=0)
                better = np.flatnonzero(least < height[c:d])
                height[c + better] = least[better]
                nearest[c + better] = a + block[:, better].T.argmin(axis=1)
        return nearest, height

    def matrix(self) -> Singles:
        """Returns the average distances between all clusters, with infinity on the diagonal."""
        matrix = np.empty((len(self), len(self)), dtype=np.float32)
        for (a, b), (c, d), block in self._tiles():
            matrix[a:b, c:d] = block
            matrix[c:d, a:b] = block.T
        np.fill_diagonal(matrix, np.inf)
        return matrix

    def _tiles(self) -> Iterator[tuple[tuple[int, int], tuple[int, int], Floats]]:
        """Yields the tiles of average distances on and above the diagonal, as two spans and a block."""
        members = np.argsort(self.labels, kind="stable")
        starts = np.concatenate([[0], np.cumsum(self.sizes)])
        side = int(np.clip(len(members) // 8, 64, LARGEST_TILE))
        runs = spans(self.sizes, side)
        for at, (a, b) in enumerate(runs):
            left = self.points.rows(members[starts[a] : starts[b]])
            for c, d in runs[at:]:
                right = left if c == a else self.points.rows(members[starts[c] : starts[d]])
                block = tile(left, right)
                block = averaged(block, starts[a:b] - starts[a], self.sizes[a:b])
                block = averaged(block.T, starts[c:d] - starts[c], self.sizes[c:d]).T
                yield (a, b), (c, d), block

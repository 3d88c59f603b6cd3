"""Average linkage on Euclidean distance: exact, in a fraction of the memory of a distance matrix.

Average linkage is reducible: two clusters that are each other's nearest neighbour can be joined at once, and the tree
stays the same (Bruynooghe 1977; Murtagh 1983). So

1. rounds: every cluster's nearest neighbour is found from the vectors, a tile of distances at a time, and all
   reciprocal pairs are joined, until the matrix of average distances between clusters is small enough;
2. that matrix is computed from the vectors and the rest is joined by nearest-neighbour chains (Müllner 2011).

Ties: a cluster's nearest neighbour is the one of the smallest row; equal vectors are joined first, at height 0, in the
order of their rows. Heights of phase 1 are float64, those of phase 2 float32: heights closer than about one part in
10^6 count as tied there.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from debatable.arrays import Floats, Ints, Singles, Vectors
from debatable.clustering.distances import LARGEST_TILE, Points, averaged, spans, tile
from debatable.progress import Step


class Joins:
    """Joins in any order in which parts come before the whole.

    >>> joins = Joins(3)
    >>> joins.add(joins.add(0, 2, 0.5), 1, 0.9)
    4
    >>> joins.tree().tolist()
    [[0.0, 2.0, 0.5, 2.0], [1.0, 3.0, 0.9, 3.0]]
    """

    def __init__(self, leaves: int) -> None:
        """Starts with every leaf alone."""
        self.leaves = leaves
        self.left: list[int] = []
        self.right: list[int] = []
        self.heights = [0.0] * leaves

    def __len__(self) -> int:
        """How many joins there are."""
        return len(self.left)

    def add(self, left: int, right: int, height: float) -> int:
        """Joins two nodes and returns the new one.

        Average linkage has no inversions; a height that rounding put below its parts' is lifted to theirs.
        """
        self.left.append(left)
        self.right.append(right)
        self.heights.append(max(height, self.heights[left], self.heights[right]))
        return len(self.heights) - 1

    def tree(self) -> Floats:
        """Returns the joins by rising height in scipy's shape; equal heights as they were found."""
        n, count = self.leaves, len(self.left)
        heights = np.array(self.heights[n:], dtype=np.float64)
        order = np.argsort(heights, kind="stable")
        name = np.arange(n + count)
        name[n + order] = np.arange(n, n + count)
        pairs = np.stack([np.array(self.left, dtype=np.int64), np.array(self.right, dtype=np.int64)], axis=1)
        pairs = np.sort(name[pairs.reshape(count, 2)[order]], axis=1)
        sizes = [1] * n
        for left, right in pairs.tolist():
            sizes.append(sizes[left] + sizes[right])
        tree: Floats = np.column_stack([pairs, heights[order], sizes[n:]]).astype(np.float64)
        return tree


class Partition:
    """Clusters of the first phase of average linkage, ordered by their smallest row."""

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


def _join_chains(clusters: Partition, progress: Step | None) -> None:
    """Joins clusters until one is left.

    A chain goes from a cluster to its nearest neighbour, and on, until two are each other's nearest: these are joined.
    The joined cluster takes the slot of one part, the last slot moves to that of the other, so that the clusters left
    always fill the top left corner of the matrix and each scan is one contiguous row.
    """
    matrix, joins = clusters.matrix(), clusters.joins
    size, node = clusters.sizes.astype(np.float64).tolist(), clusters.nodes.tolist()
    total = joins.leaves - 1
    chain = [0]
    place = [-1] * len(size)  # of a slot in the chain
    place[0] = 0
    for left in range(len(size), 1, -1):
        if progress and left % 1024 == 0:
            progress(len(joins), total)
        if not chain:
            chain.append(0)
            place[0] = 0
        here, there = _follow(matrix, chain, place, left)
        a, b = min(here, there), max(here, there)
        node[a] = joins.add(node[a], node[b], float(matrix[a, b]))
        _merge(matrix, a, b, size[a], size[b], left)
        size[a] += size[b]
        last = left - 1
        if b != last:
            _move(matrix, last, b)
            node[b], size[b] = node[last], size[last]
            place[b] = place[last]
            if place[b] >= 0:
                chain[place[b]] = b
        place[last] = -1


def _follow(matrix: Singles, chain: list[int], place: list[int], left: int) -> tuple[int, int]:
    """Follows the chain to two clusters that are each other's nearest, and takes these off it."""
    here = chain[-1]
    there = chain[-2] if len(chain) > 1 else -1
    while True:
        row = matrix[here, :left]
        nearest = int(row.argmin())
        # Among tied neighbours the one before in the chain is taken, else the chain could run in circles.
        if there >= 0 and row[there] <= row[nearest]:
            break
        place[nearest] = len(chain)
        chain.append(nearest)
        here, there = nearest, here
    for slot in (chain.pop(), chain.pop()):
        place[slot] = -1
    return here, there


def _merge(matrix: Singles, a: int, b: int, size_a: float, size_b: float, left: int) -> None:
    """Puts the average distances of a and b together into the slot of a."""
    row = matrix[a, :left]
    row *= np.float32(size_a / (size_a + size_b))
    row += matrix[b, :left] * np.float32(size_b / (size_a + size_b))
    row[a] = np.inf
    matrix[:left, a] = row


def _move(matrix: Singles, source: int, target: int) -> None:
    """Moves a cluster from one slot to another."""
    row = matrix[source, :source]
    matrix[target, :source] = row
    matrix[:source, target] = row
    matrix[target, target] = np.inf


SMALL = 2**25
LARGE = 6 * 2**30


def average_linkage(vectors: Vectors, *, memory: int | None = None, progress: Step | None = None) -> Floats:
    """Joins the two nearest clusters, by mean Euclidean distance of their members, until one is left.

    Args:
        vectors: One row for each text.
        memory: Most bytes of the matrix of phase 2, by default 60 % of a condensed float64 distance matrix, at most
            6 GiB. Less memory costs time: more rounds from the vectors.
        progress: Called with joins done and all joins.

    Returns:
        The tree in scipy's shape: a row for each join, with the two clusters, the height and the size.

    >>> import numpy as np
    >>> average_linkage(np.array([[0.0], [1.0], [5.0]])).tolist()
    [[0.0, 1.0, 1.0, 2.0], [2.0, 3.0, 4.5, 3.0]]
    """
    clusters = Partition(vectors)
    n = len(clusters.points)
    if memory is None:
        memory = max(SMALL, min(LARGE, n * n * 12 // 5))
    clusters.join_equal()
    while len(clusters) > 1 and 4 * len(clusters) ** 2 > memory:
        nearest, height = clusters.nearest()
        clusters.join_reciprocal(nearest, height)
        if progress:
            progress(len(clusters.joins), n - 1)
    if len(clusters) > 1:
        _join_chains(clusters, progress)
    return clusters.joins.tree()

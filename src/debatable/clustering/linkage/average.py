"""Average linkage on Euclidean distance: exact, in a fraction of the memory of a distance matrix.

Average linkage is reducible: two clusters that are each other's nearest neighbour can be joined at once,
whatever happens elsewhere, and the tree stays the same (Bruynooghe 1977; Murtagh 1983). So

1. rounds: every cluster's nearest neighbour is found from the vectors, a tile of distances at a time, and
   all reciprocal pairs are joined, until the matrix of average distances between clusters is small enough;
2. that matrix is computed from the vectors and the rest is joined by following nearest-neighbour chains.

Ties: a cluster's nearest neighbour is the one of the smallest row; equal vectors are joined first, at
height 0, in the order of their rows. Distances and heights of phase 1 are float64, those of phase 2 are
kept in float32: heights closer than about one part in 10^6 count as tied there.
"""

from __future__ import annotations

from debatable.arrays import Floats, Singles, Vectors
from debatable.clustering.linkage.chain import join_chains
from debatable.clustering.linkage.partition import Partition
from debatable.progress import Step

__all__ = ["average_linkage"]


SMALL = 2**25
LARGE = 6 * 2**30


def average_linkage(vectors: Vectors, *, memory: int | None = None, progress: Step | None = None) -> Floats:
    """Joins the two nearest clusters, by mean Euclidean distance of their members, until one is left.

    Args:
        vectors: One row for each text.
        memory: Most bytes of the matrix of phase 2. Less memory costs time: more rounds from the vectors.
            By default 60 % of what a condensed float64 distance matrix takes, at most 6 GiB.
        progress: Told how many joins are done, of how many.

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
    joins = clusters.joins
    if len(clusters) > 1:
        matrix: Singles = clusters.matrix()
        join_chains(matrix, clusters.sizes, clusters.nodes, joins, progress)
    return joins.tree()

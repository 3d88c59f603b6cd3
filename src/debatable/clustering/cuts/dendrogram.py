"""A linkage matrix as a tree: parents, sizes, leaves in the order in which they are drawn; its cut at one height."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from debatable.arrays import Floats, Ints, Labels, Vectors
from debatable.errors import InputError


class Dendrogram:
    """The tree of a linkage matrix; its nodes are the n leaves and then the joins.

    Attributes:
        leaves: Number of leaves.
        children: The two parts of each join, as plain integers for walking.
        heights: The height of every node, 0 for a leaf.
        sizes: Number of leaves under each node.
        parents: The node above each node, -1 for the root.
        order: The leaves from left to right as R draws them: of two parts a single leaf is left, the smaller row of
            two leaves, and else the part that was joined first. Those under a node are side by side.
        starts: Where the leaves of each node begin in that order.

    >>> dendrogram = Dendrogram(np.array([[0, 2, 0.5, 2], [1, 3, 0.9, 3]]))
    >>> dendrogram.members(3).tolist(), dendrogram.members(4).tolist()
    ([0, 2], [1, 0, 2])
    """

    def __init__(self, tree: Vectors) -> None:
        """Checks the linkage matrix and orders the leaves."""
        tree = np.asarray(tree, dtype=np.float64)
        if tree.ndim != 2 or tree.shape[1] != 4 or not (np.diff(tree[:, 2]) >= 0).all():
            what = f"a linkage matrix has four columns and rising heights, not shape {tree.shape}"
            raise InputError(what, todo="make it with average_linkage")
        n = self.leaves = len(tree) + 1
        pairs = np.sort(tree[:, :2].astype(np.int64), axis=1)
        once = np.array_equal(np.sort(pairs, axis=None), np.arange(2 * n - 2))
        if not once or (pairs >= np.arange(n, 2 * n - 1)[:, None]).any():
            what = "a linkage matrix joins every cluster once, after its parts"
            raise InputError(what, todo="make it with average_linkage")
        self.children: list[list[int]] = pairs.tolist()
        self.heights: Floats = np.concatenate([np.zeros(n), tree[:, 2]])
        self.parents = np.full(2 * n - 1, -1, dtype=np.int64)
        self.parents[pairs.ravel()] = np.repeat(np.arange(n, 2 * n - 1), 2)
        sizes = [1] * n
        for left, right in self.children:
            sizes.append(sizes[left] + sizes[right])
        starts = [0] * (2 * n - 1)
        for node in range(2 * n - 2, n - 1, -1):
            left, right = self.children[node - n]
            starts[left] = starts[node]
            starts[right] = starts[node] + sizes[left]
        self.sizes: Ints = np.array(sizes)
        self.starts: Ints = np.array(starts)
        self.order: Ints = np.empty(n, dtype=np.int64)
        self.order[self.starts[:n]] = np.arange(n)

    def members(self, node: int) -> Ints:
        """Returns the leaves under a node."""
        start = self.starts[node]
        return self.order[start : start + self.sizes[node]]

    def tops(self, height: float) -> Ints:
        """Returns the nodes that a cut at a height leaves: at most that high, with a higher parent."""
        low = self.heights <= height
        above = np.where(self.parents >= 0, self.heights[self.parents], np.inf)
        return np.flatnonzero(low & (above > height))

    def reference_height(self, *, interpolated: bool = False) -> float:
        """Returns the 5 % quantile of the joining heights, interpolated linearly or as the height of a join."""
        joins = self.heights[self.leaves :]
        if not len(joins):
            return 0.0
        if interpolated:
            return float(np.quantile(joins, 0.05))
        return float(joins[max(round(0.05 * len(joins)), 1) - 1])

    def default_cut_height(self, *, interpolated: bool = False) -> float:
        """Returns 99 % of the way from the 5 % quantile of the joining heights to their maximum."""
        reference = self.reference_height(interpolated=interpolated)
        return reference + 0.99 * (float(self.heights[-1]) - reference)


def numbered(groups: Iterable[Ints], rows: int) -> Labels:
    """Labels the rows of each group, the group with the smallest row 0; rows in no group get -1.

    >>> numbered([np.array([3, 4]), np.array([0, 2])], 5).tolist()
    [0, -1, 0, 1, 1]
    """
    labels = np.full(rows, -1, dtype=np.int32)
    for label, group in enumerate(sorted(groups, key=lambda group: int(group.min()))):
        labels[group] = label
    return labels


def check_cut(minimum_size: int, deep_split: int) -> None:
    """Checks the parameters that both dynamic cuts have."""
    if minimum_size < 2:
        raise InputError(f"a cluster has at least 2 members, not {minimum_size}", where="minimum_size")
    if deep_split not in range(5):
        raise InputError(f"deep split is 0 to 4, not {deep_split}", where="deep_split")


@dataclass(frozen=True, slots=True)
class ConstantCut:
    """Every branch that is joined at most at one height is a cluster.

    Attributes:
        height: Where the tree is cut; None for the default of :class:`Dendrogram`.
        minimum_size: Smaller branches are outliers, labelled -1.

    >>> import numpy as np
    >>> ConstantCut(height=0.6)(np.array([[0, 2, 0.5, 2], [1, 3, 0.9, 3]])).tolist()
    [0, -1, 0]
    """

    height: float | None = None
    minimum_size: int = 2

    def __call__(self, tree: Vectors, vectors: Vectors | None = None) -> Labels:
        """Labels the leaves of a tree; the vectors are not needed."""
        dendrogram = Dendrogram(tree)
        height = dendrogram.default_cut_height() if self.height is None else self.height
        tops = dendrogram.tops(height)
        groups = (dendrogram.members(top) for top in tops if dendrogram.sizes[top] >= self.minimum_size)
        return numbered(groups, dendrogram.leaves)

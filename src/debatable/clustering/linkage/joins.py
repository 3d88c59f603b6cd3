"""The joins of a hierarchical clustering as they are found, and the tree they make."""

from __future__ import annotations

import numpy as np

from debatable.arrays import Floats

__all__ = ["Joins"]


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

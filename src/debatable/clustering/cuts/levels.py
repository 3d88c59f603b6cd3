"""A cut from the tree alone, top-down, at levels of each branch: how this project read the dynamic tree cut.

R's answers differ (``tree``). This one finds groups inside groups, and what it leaves are branches of the tree:

- The joining heights of a branch in the order of the drawn tree are those between neighbouring leaves. A
  run of them below a level is then a branch that a cut at this level leaves, and drawing the tree the other
  way round changes nothing.
- A level splits a branch if it leaves at least two branches of N0 objects. Smaller pieces are not split
  off: each stays with the only such branch on its side of the split, if there is one; if there are
  several, it belongs to none and its objects are unassigned.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from debatable.arrays import Floats, Ints, Labels, Vectors
from debatable.clustering.cuts.dendrogram import Dendrogram, check_cut, numbered

__all__ = ["LevelCut"]


@dataclass(frozen=True, slots=True)
class LevelCut:
    """Cuts every branch at levels of its own, as long as that gives clusters.

    Attributes:
        minimum_size: N0, the objects a cluster has at least.
        deep_split: 0 stops after the first split of a branch, more goes on into every new cluster.
        cut_height: The constant cut to start from; None for 99 % of the way from the 5 % quantile of the
            joining heights to their maximum.

    >>> tree = np.array([[0, 1, 0.1, 2], [2, 3, 0.1, 2], [6, 7, 0.9, 4], [4, 8, 1.2, 5], [5, 9, 3.0, 6]])
    >>> LevelCut(cut_height=2.0)(tree).tolist()
    [0, 0, 1, 1, -1, -1]
    """

    minimum_size: int = 2
    deep_split: int = 1
    cut_height: float | None = None

    def __post_init__(self) -> None:
        """Checks the parameters."""
        check_cut(self.minimum_size, self.deep_split)

    def __call__(self, tree: Vectors, vectors: Vectors | None = None) -> Labels:
        """Labels the leaves of a tree, -1 for those in no cluster; the vectors are not needed."""
        dendrogram = Dendrogram(tree)
        cut_height = dendrogram.default_cut_height() if self.cut_height is None else self.cut_height
        between = heights_between(dendrogram)
        tops = dendrogram.tops(cut_height)
        open_branches = tops[dendrogram.sizes[tops] >= self.minimum_size].tolist()
        found: list[int] = []
        while open_branches:
            branch = open_branches.pop()
            parts = self._split(dendrogram, between, branch)
            if not parts:
                found.append(branch)
            elif self.deep_split:
                open_branches += parts
            else:
                found += parts
        return numbered((dendrogram.members(node) for node in found), dendrogram.leaves)

    def _split(self, tree: Dendrogram, between: Floats, branch: int) -> list[int]:
        """Returns the branches that the first useful level splits a branch into, or none."""
        begin, size = int(tree.starts[branch]), int(tree.sizes[branch])
        heights = between[begin : begin + size - 1]
        for level in _levels(heights):
            ends = np.concatenate([np.flatnonzero(heights >= level) + 1, [size]])
            sizes = np.diff(ends, prepend=0)
            runs = begin + (ends - sizes)[sizes >= self.minimum_size]
            if len(runs) > 1:
                return list(_holders(tree, branch, runs))
        return []


def heights_between(tree: Dendrogram) -> Floats:
    """Returns the heights at which neighbouring leaves of the drawn tree are joined."""
    heights = np.empty(tree.leaves - 1)
    right = np.array([pair[1] for pair in tree.children], dtype=np.int64)
    heights[tree.starts[right] - 1] = tree.heights[tree.leaves :]
    return heights


def _levels(heights: Floats) -> Iterator[float]:
    """Yields the reference levels to try: the mean, half-way to the maximum, half-way to the minimum."""
    mean = float(heights.mean())
    yield mean
    yield (mean + float(heights.max())) / 2
    yield (mean + float(heights.min())) / 2


def _holders(tree: Dendrogram, branch: int, runs: Ints) -> Iterator[int]:
    """Yields the largest branches under a branch that hold exactly one run, given by where runs start."""
    stack = [branch]
    while stack:
        node = stack.pop()
        begin = tree.starts[node]
        first, behind = np.searchsorted(runs, [begin, begin + tree.sizes[node]])
        if behind - first == 1:
            yield node
        elif behind - first > 1:
            stack += tree.children[node - tree.leaves]

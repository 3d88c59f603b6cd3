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

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from debatable.arrays import Floats, Ints
from debatable.clustering.cuts.dendrogram import Dendrogram
from debatable.clustering.cuts.top_down import TopDownCut, reference_levels

__all__ = ["LevelCut"]


@dataclass(frozen=True, slots=True)
class LevelCut(TopDownCut):
    """Cuts every branch at levels of its own, as long as that gives clusters.

    >>> tree = np.array([[0, 1, 0.1, 2], [2, 3, 0.1, 2], [6, 7, 0.9, 4], [4, 8, 1.2, 5], [5, 9, 3.0, 6]])
    >>> LevelCut(cut_height=2.0)(tree).tolist()
    [0, 0, 1, 1, -1, -1]
    """

    def _clusters(self, tree: Dendrogram, tops: Ints) -> Iterable[Ints]:
        branches: list[int] = tops.tolist()
        parts = partial(self._parts, tree, heights_between(tree))
        return (tree.members(branch) for branch in self._split(branches, parts))

    def _parts(self, tree: Dendrogram, between: Floats, branch: int) -> list[int]:
        """Returns the branches that the first useful level splits a branch into, or none."""
        begin, size = int(tree.starts[branch]), int(tree.sizes[branch])
        heights = between[begin : begin + size - 1]
        for level in reference_levels(heights):
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

"""Dynamic tree cut from the tree alone, top-down (Langfelder, Zhang, Horvath 2008).

The publication takes the heights at which the objects of a piece are first joined, in the order in which the tree is
drawn, and breaks the piece where a run of heights below a level ends; levels are the mean, half-way to the maximum, and
half-way to the minimum. What it leaves open was found by comparing answers with those of R's dynamicTreeCut, as a
black box:

- A piece breaks where the heights rise through the level after at least ceil(N0 / 3) of them below it (seen for N0 = 2,
  4 and 8). The first rise breaks it only if both of its first heights are above the level.
- Of several breaks, from left to right, one is taken back where the part right of it has fewer than 2 N0 objects and a
  lower mean height than the part left of it. The first height of the piece does not count in that mean.
- The last break is taken back where fewer than N0 - 1 objects are right of it.
- The first level that leaves a break decides.
- Parts of fewer than N0 objects are in no cluster in the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from debatable.arrays import Floats, Labels, Vectors
from debatable.clustering.cuts.dendrogram import Dendrogram, check_cut, numbered

__all__ = ["TreeCut"]


@dataclass(frozen=True, slots=True)
class TreeCut:
    """Breaks the row of drawn leaves where low heights end, piece by piece. Pieces need not be branches.

    Attributes:
        minimum_size: N0, the objects a cluster has at least.
        deep_split: 0 breaks each piece of the constant cut once, more goes on into every new piece.
        cut_height: The constant cut to start from; None for 99 % of the way from the 5 % quantile of the
            joining heights to their maximum.

    >>> joins = [[2, 3, 0.1], [5, 6, 0.2], [1, 7, 0.6], [0, 9, 0.7], [4, 8, 0.8], [10, 11, 1.1]]
    >>> tree = np.array([[*join, 0] for join in joins])  # objects join at 0.7, 0.6, 0.1, 0.1, 0.8, 0.2, 0.2
    >>> TreeCut(cut_height=2.0)(tree).tolist()
    [0, 0, 0, 0, 1, 1, 1]
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
        heights = dendrogram.heights[dendrogram.parents[dendrogram.order]]
        tops = dendrogram.tops(cut_height)
        begins = dendrogram.starts[tops]
        pieces = list(zip(begins.tolist(), (begins + dendrogram.sizes[tops]).tolist(), strict=True))
        found: list[tuple[int, int]] = []
        while pieces:
            begin, end = pieces.pop()
            breaks = [begin + place for place in self._breaks(heights[begin:end])]
            parts = list(pairwise([begin, *breaks, end]))
            if self.deep_split and breaks:
                pieces += parts
            else:
                found += parts
        clusters = (dendrogram.order[begin:end] for begin, end in found if end - begin >= self.minimum_size)
        return numbered(clusters, dendrogram.leaves)

    def _breaks(self, heights: Floats) -> list[int]:
        """Returns where the first level that breaks a piece breaks it."""
        for level in _levels(heights):
            rises = _rises(heights, level, least=-(-self.minimum_size // 3))
            if len(rises) > 1:
                rises = _without_lower_parts(heights, rises, 2 * self.minimum_size)
            if rises and len(heights) - rises[-1] < self.minimum_size - 1:
                del rises[-1]
            if rises:
                return rises
        return []


def _levels(heights: Floats) -> Iterator[float]:
    """Yields the levels to try: the mean, half-way to the maximum, half-way to the minimum."""
    mean = float(heights.mean())
    yield mean
    yield (mean + float(heights.max())) / 2
    yield (mean + float(heights.min())) / 2


def _rises(heights: Floats, level: float, least: int) -> list[int]:
    """Returns where heights rise through a level after at least so many of them below it."""
    above = heights > level
    ups = np.flatnonzero(above[1:] & ~above[:-1]) + 1
    downs = np.flatnonzero(above[:-1] & ~above[1:]) + 1
    below = downs if above[0] else np.concatenate([[0], downs])  # where runs below the level begin
    kept = ups - below[: len(ups)] >= least
    kept[:1] &= above[:2].all()
    rises: list[int] = ups[kept].tolist()
    return rises


def _without_lower_parts(heights: Floats, breaks: list[int], small: int) -> list[int]:
    """Takes back the breaks before small parts whose mean height is below that of the part before."""
    kept: list[int] = []
    total, count = float(heights[1 : breaks[0]].sum()), breaks[0] - 1
    for begin, end in pairwise([*breaks, len(heights)]):
        part, size = float(heights[begin:end].sum()), end - begin
        if size < small and part / size < total / count:
            total, count = total + part, count + size
        else:
            kept.append(begin)
            total, count = part, size
    return kept

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

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import numpy as np

from debatable.arrays import Floats, Ints
from debatable.clustering.cuts.dendrogram import Dendrogram
from debatable.clustering.cuts.top_down import TopDownCut, reference_levels

__all__ = ["TreeCut"]

Span = tuple[int, int]
"""Where a piece of the row of drawn leaves begins, and where the next one does."""


@dataclass(frozen=True, slots=True)
class TreeCut(TopDownCut):
    """Breaks the row of drawn leaves where low heights end, piece by piece. Pieces need not be branches.

    >>> joins = [[2, 3, 0.1], [5, 6, 0.2], [1, 7, 0.6], [0, 9, 0.7], [4, 8, 0.8], [10, 11, 1.1]]
    >>> tree = np.array([[*join, 0] for join in joins])  # objects join at 0.7, 0.6, 0.1, 0.1, 0.8, 0.2, 0.2
    >>> TreeCut(cut_height=2.0)(tree).tolist()
    [0, 0, 0, 0, 1, 1, 1]
    """

    def _clusters(self, tree: Dendrogram, tops: Ints) -> Iterable[Ints]:
        begins = tree.starts[tops]
        pieces: list[Span] = list(zip(begins.tolist(), (begins + tree.sizes[tops]).tolist(), strict=True))
        parts = partial(self._parts, tree.heights[tree.parents[tree.order]])
        found = self._split(pieces, parts)
        return (tree.order[begin:end] for begin, end in found if end - begin >= self.minimum_size)

    def _parts(self, heights: Floats, piece: Span) -> list[Span]:
        """Returns the parts that a piece breaks into, or none."""
        begin, end = piece
        breaks = [begin + place for place in self._breaks(heights[begin:end])]
        return list(pairwise([begin, *breaks, end])) if breaks else []

    def _breaks(self, heights: Floats) -> list[int]:
        """Returns where the first level that breaks a piece breaks it."""
        for level in reference_levels(heights):
            rises = _rises(heights, level, least=-(-self.minimum_size // 3))
            if len(rises) > 1:
                rises = _without_lower_parts(heights, rises, 2 * self.minimum_size)
            if rises and len(heights) - rises[-1] < self.minimum_size - 1:
                del rises[-1]
            if rises:
                return rises
        return []


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

"""Cuts from the tree alone: a constant cut, whose pieces are split from the top downwards.

``TreeCut`` is the dynamic tree cut (Langfelder, Zhang, Horvath 2008). It takes the heights at which the objects of a
piece are first joined, in the order in which the tree is drawn, and breaks the piece where a run of heights below a
level ends; levels are the mean, half-way to the maximum, and half-way to the minimum. What the publication leaves open
was found by comparing results with those of R's dynamicTreeCut:

- A piece breaks where the heights rise through the level after at least ceil(N0 / 3) of them below it (seen for N0 = 2,
  4 and 8). The first rise breaks it only if both of its first heights are above the level.
- Of several breaks, from left to right, one is taken back where the part right of it has fewer than 2 N0 objects and a
  lower mean height than the part left of it. The first height of the piece does not count in that mean.
- The last break is taken back where fewer than N0 - 1 objects are right of it.
- The first level that leaves a break decides. Parts of fewer than N0 objects are in no cluster in the end.

``LevelCut``, of this project, finds groups inside groups, and leaves branches of the tree:

- It takes the heights between neighbouring leaves of the drawn tree. A run of them below a level is then a branch that
  a cut at this level leaves, and drawing the tree the other way round changes nothing.
- A level splits a branch if it leaves at least two branches of N0 objects. Each smaller piece stays with the only such
  branch on its side of the split; if there are several, its objects are unassigned.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TypeVar

import numpy as np

from debatable.arrays import Floats, Ints, Labels, Vectors
from debatable.clustering.cuts.dendrogram import Dendrogram, check_cut, numbered

Piece = TypeVar("Piece")


@dataclass(frozen=True, slots=True)
class TopDownCut(ABC):
    """Splits what a constant cut leaves, piece by piece.

    Attributes:
        minimum_size: N0, the objects a cluster has at least.
        deep_split: 0 splits each piece of the constant cut once, more goes on into every new piece.
        cut_height: The constant cut to start from; None for the default of :class:`Dendrogram`.
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
        tops = dendrogram.tops(cut_height)
        large = tops[dendrogram.sizes[tops] >= self.minimum_size]
        return numbered(self._clusters(dendrogram, large), dendrogram.leaves)

    @abstractmethod
    def _clusters(self, tree: Dendrogram, tops: Ints) -> Iterable[Ints]:
        """Yields the leaves of each cluster under the branches that the constant cut leaves."""

    def _split(self, pieces: Iterable[Piece], parts: Callable[[Piece], Sequence[Piece]]) -> Iterator[Piece]:
        """Yields what pieces are split into; `parts` returns none for a piece that stays whole."""
        waiting = list(pieces)
        while waiting:
            piece = waiting.pop()
            smaller = parts(piece)
            if smaller and self.deep_split:
                waiting += smaller
            else:
                yield from smaller or [piece]


def reference_levels(heights: Floats) -> Iterator[float]:
    """Yields the levels to try: the mean, half-way to the maximum, half-way to the minimum.

    >>> import numpy as np
    >>> list(reference_levels(np.array([1.0, 2.0, 6.0])))
    [3.0, 4.5, 2.0]
    """
    mean = float(heights.mean())
    yield mean
    yield (mean + float(heights.max())) / 2
    yield (mean + float(heights.min())) / 2


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
        spans = self._split(pieces, parts)
        return (tree.order[begin:end] for begin, end in spans if end - begin >= self.minimum_size)

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

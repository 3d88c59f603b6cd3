"""What the cuts from the tree alone have in common: a constant cut, and pieces that are split from there downwards."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from debatable.arrays import Floats, Ints, Labels, Vectors
from debatable.clustering.cuts.dendrogram import Dendrogram, check_cut, numbered

__all__ = ["TopDownCut", "reference_levels"]

Piece = TypeVar("Piece")


@dataclass(frozen=True, slots=True)
class TopDownCut(ABC):
    """Splits what a constant cut leaves, piece by piece.

    Attributes:
        minimum_size: N0, the objects a cluster has at least.
        deep_split: 0 splits each piece of the constant cut once, more goes on into every new piece.
        cut_height: The constant cut to start from; None for 99 % of the way from the 5 % quantile of the
            joining heights to their maximum.
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
            found = parts(piece)
            if found and self.deep_split:
                waiting += found
            else:
                yield from found or [piece]


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

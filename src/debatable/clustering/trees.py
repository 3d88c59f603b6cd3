"""Clusterings by a tree: average linkage and one of the cuts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from debatable.arrays import Floats, Labels, Vectors
from debatable.clustering.cuts.absorption import Absorption
from debatable.clustering.cuts.dendrogram import ConstantCut
from debatable.clustering.cuts.hybrid import HybridCut
from debatable.clustering.cuts.top_down import LevelCut, TreeCut
from debatable.clustering.linkage.average import average_linkage
from debatable.clustering.linkage.graph import Search, graph_linkage
from debatable.errors import check_name
from debatable.progress import Step


class Cut(Protocol):
    """A tree and its vectors to labels; -1 is an outlier."""

    def __call__(self, tree: Floats, vectors: Vectors) -> Labels:
        """Labels the leaves."""


EXACT = 65_536
"""Rows above which the tree is made from a neighbour graph; so many take about 7 GB exactly."""


class ByTree(ABC):
    """A clustering that cuts the exact tree of up to `exact` rows, and that of the neighbour graph for more."""

    __slots__ = ()
    exact: int

    @abstractmethod
    def cut(self) -> Cut:
        """Returns what cuts the tree."""

    def __call__(
        self, vectors: Vectors, progress: Step | None = None, search: Search | None = None
    ) -> Labels:
        """Labels the vectors; `search` finds the neighbours of all rows where a graph of them is asked for."""
        cut = self.cut()
        if not len(vectors):
            return np.zeros(0, dtype=np.int32)
        if len(vectors) <= self.exact:
            return cut(average_linkage(vectors, progress=progress), vectors)
        return cut(graph_linkage(vectors, search=search, progress=progress), vectors)


@dataclass(frozen=True, slots=True)
class Hybrid(ByTree):
    """Average linkage and the hybrid tree cut. Heights are distances between unit vectors.

    Attributes:
        minimum_size: Fewest members of a cluster.
        deep_split: 0 to 4, how readily branches are split.
        cut_height: Texts that join above it are outliers; 0 for one that fits the tree.
        absorb: Clusters that may absorb unassigned texts: `none`, those of the `own` branch, or `any`; `pam` is R's
            PAM stage: those of the own branch, up to the cut height.
        reach: Distance up to which a cluster absorbs a text beyond its own radius.
        core: Objects whose scatter is measured: ``leading``, as in R, or ``lowest``.
        exact: Rows up to which the tree is exact.

    >>> Hybrid()(np.array([[0.0, 1.0], [0.01, 1.0], [1.0, 0.0], [1.0, 0.01], [-1.0, 0.0]])).tolist()
    [0, 0, 1, 1, -1]
    """

    minimum_size: int = 2
    deep_split: int = 0
    cut_height: float = 1.0
    absorb: str = "none"
    reach: float = 0.0
    core: str = "leading"
    exact: int = EXACT

    def cut(self) -> Cut:
        """Returns what cuts the tree."""
        absorptions = {
            "none": None,
            "own": Absorption(respects_tree=True, limit=self.reach),
            "any": Absorption(respects_tree=False, limit=self.reach),
            "pam": Absorption(respects_tree=True),
        }
        check_name("absorption", self.absorb, absorptions)
        absorb = absorptions[self.absorb]
        return HybridCut(self.minimum_size, self.deep_split, self.cut_height or None, absorb, self.core)


@dataclass(frozen=True, slots=True)
class TopDown(ByTree):
    """Average linkage, and a cut that splits from the top as long as that gives clusters.

    Attributes:
        minimum_size: Fewest members of a cluster.
        deep_split: 0 splits what the cut height leaves once, more as often as possible.
        cut_height: Where the splitting starts; 0 for a height that fits the tree.
        exact: Rows up to which the tree is exact.
    """

    minimum_size: int = 2
    deep_split: int = 1
    cut_height: float = 0.9
    exact: int = EXACT


@dataclass(frozen=True, slots=True)
class Tree(TopDown):
    """The dynamic tree cut, as R has it."""

    def cut(self) -> Cut:
        """Returns what cuts the tree."""
        return TreeCut(self.minimum_size, self.deep_split, self.cut_height or None)


@dataclass(frozen=True, slots=True)
class Levels(TopDown):
    """Each branch cut at levels of its own: a variant of this project, not R's."""

    def cut(self) -> Cut:
        """Returns what cuts the tree."""
        return LevelCut(self.minimum_size, self.deep_split, self.cut_height or None)


@dataclass(frozen=True, slots=True)
class Constant(ByTree):
    """Average linkage cut at one height, into clusters of a minimum size; exact up to so many rows."""

    height: float = 0.75
    minimum_size: int = 2
    exact: int = EXACT

    def cut(self) -> Cut:
        """Returns what cuts the tree."""
        return ConstantCut(self.height, self.minimum_size)

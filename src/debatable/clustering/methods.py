"""Ways to cluster vectors, by name: `method("hybrid(deep_split=3)")(vectors)` returns labels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from debatable import naming
from debatable.clustering.absorption import Absorption
from debatable.clustering.constant import ConstantCut
from debatable.clustering.distances import Doubles, Labels, Progress
from debatable.clustering.graph import graph_linkage
from debatable.clustering.hybrid import HybridCut
from debatable.clustering.kmeans import KMeans
from debatable.clustering.linkage import average_linkage
from debatable.clustering.tree import TreeCut
from debatable.errors import UnknownNameError

__all__ = ["Clustering", "Constant", "Hybrid", "Tree", "method", "method_name"]


# Above so many rows the tree is made from a neighbour graph: 65,536 rows take about 7 GB exactly.
EXACT = 65_536


class Clustering(Protocol):
    """Vectors to labels; -1 is an outlier."""

    def __call__(self, vectors: NDArray[np.floating], progress: Progress | None = None) -> Labels:
        """Labels the vectors."""


class Cut(Protocol):
    """A tree and its vectors to labels; -1 is an outlier."""

    def __call__(self, tree: Doubles, vectors: NDArray[np.floating]) -> Labels:
        """Labels the leaves."""


def labelled(cut: Cut, vectors: NDArray[np.floating], exact: int, progress: Progress | None) -> Labels:
    """Cuts the exact tree of up to so many rows, and that of the neighbour graph for more."""
    if not len(vectors):
        return np.zeros(0, dtype=np.int32)
    linkage = average_linkage if len(vectors) <= exact else graph_linkage
    return cut(linkage(vectors, progress=progress), vectors)


@dataclass(frozen=True, slots=True)
class Hybrid:
    """Average linkage and the hybrid tree cut. Heights are distances between unit vectors.

    Attributes:
        minimum_size: Fewest members of a cluster.
        deep_split: 0 to 4, how readily branches are split.
        cut_height: Texts that join above it are outliers; 0 for one that fits the tree.
        absorb: Who may take in unassigned texts: `none`, clusters of the `own` branch, or `any`.
        reach: Distance up to which a cluster takes a text beyond its own radius.
        exact: Rows up to which the tree is exact.

    >>> Hybrid()(np.array([[0.0, 1.0], [0.01, 1.0], [1.0, 0.0], [1.0, 0.01], [-1.0, 0.0]])).tolist()
    [0, 0, 1, 1, -1]
    """

    minimum_size: int = 2
    deep_split: int = 0
    cut_height: float = 1.0
    absorb: str = "none"
    reach: float = 0.0
    exact: int = EXACT

    def __call__(self, vectors: NDArray[np.floating], progress: Progress | None = None) -> Labels:
        """Labels the vectors."""
        absorptions = {
            "none": None,
            "own": Absorption(respects_tree=True, limit=self.reach),
            "any": Absorption(respects_tree=False, limit=self.reach),
        }
        if self.absorb not in absorptions:
            raise UnknownNameError("absorption", self.absorb, absorptions)
        cut = HybridCut(self.minimum_size, self.deep_split, self.cut_height or None, absorptions[self.absorb])
        return labelled(cut, vectors, self.exact, progress)


@dataclass(frozen=True, slots=True)
class Tree:
    """Average linkage and the dynamic tree cut.

    Attributes:
        minimum_size: Fewest members of a cluster.
        deep_split: 0 splits a branch once, more as often as possible.
        cut_height: Where the splitting starts; 0 for a height that fits the tree.
        exact: Rows up to which the tree is exact.
    """

    minimum_size: int = 2
    deep_split: int = 1
    cut_height: float = 0.9
    exact: int = EXACT

    def __call__(self, vectors: NDArray[np.floating], progress: Progress | None = None) -> Labels:
        """Labels the vectors."""
        cut = TreeCut(self.minimum_size, self.deep_split, self.cut_height or None)
        return labelled(cut, vectors, self.exact, progress)


@dataclass(frozen=True, slots=True)
class Constant:
    """Average linkage cut at one height.

    Attributes:
        height: Of the cut.
        minimum_size: Fewest members of a cluster.
        exact: Rows up to which the tree is exact.
    """

    height: float = 0.75
    minimum_size: int = 2
    exact: int = EXACT

    def __call__(self, vectors: NDArray[np.floating], progress: Progress | None = None) -> Labels:
        """Labels the vectors."""
        return labelled(ConstantCut(self.height, self.minimum_size), vectors, self.exact, progress)


METHODS: dict[str, Clustering] = {
    "constant": Constant(),
    "hybrid": Hybrid(),
    "kmeans": KMeans(),
    "tree": Tree(),
}


def method(name: str) -> Clustering:
    """Returns a way to cluster by its name, with parameters or without.

    >>> method("tree(minimum_size=5)")
    Tree(minimum_size=5, deep_split=1, cut_height=0.9, exact=65536)
    """
    return naming.build("clustering", name, METHODS)


def method_name(way: Clustering) -> str:
    """Returns the name that parses back to a way to cluster.

    >>> method_name(method("tree(minimum_size=5)"))
    'tree(minimum_size=5)'
    """
    return naming.print_name(way, METHODS)

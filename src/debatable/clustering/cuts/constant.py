"""A cut through the whole tree at one height."""

from __future__ import annotations

from dataclasses import dataclass

from debatable.arrays import Labels, Vectors
from debatable.clustering.cuts.dendrogram import Dendrogram, numbered

__all__ = ["ConstantCut"]


@dataclass(frozen=True, slots=True)
class ConstantCut:
    """Every branch that is joined at most at one height is a cluster.

    Attributes:
        height: Where the tree is cut; None for 99 % of the way from the 5 % quantile of the joining heights
            to their maximum.
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

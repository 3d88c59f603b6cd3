"""Dynamic hybrid tree cut (Langfelder, Zhang, Horvath 2008): branches judged by their shape.

Equal to R's dynamicTreeCut, default parameters, on 60 trees with 45 settings each; see ``branches`` for what the
description leaves open. With the ``lowest`` core it is a variant of this project, which R does not have.
"""

from __future__ import annotations

from dataclasses import dataclass

from debatable.arrays import Labels, Vectors
from debatable.clustering.cuts.absorption import Absorption
from debatable.clustering.cuts.branches import Branches
from debatable.clustering.cuts.cores import SCALES
from debatable.clustering.cuts.dendrogram import Dendrogram, check_cut, numbered
from debatable.clustering.distances import Points
from debatable.errors import InputError, UnknownNameError

__all__ = ["HybridCut"]

# s of the description for deep split 0 to 4: how much scatter a core may have.
SCATTER = (0.64, 0.73, 0.82, 0.91, 0.95)


@dataclass(frozen=True, slots=True)
class HybridCut:
    """Finds clusters at different heights, also nested ones, from the tree and the distances.

    Attributes:
        minimum_size: N0, the objects a cluster has at least.
        deep_split: 0 to 4, how readily branches are split.
        cut_height: Objects that join above it are unassigned; None for 99 % of the way from the 5 %
            quantile of the joining heights to their maximum.
        absorb: Whether and how unassigned objects are given to the nearest cluster afterwards (the PAM-like
            stage); None leaves them unassigned.
        core: Whose scatter says how tight a branch is: ``leading``, as in R, or ``lowest``: see ``cores``.

    >>> import numpy as np
    >>> tree = np.array([[0, 1, 0.1, 2], [2, 3, 0.1, 2], [4, 5, 1.0, 4]])
    >>> HybridCut(minimum_size=2)(tree, np.array([[0.0], [0.1], [1.0], [1.1]])).tolist()
    [0, 0, 1, 1]
    """

    minimum_size: int = 2
    deep_split: int = 1
    cut_height: float | None = None
    absorb: Absorption | None = Absorption()
    core: str = "leading"

    def __post_init__(self) -> None:
        """Checks the parameters."""
        check_cut(self.minimum_size, self.deep_split)
        if self.core not in SCALES:
            raise UnknownNameError("core", self.core, SCALES)

    def __call__(self, tree: Vectors, vectors: Vectors) -> Labels:
        """Labels the leaves of a tree; -1 for those in no cluster."""
        points = Points(vectors)
        dendrogram = Dendrogram(tree)
        if len(points) != dendrogram.leaves:
            raise InputError(f"a tree of {dendrogram.leaves} leaves does not fit {len(points)} vectors")
        scale = SCALES[self.core]
        cut_height = self.cut_height
        if cut_height is None:
            cut_height = dendrogram.default_cut_height(interpolated=scale.interpolated)
        s = SCATTER[self.deep_split]
        branches = Branches(dendrogram, points, self.minimum_size, s, cut_height, scale)
        branches.walk()
        groups = {node: dendrogram.members(node) for node in sorted(branches.closed)}
        if self.absorb is not None:
            whole = [dendrogram.members(node) for node in branches.whole]
            groups = self.absorb(dendrogram, points, groups, cut_height, whole)
        return numbered(groups.values(), dendrogram.leaves)

"""Dynamic hybrid tree cut (Langfelder, Zhang, Horvath 2008): branches judged by their shape.

What the description leaves open is decided so:

- The core of a branch of N objects is its floor(N0/2 + sqrt(N - N0/2)) objects (at least 2) whose first
  join is lowest; one more where the next is tied with the last of them, as the two leaves of one join are,
  so that the order of the input does not matter.
- A branch that no join below the cut height closed is judged at the cut height.
- A branch that fails goes on together with the other; beside a composite branch its objects become
  unassigned. Two branches that both fail go on as one branch.
- Quantiles are interpolated linearly.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from debatable.arrays import Ints, Labels, Vectors
from debatable.clustering.cuts.absorption import Absorption
from debatable.clustering.cuts.dendrogram import Dendrogram, check_cut, numbered
from debatable.clustering.distances import Points
from debatable.errors import InputError

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

    >>> tree = np.array([[0, 1, 0.1, 2], [2, 3, 0.1, 2], [4, 5, 1.0, 4]])
    >>> HybridCut(minimum_size=2)(tree, np.array([[0.0], [0.1], [1.0], [1.1]])).tolist()
    [0, 0, 1, 1]
    """

    minimum_size: int = 2
    deep_split: int = 1
    cut_height: float | None = None
    absorb: Absorption | None = Absorption()

    def __post_init__(self) -> None:
        """Checks the parameters."""
        check_cut(self.minimum_size, self.deep_split)

    def __call__(self, tree: Vectors, vectors: Vectors) -> Labels:
        """Labels the leaves of a tree; -1 for those in no cluster."""
        points = Points(vectors)
        dendrogram = Dendrogram(tree)
        if len(points) != dendrogram.leaves:
            raise InputError(f"a tree of {dendrogram.leaves} leaves does not fit {len(points)} vectors")
        cut_height = dendrogram.default_cut_height() if self.cut_height is None else self.cut_height
        branches = _Branches(dendrogram, points, self.minimum_size, SCATTER[self.deep_split], cut_height)
        branches.walk()
        groups = {node: dendrogram.members(node) for node in sorted(branches.closed)}
        if self.absorb is not None:
            groups = self.absorb(dendrogram, points, groups, cut_height)
        return numbered(groups.values(), dendrogram.leaves)


class _Branches:
    """The walk from the bottom of a tree; `closed` are the nodes that are clusters."""

    def __init__(self, tree: Dendrogram, points: Points, n0: int, s: float, cut_height: float) -> None:
        self.tree, self.points, self.n0, self.cut_height = tree, points, n0, cut_height
        room = cut_height - tree.reference_height()
        self.most_scatter = tree.reference_height() + s * room
        self.least_gap = (1 - s) * 0.75 * room
        self.first_join = tree.heights[tree.parents[: tree.leaves]]
        self.composite = np.zeros(len(tree.sizes), dtype=bool)
        self.closed: list[int] = []

    def walk(self) -> None:
        """Judges every pair of branches where they join, and at the end what is left."""
        tree, sizes, composite = self.tree, self.tree.sizes.tolist(), self.composite
        below = int(np.searchsorted(tree.heights[tree.leaves :], self.cut_height, side="right"))
        for at, (left, right) in enumerate(tree.children[:below]):
            small, large = sorted((left, right), key=lambda node: sizes[node])
            if sizes[small] < self.n0 and not composite[large]:
                continue
            node = tree.leaves + at
            height = float(tree.heights[node])
            basic = [part for part in (small, large) if not composite[part]]
            if len(basic) == 2:
                # The smaller first: when it fails, the core of the larger need not be measured.
                composite[node] = all(self.qualifies(part, height) for part in basic)
                self.closed += basic if composite[node] else []
            else:
                composite[node] = True
                self.closed += [part for part in basic if self.qualifies(part, height)]
        for top in tree.tops(self.cut_height).tolist():
            if not composite[top] and self.qualifies(top, self.cut_height):
                self.closed.append(top)

    def qualifies(self, node: int, height: float) -> bool:
        """Whether a branch that joins the rest at a height is a cluster."""
        if self.tree.sizes[node] < self.n0:
            return False
        scatter = self.scatter(self.core(node))
        return scatter <= self.most_scatter and height - scatter >= self.least_gap

    def core(self, node: int) -> Ints:
        """Returns the objects of a branch that joined lowest."""
        members = np.sort(self.tree.members(node))
        size = int(self.n0 / 2 + math.sqrt(len(members) - self.n0 / 2))
        size = min(max(size, 2), len(members))
        joined = self.first_join[members]
        order = np.argsort(joined, kind="stable")
        if size < len(order) and joined[order[size]] == joined[order[size - 1]]:
            size += 1
        return members[order[:size]]

    def scatter(self, core: Ints) -> float:
        """Returns the mean distance between the objects of a core."""
        total = float(self.points.distances(core, core).sum())
        return total / (len(core) * (len(core) - 1))

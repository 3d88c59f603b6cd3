"""The walk of the hybrid tree cut: branches that grow from the bottom until they are closed or given up.

What the description leaves open was found by comparing answers with those of R's dynamicTreeCut, as a black box:

- A branch keeps its objects in an order, and its core is the first ceil(N0/2 + sqrt(N - N0/2)) of them (``cores`` has
  another one, of our own). Two leaves are ordered by row. Where two branches go on as one, the one that qualifies
  leads; where neither does, the larger one, and of equal ones that which was joined last.
- A branch that no join below the cut height closed is judged at the cut height.
- A branch that fails beside a composite one is given up: its objects are in no cluster. It is given up whole where
  it fails by its size alone; so is, of any other, each part that joined as a branch failing by its size alone. What was
  left over at the cut height is not whole.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

import numpy as np

from debatable.arrays import Ints
from debatable.clustering.cuts.cores import Scale
from debatable.clustering.cuts.dendrogram import Dendrogram
from debatable.clustering.distances import Points

__all__ = ["Branches"]


@dataclass(slots=True)
class _Branch:
    """A branch that is not closed: its node, its objects in order, and the parts that are whole."""

    node: int
    objects: deque[int]
    whole: list[int] = field(default_factory=list)


class Branches:
    """The walk from the bottom of a tree.

    Attributes:
        closed: The nodes that are clusters.
        whole: The nodes whose objects are in no cluster and belong together.
    """

    def __init__(
        self, tree: Dendrogram, points: Points, n0: int, s: float, cut_height: float, scale: Scale
    ) -> None:
        """Sets the limits: how much a core may scatter, and how far a branch must stand from the rest."""
        self.tree, self.points, self.n0, self.cut_height = tree, points, n0, cut_height
        self.core = scale.core
        reference = tree.reference_height(interpolated=scale.interpolated)
        room = cut_height - reference
        self.most_scatter = reference + s * room
        self.least_gap = (1 - s) * 0.75 * room
        self.closed: list[int] = []
        self.whole: list[int] = []

    def walk(self) -> None:
        """Judges every pair of branches where they join, and at the end what is left."""
        tree = self.tree
        open_branches: dict[int, _Branch] = {
            leaf: _Branch(leaf, deque([leaf])) for leaf in range(tree.leaves)
        }
        below = int(np.searchsorted(tree.heights[tree.leaves :], self.cut_height, side="right"))
        for node, (left, right) in enumerate(tree.children[:below], start=tree.leaves):
            height = float(tree.heights[node])
            # Composite branches are in no table: what is in it has no cluster under it.
            pair = [open_branches.pop(part) for part in sorted((left, right)) if part in open_branches]
            if len(pair) == 2 and (lead := self._lead(pair, height)) is not None:
                open_branches[node] = self._joined(node, lead, pair[1 - pair.index(lead)], height)
            elif len(pair) == 2:
                self.closed += [branch.node for branch in pair]
            elif pair:
                self._close(pair[0], height)
        for branch in open_branches.values():
            if self._large(branch) and self._shaped(branch, self.cut_height):
                self.closed.append(branch.node)
            else:
                self.whole += branch.whole

    def _lead(self, pair: list[_Branch], height: float) -> _Branch | None:
        """Returns which of two branches, earlier joined first, goes on before the other; None where both qualify."""
        small, large = sorted(pair, key=lambda branch: len(branch.objects))
        if len(large.objects) == 1:
            return pair[0]
        if not self._large(small) or not self._shaped(small, height):
            return large
        return None if self._shaped(large, height) else small

    def _joined(self, node: int, lead: _Branch, other: _Branch, height: float) -> _Branch:
        """Returns two branches as one; the shorter line of objects moves."""
        alone = 1 < len(other.objects) < self.n0 and self._shaped(other, height)
        whole = lead.whole + ([other.node] if alone else other.whole)
        if len(lead.objects) >= len(other.objects):
            lead.objects.extend(other.objects)
            return _Branch(node, lead.objects, whole)
        other.objects.extendleft(reversed(lead.objects))
        return _Branch(node, other.objects, whole)

    def _close(self, branch: _Branch, height: float) -> None:
        """Closes a branch that joins a composite one: as a cluster, or as objects that are in none."""
        shaped = self._shaped(branch, height)
        if shaped and self._large(branch):
            self.closed.append(branch.node)
        else:
            self.whole += [branch.node] if shaped else branch.whole

    def _large(self, branch: _Branch) -> bool:
        return len(branch.objects) >= self.n0

    def _shaped(self, branch: _Branch, height: float) -> bool:
        """Whether a branch that joins the rest at a height has a tight core and a gap around it."""
        scatter = self._scatter(self.core(self.tree, branch.node, branch.objects, self.n0))
        return scatter <= self.most_scatter and height - scatter >= self.least_gap

    def _scatter(self, core: Ints) -> float:
        """Returns the mean distance between the objects of a core."""
        total = float(self.points.distances(core, core).sum())
        return total / max(len(core) * (len(core) - 1), 1)

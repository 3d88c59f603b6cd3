"""Dynamic hybrid tree cut (Langfelder, Zhang, Horvath 2008): branches judged by their shape.

Equal to R's dynamicTreeCut, default parameters, on 60 trees with 45 settings each. With the ``lowest`` core it is a
variant of this project. What the description leaves open was found by comparing results with those of R:

- A branch keeps its objects in an order, and its core is the first ceil(N0/2 + sqrt(N - N0/2)) of them. Two leaves are
  ordered by row. Where two branches go on as one, the one that qualifies leads; where neither does, the larger one, and
  of equal ones that which was joined last.
- A branch that no join below the cut height closed is judged at the cut height.
- A branch that fails beside a composite one is given up: its objects are in no cluster. It is given up whole where
  it fails by its size alone; so is, of any other, each part that joined as a branch failing by its size alone. What was
  left over at the cut height is not whole.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

import numpy as np

from debatable.arrays import Ints, Labels, Vectors
from debatable.clustering.cuts.absorption import Absorption
from debatable.clustering.cuts.dendrogram import Dendrogram, check_cut, numbered
from debatable.clustering.distances import Points
from debatable.errors import InputError, check_name

Core = Callable[[Dendrogram, int, Collection[int], int], Ints]
"""Returns the core of the branch at a node of a tree, given its objects in the order of the walk, and N0."""


def core_size(n: int, n0: int) -> int:
    """Returns how many of the objects of a branch are its core: ceil(N0/2 + sqrt(N - N0/2)), but not beyond N.

    >>> [core_size(n, 4) for n in (1, 3, 6, 20)]
    [1, 3, 4, 7]
    """
    half = n0 / 2
    return n if n <= half else min(math.ceil(half + math.sqrt(n - half)), n)


def leading_core(tree: Dendrogram, node: int, objects: Collection[int], n0: int) -> Ints:
    """Returns the objects that lead the branch in the walk, as R's dynamicTreeCut does."""
    size = core_size(len(objects), n0)
    return np.fromiter(islice(objects, size), np.int64, size)


def lowest_core(tree: Dendrogram, node: int, objects: Collection[int], n0: int) -> Ints:
    """Returns the objects whose first join is lowest, wherever they are on the branch: a variant of this project.

    There are floor(N0/2 + sqrt(N - N0/2)) of them, 2 at least; one more where the next is tied with the last, as the
    two leaves of one join are, so that the order of the input does not matter.

    >>> tree = Dendrogram(np.array([[0, 3, 0.1, 2], [1, 2, 0.2, 2], [4, 5, 0.9, 4]]))
    >>> lowest_core(tree, 6, range(4), 2).tolist(), lowest_core(tree, 6, range(4), 4).tolist()
    ([0, 3], [0, 3, 1, 2])
    """
    members = np.sort(tree.members(node))
    half = n0 / 2
    size = min(max(int(half + math.sqrt(max(len(members) - half, 0.0))), 2), len(members))
    joined = tree.heights[tree.parents[members]]
    order = np.argsort(joined, kind="stable")
    if size < len(order) and joined[order[size]] == joined[order[size - 1]]:
        size += 1
    return np.asarray(members[order[:size]])


@dataclass(frozen=True, slots=True)
class Scale:
    """The core whose scatter counts, and whether the 5 % quantile of heights is interpolated between joins."""

    core: Core
    interpolated: bool


SCALES: Final[dict[str, Scale]] = {
    "leading": Scale(leading_core, interpolated=False),
    "lowest": Scale(lowest_core, interpolated=True),
}
"""The two by the names of their cores."""


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
        """Sets the limits of the scatter of a core and of the gap between a branch and the rest."""
        self.tree, self.points, self.n0, self.cut_height = tree, points, n0, cut_height
        self.core = scale.core
        reference = tree.reference_height(interpolated=scale.interpolated)
        span = cut_height - reference
        self.most_scatter = reference + s * span
        self.least_gap = (1 - s) * 0.75 * span
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


# s of the description for deep split 0 to 4: how much scatter a core may have.
SCATTER = (0.64, 0.73, 0.82, 0.91, 0.95)


@dataclass(frozen=True, slots=True)
class HybridCut:
    """Finds clusters at different heights, also nested ones, from the tree and the distances.

    Attributes:
        minimum_size: N0, the objects a cluster has at least.
        deep_split: 0 to 4, how readily branches are split.
        cut_height: Objects that join above it are unassigned; None for the default of :class:`Dendrogram`.
        absorb: How unassigned objects are assigned to the nearest cluster afterwards (the PAM-like stage); None: not.
        core: Objects whose scatter is measured: ``leading``, as in R, or ``lowest``, see :func:`lowest_core`.

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
        check_name("core", self.core, SCALES)

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

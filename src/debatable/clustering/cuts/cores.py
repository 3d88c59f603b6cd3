"""Cores of branches: the objects whose scatter says how tight a branch is; that of R, and one of our own."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from itertools import islice
from typing import Final, Protocol

import numpy as np

from debatable.arrays import Ints
from debatable.clustering.cuts.dendrogram import Dendrogram

__all__ = ["SCALES", "Core", "Scale", "core_size", "leading_core", "lowest_core"]


class Core(Protocol):
    """A way to choose the core of a branch."""

    def __call__(self, tree: Dendrogram, node: int, objects: Collection[int], n0: int) -> Ints:
        """Returns the core of the branch at a node, whose objects stand in the order of the walk."""


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
    """What a branch is measured by.

    Attributes:
        core: Chooses the objects whose scatter counts.
        interpolated: Whether the 5 % quantile of the joining heights, which scatter and gap are relative to, is
            interpolated between joins, or the height of a join, as in R.
    """

    core: Core
    interpolated: bool


SCALES: Final[dict[str, Scale]] = {
    "leading": Scale(leading_core, interpolated=False),
    "lowest": Scale(lowest_core, interpolated=True),
}
"""The two by the names of their cores."""

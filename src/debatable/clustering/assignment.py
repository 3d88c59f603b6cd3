"""Assigns new texts to existing clusters, whose ids stay; what fits nowhere starts a new cluster."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from debatable.arrays import Ints, Labels, Rows, Singles, VectorRows, Vectors
from debatable.clustering.distances import Points, checked
from debatable.errors import InputError

ROUNDING = 1e-6
BLOCK, FEW = 2_048, 4
SINGLE = 0.01
"""By how much two mean distances of vectors of length 1 may be wrong in single precision, with room to spare."""


def with_singletons(labels: Rows) -> Labels:
    """Gives every outlier a cluster of its own, with ids after the largest one.

    >>> with_singletons(np.array([0, -1, 1, -1])).tolist()
    [0, 2, 1, 3]
    """
    named: Labels = np.array(labels, dtype=np.int32)
    outliers = named < 0
    named[outliers] = named.max(initial=-1) + 1 + np.arange(outliers.sum())
    return named


@dataclass(frozen=True, slots=True)
class Assignment:
    """Assigns a new text to the cluster of least mean distance, if it lies within the cluster.

    Within is: no further than the cluster's radius, the largest mean distance of a member to the others, or than
    `least`. Texts that fit nowhere are clustered by average linkage, cut at `least`. Ties go to the smaller id.

    Attributes:
        least: Distance that is near enough for any cluster, also for one of a single text.

    >>> old = np.array([[0.0], [1.0], [9.0]])
    >>> Assignment(least=0.5)(np.array([[0.5], [5.0], [5.2], [9.0]]), old, np.array([3, 3, 7])).tolist()
    [3, 8, 8, 7]
    """

    least: float = 0.0

    def __post_init__(self) -> None:
        """Checks the parameters."""
        if not self.least >= 0:
            raise InputError(f"a distance is not negative, unlike {self.least}", where="least")

    def __call__(self, new: Vectors, vectors: VectorRows, labels: Rows) -> Labels:
        """Labels new vectors by the clusters of others, -1 for one in none; new ids follow the largest old one."""
        if len(vectors) != len(labels):
            raise InputError(f"{len(vectors)} vectors need as many labels, not {len(labels)}")
        if not len(new):
            return np.zeros(0, np.int32)
        from debatable.clustering.trees import Constant  # not needed where texts are only searched

        fresh = checked(new)
        assigned = self._to_old(fresh, vectors, np.asarray(labels))
        left = np.flatnonzero(assigned < 0)
        alone = Constant(height=self.least + ROUNDING, minimum_size=1)
        assigned[left] = int(np.max(labels, initial=-1)) + 1 + alone(fresh[left])
        return assigned

    def _to_old(self, new: Singles, vectors: VectorRows, labels: Rows) -> Labels:
        """Labels the vectors that lie within a cluster, -1 for the others."""
        assigned = np.full(len(new), -1, dtype=np.int32)
        order = np.argsort(labels, kind="stable")
        order = order[int((labels < 0).sum()) :]
        if not len(order):
            return assigned
        starts = np.flatnonzero(np.diff(labels[order], prepend=-1))
        sizes = np.diff(starts, append=len(order))
        for at in range(0, len(new), 256):
            part = new[at : at + 256]
            near = _nearly(part, vectors, order, starts)
            members = [order[starts[group] : starts[group] + sizes[group]] for group in near.tolist()]
            points = Points(np.concatenate([part, np.asarray(vectors[np.concatenate(members)], np.float32)]))
            groups = np.split(np.arange(len(part), len(points)), np.cumsum(sizes[near])[:-1])
            means = points.means(np.arange(len(part)), groups)
            choice = means.argmin(axis=1)
            least = means[np.arange(len(part)), choice]
            for group in np.unique(choice).tolist():
                chosen = np.flatnonzero(choice == group)
                reach = max(self.least, _radius(points, groups[group]))
                within = chosen[least[chosen] <= reach + ROUNDING]
                assigned[at + within] = labels[members[group][0]]
        return assigned


def _nearly(new: Singles, vectors: VectorRows, order: Ints, starts: Ints) -> Ints:
    """Returns the groups that may have the least mean distance to one of the rows, by distances in single precision.

    Args:
        new: What looks for a group.
        vectors: Of all rows, read in blocks.
        order: Rows of all groups, one group after the other.
        starts: Where each group begins.
    """
    distances = np.empty((len(new), len(vectors)), np.float32)
    own, largest = np.einsum("ij,ij->i", new, new), np.float32(0)
    for start in range(0, len(vectors), BLOCK):
        block = np.asarray(vectors[start : start + BLOCK], np.float32)
        squares = np.einsum("ij,ij->i", block, block)
        largest = np.maximum(largest, squares.max())
        # few by einsum: a library that starts threads for a product of so little waits for them on a busy machine
        products = np.einsum("ij,kj->ik", new, block) if len(new) <= FEW else new @ block.T
        distances[:, start : start + BLOCK] = own[:, None] + squares - 2 * products
    if not np.isfinite(largest):
        raise InputError("a vector holds NaN or infinity", todo="encode the texts again")
    np.sqrt(np.maximum(distances, 0, out=distances), out=distances)
    means = np.add.reduceat(distances[:, order], starts, axis=1) / np.diff(starts, append=len(order))
    slack = SINGLE * np.sqrt(max(largest, own.max()))
    return np.flatnonzero((means <= means.min(axis=1, keepdims=True) + slack).any(axis=0))


def _radius(points: Points, rows: Ints) -> float:
    """Returns the largest mean distance of a member to the others."""
    return float(points.means(rows, [rows]).max()) * len(rows) / max(len(rows) - 1, 1)

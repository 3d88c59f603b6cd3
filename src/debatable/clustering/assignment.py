"""Assigns new texts to existing clusters, whose ids stay; what fits nowhere starts a new cluster."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from debatable.arrays import Ints, Labels, Rows, Vectors
from debatable.clustering.distances import Points
from debatable.errors import InputError

ROUNDING = 1e-6
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

    def __call__(self, new: Vectors, vectors: Vectors, labels: Rows) -> Labels:
        """Labels new vectors by the clusters of others, -1 for one in none; new ids follow the largest old one."""
        if len(vectors) != len(labels):
            raise InputError(f"{len(vectors)} vectors need as many labels, not {len(labels)}")
        if not len(new):
            return np.zeros(0, np.int32)
        from debatable.clustering.trees import Constant  # not needed where texts are only searched

        points = Points(np.concatenate([np.asarray(vectors), np.asarray(new)]) if len(vectors) else new)
        rows = np.arange(len(vectors), len(points))
        assigned = self._to_old(points, rows, np.asarray(labels))
        fresh = int(np.max(labels, initial=-1)) + 1
        left = np.flatnonzero(assigned < 0)
        alone = Constant(height=self.least + ROUNDING, minimum_size=1)
        assigned[left] = fresh + alone(points.vectors[rows[left]])
        return assigned

    def _to_old(self, points: Points, rows: Ints, labels: Rows) -> Labels:
        """Labels the rows that lie within a cluster, -1 for the others."""
        assigned = np.full(len(rows), -1, dtype=np.int32)
        order = np.argsort(labels, kind="stable")
        order = order[int((labels < 0).sum()) :]
        if not len(order):
            return assigned
        ends = np.flatnonzero(np.diff(labels[order], append=np.inf)) + 1
        groups = [order[a:b] for a, b in pairwise([0, *ends.tolist()])]
        for at in range(0, len(rows), 256):
            part = rows[at : at + 256]
            near = _nearly(points, part, order, np.concatenate([[0], ends[:-1]]))
            means = points.means(part, [groups[group] for group in near.tolist()])
            place = means.argmin(axis=1)
            choice, least = near[place], means[np.arange(len(part)), place]
            for group in np.unique(choice).tolist():
                chosen = np.flatnonzero(choice == group)
                reach = max(self.least, _radius(points, groups[group]))
                within = chosen[least[chosen] <= reach + ROUNDING]
                assigned[at + within] = labels[groups[group][0]]
        return assigned


def _nearly(points: Points, rows: Ints, order: Ints, starts: Ints) -> Ints:
    """Returns the groups that may have the least mean distance to one of the rows, by distances in single precision.

    Args:
        points: Of all texts.
        rows: Those that look for a group.
        order: Rows of all groups, one group after the other.
        starts: Where each group begins.
    """
    vectors = points.vectors
    squares = np.einsum("ij,ij->i", vectors, vectors)
    distances = squares[rows, None] + squares - 2 * (vectors[rows] @ vectors.T)
    np.sqrt(np.maximum(distances, 0, out=distances), out=distances)
    sizes = np.diff(starts, append=len(order))
    means = np.add.reduceat(distances[:, order], starts, axis=1) / sizes
    slack = SINGLE * np.sqrt(squares.max())
    return np.flatnonzero((means <= means.min(axis=1, keepdims=True) + slack).any(axis=0))


def _radius(points: Points, rows: Ints) -> float:
    """Returns the largest mean distance of a member to the others."""
    return float(points.means(rows, [rows]).max()) * len(rows) / max(len(rows) - 1, 1)

"""Assigns new texts to existing clusters, whose ids stay; what fits nowhere starts a new cluster."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from debatable.arrays import Ints, Labels, Rows, Vectors
from debatable.clustering.distances import Points
from debatable.errors import InputError

__all__ = ["Assignment", "with_singletons"]

ROUNDING = 1e-6


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
        groups = np.split(order, np.flatnonzero(np.diff(labels[order])) + 1)
        for at in range(0, len(rows), 256):
            part = rows[at : at + 256]
            means = points.means(part, groups)
            choice = means.argmin(axis=1)
            least = means[np.arange(len(part)), choice]
            for group in np.unique(choice).tolist():
                chosen = np.flatnonzero(choice == group)
                reach = max(self.least, _radius(points, groups[group]))
                within = chosen[least[chosen] <= reach + ROUNDING]
                assigned[at + within] = labels[groups[group][0]]
        return assigned


def _radius(points: Points, rows: Ints) -> float:
    """Returns the largest mean distance of a member to the others."""
    return float(points.means(rows, [rows]).max()) * len(rows) / max(len(rows) - 1, 1)

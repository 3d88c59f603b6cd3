"""Soft membership: an argument may belong to several clusters."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from debatable.clustering.distances import Floats, Labels, Rows, checked, tile
from debatable.errors import InputError

__all__ = ["Memberships", "SoftMembership"]


@dataclass(frozen=True, slots=True)
class Memberships:
    """The clusters of each row, strongest first.

    Attributes:
        labels: A row of labels for each text, filled up with -1.
        weights: Their weights, summing to 1, or 0 for a text in no cluster.
    """

    labels: Labels
    weights: Floats

    def of(self, row: int) -> list[tuple[int, float]]:
        """Returns the clusters of a row with their weights."""
        pairs = zip(self.labels[row].tolist(), self.weights[row].tolist(), strict=True)
        return [(label, weight) for label, weight in pairs if label >= 0]


@dataclass(frozen=True, slots=True)
class SoftMembership:
    """Weights by distance to the centres of the clusters a text is within reach of.

    A text is within reach of its own cluster and of those whose centre is no further from it than from
    their own outermost member. Weights are those of fuzzy c-means (Bezdek 1981) among these clusters:
    u_i = 1 / sum_j (d_i / d_j)^(2 / (m - 1)).

    Attributes:
        most: Most clusters a text belongs to.
        fuzziness: m, above 1; near 1 everything goes to the nearest centre.
        reach: Factor on the radius of a cluster.

    >>> vectors = np.array([[0.0], [2.0], [5.0], [1.9], [4.0]])
    >>> soft = SoftMembership()(vectors, np.array([0, 0, 1, 1, -1]))
    >>> [(label, round(weight, 4)) for label, weight in soft.of(1)]  # 1 and 1.45 from the centres
    [(0, 0.6777), (1, 0.3223)]
    """

    most: int = 3
    fuzziness: float = 2.0
    reach: float = 1.0

    def __post_init__(self) -> None:
        """Checks the parameters."""
        if self.most < 1 or not self.fuzziness > 1 or not self.reach >= 0:
            raise InputError("soft membership needs most >= 1, fuzziness > 1, reach >= 0", where=repr(self))

    def __call__(self, vectors: NDArray[np.floating], labels: NDArray[np.integer]) -> Memberships:
        """Returns the memberships; a row labelled -1 belongs to whatever cluster reaches it."""
        vectors = checked(vectors)
        names, inside = np.unique(labels, return_inverse=True)
        shift = int(len(names) > 0 and names[0] < 0)
        own = inside - shift
        names = names[shift:]
        n, width = len(vectors), min(self.most, len(names))
        found = np.full((n, width), -1, dtype=np.int32)
        weights = np.zeros((n, width), dtype=np.float32)
        if not width:
            return Memberships(found, weights)
        centres, radii = _centres(vectors, own, len(names))
        lengths = (centres**2).sum(axis=1)
        for at in range(0, n, 1024):
            block = vectors[at : at + 1024].astype(np.float64)
            distances = tile((block, (block**2).sum(axis=1)), (centres, lengths))
            mine = own[at : at + 1024]
            rows = np.flatnonzero(mine >= 0)
            allowed = distances <= radii * self.reach + 1e-7
            allowed[rows, mine[rows]] = True
            ranked = np.argsort(np.where(allowed, distances, np.inf), axis=1, kind="stable")[:, :width]
            near = np.take_along_axis(distances, ranked, axis=1)
            usable = np.take_along_axis(allowed, ranked, axis=1)
            # A text at a centre belongs there alone: the smallest distances stand for zero.
            closeness = np.where(usable, np.maximum(near, 1e-9) ** (-2 / (self.fuzziness - 1)), 0.0)
            total = closeness.sum(axis=1, keepdims=True)
            weights[at : at + 1024] = closeness / np.where(total > 0, total, 1.0)
            found[at : at + 1024] = np.where(usable, names[ranked], -1)
        return Memberships(found, weights)


def _centres(vectors: Floats, own: Rows, count: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Returns the mean of each cluster and the distance of its outermost member from it."""
    order = np.argsort(own, kind="stable")[int((own < 0).sum()) :]
    starts = np.searchsorted(own[order], np.arange(count))
    centres = np.add.reduceat(vectors[order].astype(np.float64), starts, axis=0)
    centres /= np.diff(starts, append=len(order))[:, None]
    apart = np.sqrt(((vectors[order] - centres[own[order]]) ** 2).sum(axis=1))
    return centres, np.maximum.reduceat(apart, starts)

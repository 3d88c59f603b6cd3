"""The PAM-like stage of the hybrid tree cut: unassigned objects go to the nearest cluster."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from debatable.arrays import Floats, Ints
from debatable.clustering.cuts.dendrogram import Dendrogram
from debatable.clustering.distances import Points


@dataclass(frozen=True, slots=True)
class Absorption:
    """Assigns an unassigned object to the nearest cluster if it is near enough.

    Objects that belong together, as a branch too small for a cluster does, go together: their mean distance counts.
    Near enough is no further than the cluster's radius, the largest mean distance of a member to the others, or than
    the limit. Clusters stay as the tree left them meanwhile. Ties go to the cluster with the smallest row.

    Attributes:
        respects_tree: Only clusters under the object's lowest ancestor that has any count.
        medoids: Distances and radius are measured to the medoid, not as means over the members.
        limit: Distance up to which an object is absorbed whatever the radius; None for the cut height, as in R.
    """

    respects_tree: bool = True
    medoids: bool = False
    limit: float | None = None

    def __call__(
        self,
        tree: Dendrogram,
        points: Points,
        clusters: Mapping[int, Ints],
        cut_height: float,
        whole: Sequence[Ints] = (),
    ) -> dict[int, Ints]:
        """Returns the clusters, keyed by their nodes, with the objects they absorb; each of `whole` goes together."""
        limit = cut_height if self.limit is None else self.limit
        grown = {node: [rows] for node, rows in clusters.items()}
        measured = dict(clusters)
        if self.medoids:
            measured = {node: rows[[_medoid(points, rows)]] for node, rows in clusters.items()}
        unit = np.arange(tree.leaves)
        for rows in whole:
            unit[rows] = rows[0]
        for free, near in self._candidates(tree, clusters, cut_height):
            distances = _together(points.means(free, [measured[node] for node in near]), unit[free])
            choice = distances.argmin(axis=1)
            least = distances[np.arange(len(free)), choice]
            for at in np.unique(choice).tolist():
                chosen = choice == at
                reach = limit
                if (least[chosen] > limit).any():
                    reach = max(limit, self._radius(points, clusters[near[at]], measured[near[at]]))
                grown[near[at]].append(free[chosen & (least <= reach)])
        return {node: np.concatenate(parts) for node, parts in grown.items()}

    def _candidates(
        self, tree: Dendrogram, clusters: Mapping[int, Ints], cut_height: float
    ) -> Iterator[tuple[Ints, list[int]]]:
        """Yields sets of unassigned objects with the clusters that may absorb them."""
        if not clusters:
            return
        nodes = np.array(sorted(clusters, key=lambda node: int(tree.starts[node])))
        free = np.ones(tree.leaves, dtype=bool)
        free[np.concatenate(list(clusters.values()))] = False
        if not self.respects_tree:
            if free.any():
                yield np.flatnonzero(free), _by_smallest_row(clusters, nodes)
            return
        anchors = _anchors(tree, nodes, cut_height)
        starts = tree.starts[nodes]
        rows = np.flatnonzero(free & (anchors >= 0))
        rows = rows[np.argsort(anchors[rows], kind="stable")]
        for group in np.split(rows, np.flatnonzero(np.diff(anchors[rows])) + 1):
            if len(group):
                anchor = anchors[group[0]]
                begin = tree.starts[anchor]
                first, behind = np.searchsorted(starts, [begin, begin + tree.sizes[anchor]])
                yield group, _by_smallest_row(clusters, nodes[first:behind])

    def _radius(self, points: Points, rows: Ints, measured: Ints) -> float:
        """Returns the radius of a cluster."""
        if self.medoids:
            return float(points.distances(rows, measured).max())
        return float(_mean_distances(points, rows).max())


def _together(distances: Floats, unit: Ints) -> Floats:
    """Gives every row the mean of the rows of its unit.

    >>> _together(np.array([[1.0], [5.0], [3.0]]), np.array([7, 2, 7])).tolist()
    [[2.0], [5.0], [2.0]]
    """
    units, place, sizes = np.unique(unit, return_inverse=True, return_counts=True)
    if len(units) == len(unit):
        return distances
    sums = np.zeros((len(units), distances.shape[1]))
    np.add.at(sums, place, distances)
    means: Floats = (sums / sizes[:, None])[place]
    return means


def _by_smallest_row(clusters: Mapping[int, Ints], nodes: Ints) -> list[int]:
    """Returns nodes in the order of the smallest rows of their clusters."""
    return sorted(nodes.tolist(), key=lambda node: int(clusters[node].min()))


def _anchors(tree: Dendrogram, nodes: Ints, cut_height: float) -> Ints:
    """Returns the lowest ancestor of each leaf, up to the cut, that has a cluster under it, or -1."""
    holds = np.zeros(len(tree.sizes), dtype=bool)
    holds[nodes] = True
    below = int(np.searchsorted(tree.heights[tree.leaves :], cut_height, side="right"))
    for at, (left, right) in enumerate(tree.children[:below]):
        if holds[left] or holds[right]:
            holds[tree.leaves + at] = True
    anchors = np.where(holds, np.arange(len(holds)), -1)
    for node in range(len(holds) - 2, -1, -1):
        if anchors[node] < 0:
            anchors[node] = anchors[tree.parents[node]]
    return anchors[: tree.leaves]


def _mean_distances(points: Points, rows: Ints) -> Floats:
    """Returns the mean distance of each row to the other rows."""
    return points.means(rows, [rows])[:, 0] * (len(rows) / max(len(rows) - 1, 1))


def _medoid(points: Points, rows: Ints) -> int:
    """Returns the position of the row nearest to all others, ties by smallest coordinates, whatever the input order."""
    distances = _mean_distances(points, rows)
    tied = np.flatnonzero(distances <= distances.min() * (1 + 1e-9) + 1e-12)
    return int(tied[np.lexsort(points.vectors[rows[tied]].T[::-1])[0]])

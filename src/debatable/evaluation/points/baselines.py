"""What points are compared with: other ways to group the arguments of a side."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from debatable.arrays import Bools, Ints, Labels, Matrix
from debatable.clustering import clustering
from debatable.clustering.kmeans import KMeans
from debatable.embedding import BUNDLED
from debatable.learning.sameness import points
from debatable.ranking.formulas.soft_clusters import sameness, soft_cluster_probability

Baseline = Callable[[Matrix, int], Labels]
"""Vectors of the bundled encoder and how many points were found, to the group of each argument; -1 is none."""

OFFLINE = "lowest-core"
"""How an index clusters its premises."""


def by_kmeans(vectors: Matrix, count: int) -> Labels:
    """As many groups as points were found: k-means cannot tell how many there are."""
    return KMeans(clusters=max(count, 1))(vectors)


def offline(vectors: Matrix, count: int) -> Labels:
    """The clusters that an index would have."""
    return clustering(OFFLINE)(vectors)


def members_of_best(vectors: Matrix, count: int) -> Labels:
    """What `best` takes for the same: the premise that most are like, with all that say the same, then the next."""
    alike = sameness(
        points()(vectors.astype(np.float64), BUNDLED), np.zeros(len(vectors), np.int8), slice(None), 0.3
    )
    density = soft_cluster_probability(
        np.full(len(vectors), 1 / len(vectors)), vectors, np.zeros(len(vectors), np.int8), 0.6
    )
    labels = np.full(len(vectors), -1, np.int32)
    for row in np.argsort(-density, kind="stable"):
        if labels[row] < 0:
            labels[(alike[row] >= 5 / 7) & (labels < 0)] = labels.max(initial=-1) + 1
    return labels


BASELINES: Mapping[str, Baseline] = {
    "k-means": by_kmeans,
    "offline clusters": offline,
    "members of best": members_of_best,
}
"""Ways to group arguments, by name."""


def groups_of(labels: Labels) -> Bools:
    """Returns which argument is in which group; a group of one is none.

    >>> groups_of(np.array([0, 0, 1, -1], np.int32)).tolist()
    [[True], [True], [False], [False]]
    """
    numbers = [number for number in range(int(labels.max(initial=-1)) + 1) if (labels == number).sum() > 1]
    return np.asarray(labels[:, None] == np.array(numbers, np.int32)[None, :])


def medoids(vectors: Matrix, groups: Bools) -> Ints:
    """Returns the argument of each group that is nearest to the group's mean."""
    places = []
    for group in groups.T:
        rows = np.flatnonzero(group)
        places.append(int(rows[np.argmax(vectors[rows] @ vectors[rows].mean(axis=0))]))
    return np.array(places, np.int64)

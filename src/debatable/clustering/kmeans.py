"""k-means: exact for a chosen number of clusters, or centres from a sample for cells of many vectors."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from debatable.arrays import Floats, Ints, Labels, Rows, Singles, Vectors
from debatable.clustering.distances import checked
from debatable.errors import InputError
from debatable.progress import Step

ROUNDS = 300
"""Most rounds of Lloyd's algorithm."""


@dataclass(frozen=True, slots=True)
class KMeans:
    """Lloyd's k-means from the starting centres of k-means++, labels by smallest row.

    Attributes:
        clusters: How many; fewer where there are fewer different vectors, or where a centre lost all its own.
        seed: Of the starting centres.
        starts: How many starts the best is taken of.

    >>> KMeans(clusters=2)(np.array([[5.0], [0.0], [5.1], [0.1]])).tolist()
    [0, 1, 0, 1]
    """

    clusters: int = 8
    seed: int = 0
    starts: int = 4

    def __post_init__(self) -> None:
        """Checks the parameters."""
        if self.clusters < 1 or self.starts < 1:
            raise InputError("k-means needs at least one cluster and one start", where=repr(self))
        if self.seed < 0:
            raise InputError(f"the seed is {self.seed}", where=repr(self), todo="give 0 or more")

    def __call__(self, vectors: Vectors, progress: Step | None = None) -> Labels:
        """Labels the vectors; every one is in a cluster."""
        vectors = checked(vectors)
        if not len(vectors):
            return np.zeros(0, dtype=np.int32)
        points = np.asarray(vectors, dtype=np.float64)
        count = min(self.clusters, len(np.unique(points, axis=0)))
        seeds = np.random.default_rng(self.seed)
        tried = [_settled(points, count, seeds) for _ in range(self.starts)]
        raw = min(tried, key=lambda one: one[1])[0]
        _, first, inverse = np.unique(raw, return_index=True, return_inverse=True)
        return np.asarray(np.argsort(np.argsort(first))[inverse], dtype=np.int32)


def _settled(points: Floats, count: int, seeds: np.random.Generator) -> tuple[Ints, float]:
    """Returns labels that another round does not change, and the sum of squares within the clusters."""
    from scipy.cluster.vq import kmeans2

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a centre that lost all of its points stays where it is
        centres, labels = kmeans2(points, count, iter=1, minit="++", rng=seeds)
        for _ in range(ROUNDS):
            before = labels
            centres, labels = kmeans2(points, centres, iter=1, minit="matrix")
            if np.array_equal(labels, before):
                break
    return labels.astype(np.int64), float(np.square(points - centres[labels]).sum())


def one_per_cluster(labels: Rows, scores: Sequence[float] | Vectors) -> Ints:
    """Returns the best row of each cluster, best first, ties by smaller row; an outlier is its own cluster.

    >>> one_per_cluster(np.array([0, 1, 0, -1]), [0.2, 0.5, 0.9, 0.1]).tolist()
    [2, 1, 3]
    """
    scores = np.asarray(scores, dtype=np.float64)
    if scores.shape != labels.shape:
        raise InputError(f"{len(labels)} labels need as many scores, not {scores.shape}")
    seen: set[int] = set()
    kept = []
    for row in np.argsort(-scores, kind="stable").tolist():
        label = int(labels[row])
        if label < 0 or label not in seen:
            kept.append(row)
            seen.add(label)
    return np.array(kept, dtype=np.int64)


BLOCK = 8_192


def sampled_centres(sample: Singles, count: int, rounds: int, random: np.random.Generator) -> Singles:
    """Returns so many centres by rounds of Lloyd's algorithm, starting from random vectors of the sample.

    A centre without vectors stays where it is.
    """
    centres: Singles = sample[np.sort(random.choice(len(sample), count, replace=False))]
    for _ in range(rounds):
        nearest = nearest_centres(sample, centres)
        order = np.argsort(nearest, kind="stable")
        used, starts = np.unique(nearest[order], return_index=True)
        sums = np.add.reduceat(sample[order], starts, axis=0)
        centres[used] = sums / np.diff(starts, append=len(order))[:, None]
    return centres


def nearest_centres(vectors: Vectors, centres: Singles) -> Rows:
    """Returns the nearest centre of each vector, by Euclidean distance.

    >>> nearest_centres(np.array([[0.9], [5.0]]), np.array([[1.0], [4.0]], np.float32)).tolist()
    [0, 1]
    """
    half = (centres * centres).sum(axis=1) / 2
    nearest = np.empty(len(vectors), dtype=np.int64)
    for at in range(0, len(vectors), BLOCK):
        block = np.asarray(vectors[at : at + BLOCK], np.float32)
        nearest[at : at + BLOCK] = (block @ centres.T - half).argmax(axis=1)
    return nearest

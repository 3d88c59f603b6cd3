"""k-means: as many clusters as asked for, and one premise of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from debatable.arrays import Ints, Labels, Rows, Vectors
from debatable.clustering.distances import checked
from debatable.errors import InputError
from debatable.progress import Step

__all__ = ["KMeans", "one_per_cluster"]


@dataclass(frozen=True, slots=True)
class KMeans:
    """Lloyd's k-means by scikit-learn, labels by smallest row.

    Attributes:
        clusters: How many clusters; fewer where there are fewer different vectors.
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

    def __call__(self, vectors: Vectors, progress: Step | None = None) -> Labels:
        """Labels the vectors; every one is in a cluster."""
        from sklearn.cluster import KMeans as Lloyd

        vectors = checked(vectors)
        if not len(vectors):
            return np.zeros(0, dtype=np.int32)
        count = min(self.clusters, len(np.unique(vectors, axis=0)))
        raw = Lloyd(count, n_init=self.starts, random_state=self.seed).fit_predict(vectors)
        _, first, inverse = np.unique(raw, return_index=True, return_inverse=True)
        rank = np.argsort(np.argsort(first))
        return np.asarray(rank[inverse], dtype=np.int32)


def one_per_cluster(labels: Rows, scores: Sequence[float] | Vectors) -> Ints:
    """Returns the best row of each cluster, best first; an outlier stands for itself.

    Ties go to the smaller row.

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

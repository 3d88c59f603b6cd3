"""The MAC phase: the cases whose whole text is nearest to that of the query."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from debatable.arrays import Matrix, Rows
from debatable.graphs.measures import Cosine, TextMeasure

__all__ = ["Cells", "Nearest", "nearest"]

Nearest = Callable[[str, int | None], list[tuple[int, float]]]
MANY = 20_000
SAMPLE = 64
"""Vectors for each cell in the sample of k-means; more move the centres little and take long."""


def nearest(measure: TextMeasure, topics: Sequence[str], many: int = MANY) -> Nearest:
    """Returns a function that finds the places of the nearest topics, nearest first, equal ones by place.

    From so many topics on, the cosine of an encoder is searched in the nearest cells alone.

    >>> from debatable.graphs.measures import Lexical
    >>> nearest(Lexical("standard"), ["cheap rents", "old dogs"])("the rents", 1)[0][0]
    0
    """
    if isinstance(measure, Cosine) and len(topics) >= many:
        encode, cells = measure.encode, Cells(measure.encode(list(topics)))
        return lambda topic, most: cells(encode([topic])[0], most)
    compare = measure.prepare(topics)

    def find(topic: str, most: int | None) -> list[tuple[int, float]]:
        return _first(compare([topic])[0], np.arange(len(topics)), most)

    return find


class Cells:
    """Vectors in k-means cells; only the cells nearest to a query are searched."""

    def __init__(self, vectors: Matrix, seed: int = 0, probes: int = 16) -> None:
        """Places about √n cells, by a sample of the vectors."""
        from scipy.cluster.vq import kmeans, vq

        self.vectors, self.probes = vectors, probes
        count = max(1, int(len(vectors) ** 0.5))
        seeds = np.random.default_rng(seed)
        sample = seeds.choice(len(vectors), min(len(vectors), SAMPLE * count), replace=False)
        self.centres, _ = kmeans(vectors[np.sort(sample)], count, iter=1, rng=seeds)
        labels, _ = vq(vectors, self.centres)
        self.members = [np.flatnonzero(labels == cell) for cell in range(len(self.centres))]

    def __call__(self, vector: Matrix, most: int | None) -> list[tuple[int, float]]:
        """Returns places and cosines, nearest first; all of them, exactly, if ``most`` is None."""
        if most is None:
            return _first(self.vectors @ vector, np.arange(len(self.vectors)), None)
        order = np.argsort(-(self.centres @ vector), kind="stable")
        probes, places = self.probes, np.empty(0, dtype=np.int64)
        while len(places) < min(most, len(self.vectors)):
            places = np.sort(np.concatenate([self.members[cell] for cell in order[:probes].tolist()]))
            probes *= 2
        return _first(self.vectors[places] @ vector, places, most)


def _first(similarities: Matrix, places: Rows, most: int | None) -> list[tuple[int, float]]:
    order = np.argsort(-similarities, kind="stable")[:most]
    return [(int(places[at]), max(0.0, float(similarities[at]))) for at in order]

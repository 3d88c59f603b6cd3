"""k-means as a premise ranker: as many clusters as hits, and of each the most relevant premise."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from debatable.arrays import Floats, Vectors
from debatable.naming import named, resolve
from debatable.ranking.diversity.premise_ranker import Picks, alone
from debatable.ranking.diversity.representations import REPRESENTATIONS, Representation
from debatable.ranking.protocol import Backend, Question
from debatable.ranking.relevance.protocol import RelevanceFilter, Relevant

__all__ = ["OnePerCluster"]


@dataclass(frozen=True, slots=True)
class OnePerCluster:
    """At most one premise a cluster, the clusters by the relevance of it (Fromm et al. 2021, 4).

    Attributes:
        representation: What premises are clustered by.
        seed: Of the starting centres.
    """

    representation: Representation = named(REPRESENTATIONS, "claim-sim")
    seed: int = 0

    def __post_init__(self) -> None:
        """Takes a name for a representation."""
        resolve(self)

    def __call__(
        self, question: Question, backend: Backend, relevance: RelevanceFilter, relevant: Relevant, k: int
    ) -> Picks:
        """Picks one premise of each of k clusters."""
        if len(relevant.rows) <= k:
            return alone(np.arange(len(relevant.rows)))
        vectors = self.representation(question, backend, relevance, relevant.rows)
        return self.pick(relevant.relevance, vectors, k)

    def pick(self, relevance: Floats, vectors: Vectors, k: int) -> Picks:
        """Picks one premise of each of k clusters; of equal ones the first."""
        if len(relevance) <= k:
            return alone(np.argsort(-relevance, kind="stable"))
        from debatable.clustering import KMeans, one_per_cluster

        labels = KMeans(clusters=k, seed=self.seed)(np.asarray(vectors, np.float64))
        picks = alone(one_per_cluster(labels, relevance))
        members = tuple(
            (a, *(p for p in np.flatnonzero(labels == labels[a]).tolist() if p != a))
            for a in picks.places.tolist()
        )
        return replace(picks, members=members)

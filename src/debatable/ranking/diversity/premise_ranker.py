"""Premise rankers: relevant premises in, a list without repetitions out (Fromm et al. 2021, 3.2)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol, get_args

import numpy as np

from debatable.arrays import Floats, Ints, Vectors
from debatable.errors import InputError, check_name
from debatable.naming import Table, check_fields, check_range, named
from debatable.ranking.diversity.representations import REPRESENTATIONS, Representation
from debatable.ranking.formulas.ecir2021 import Distance, biased_coreset, psim
from debatable.ranking.protocol import Backend, Question
from debatable.ranking.relevance.filters import RelevanceFilter, Relevant


@dataclass(frozen=True, slots=True)
class Picks:
    """Premises that were picked for the list, in its order.

    Attributes:
        places: Those picked, as places among the relevant premises.
        alpha: Weight of the relevance in the score; the rest is that of novelty.
        closest: psim of each with the earlier pick that is most like it.
        likest: That earlier pick, as a place among the relevant premises; -1 for none.
        members: The places of all premises in the cluster of each pick, itself first.
    """

    places: Ints
    alpha: float
    closest: Floats
    likest: Ints
    members: tuple[tuple[int, ...], ...]


class PremiseRanker(Protocol):
    """A stage that selects and orders premises of those that are relevant."""

    def __call__(
        self, question: Question, backend: Backend, relevance: RelevanceFilter, relevant: Relevant, k: int
    ) -> Picks:
        """Picks at most k premises."""

    def pick(self, relevance: Floats, vectors: Vectors, k: int) -> Picks:
        """Picks at most k premises by their relevances and representations."""


@dataclass(frozen=True, slots=True)
class TopK:
    """The most relevant premises, repetitions among them."""

    def __call__(
        self, question: Question, backend: Backend, relevance: RelevanceFilter, relevant: Relevant, k: int
    ) -> Picks:
        """Picks the first k."""
        return self.pick(relevant.relevance, np.zeros((len(relevant.rows), 0)), k)

    def pick(self, relevance: Floats, vectors: Vectors, k: int) -> Picks:
        """Picks the k most relevant; of equal ones the first."""
        return alone(np.argsort(-relevance, kind="stable")[:k])


def alone(places: Ints) -> Picks:
    """Returns picks by relevance, each for itself.

    >>> alone(np.array([3, 1])).members
    ((3,), (1,))
    """
    return Picks(
        places, 1.0, np.zeros(len(places)), np.full(len(places), -1), tuple((a,) for a in places.tolist())
    )


@dataclass(frozen=True, slots=True)
class OnePerCluster:
    """At most one premise a cluster, the clusters by the relevance of it (Fromm et al. 2021, 4)."""

    representation: Representation = named(REPRESENTATIONS, "claim-sim")
    seed: int = 0

    def __post_init__(self) -> None:
        """Takes a name for a representation and checks the seed."""
        check_fields(self)
        if self.seed < 0:
            raise InputError(f"the seed is {self.seed}", todo="give 0 or more")

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


@dataclass(frozen=True, slots=True)
class BiasedCoreset:
    """Each time the premise that is relevant and least like what was picked before.

    Attributes:
        alpha: Weight of the relevance: 1 ranks by it alone, 0 is the plain coreset.
        distance: What representations are compared by: ``cos``, ``l1`` or ``l2``.
        representation: What premises are compared by.
    """

    alpha: float = 0.9
    distance: Distance = "cos"
    representation: Representation = named(REPRESENTATIONS, "claim-sim")

    def __post_init__(self) -> None:
        """Takes names for objects and checks the parameters."""
        check_fields(self)
        check_range(self, "alpha", least=0, most=1, todo="give a weight from 0 to 1")
        check_name("distance", self.distance, get_args(Distance))

    def __call__(
        self, question: Question, backend: Backend, relevance: RelevanceFilter, relevant: Relevant, k: int
    ) -> Picks:
        """Picks by Algorithm 1; nothing is compared where relevance alone decides."""
        if not len(relevant.rows) or self.alpha == 1:
            return alone(np.arange(len(relevant.rows))[:k])
        vectors = self.representation(question, backend, relevance, relevant.rows)
        return self.pick(relevant.relevance, vectors, k)

    def pick(self, relevance: Floats, vectors: Vectors, k: int) -> Picks:
        """Picks by Algorithm 1."""
        found = biased_coreset(relevance, lambda p: psim(vectors, p, self.distance), k, self.alpha)
        closest = found.closest.copy()
        closest[:1] = -1.0 if self.distance == "cos" else 0.0  # the first is like nothing before it
        return replace(alone(found.places), alpha=self.alpha, closest=closest, likest=found.likest)


PREMISE_RANKERS: Table[PremiseRanker] = Table(
    "premise ranker", {"coreset": BiasedCoreset(), "kmeans": OnePerCluster(), "top": TopK()}
)
"""How a list is picked of relevant premises, by name."""

"""What a premise ranker is: relevant premises in, a list without repetitions out (Fromm et al. 2021, 3.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from debatable.arrays import Floats, Ints, Vectors
from debatable.ranking.protocol import Backend, Question
from debatable.ranking.relevance.protocol import RelevanceFilter, Relevant

__all__ = ["Picks", "PremiseRanker", "TopK", "alone"]


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
        """Picks at most k premises.

        Args:
            question: The query.
            backend: Where texts and vectors are.
            relevance: Says how relevant premises are to claims.
            relevant: The premises, most relevant first.
            k: How many.
        """

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

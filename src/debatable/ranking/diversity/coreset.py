"""Coresets: premises that are relevant and stand for all others (Fromm et al. 2021, Algorithm 1)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import get_args

import numpy as np

from debatable.arrays import Floats, Vectors
from debatable.errors import InputError, UnknownNameError
from debatable.naming import named, resolve
from debatable.ranking.diversity.premise_ranker import Picks, alone
from debatable.ranking.diversity.representations import REPRESENTATIONS, Representation
from debatable.ranking.formulas.ecir2021 import Distance, biased_coreset, psim
from debatable.ranking.protocol import Backend, Question
from debatable.ranking.relevance.protocol import RelevanceFilter, Relevant

__all__ = ["BiasedCoreset"]


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
        resolve(self)
        if not 0 <= self.alpha <= 1:
            raise InputError(f"alpha is {self.alpha}", todo="give a weight from 0 to 1")
        if self.distance not in get_args(Distance):
            raise UnknownNameError("distance", str(self.distance), get_args(Distance))

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

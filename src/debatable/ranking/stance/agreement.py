"""P(q and c have the same stance), asked of the stance model once a search."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from debatable.arrays import Floats, Ints, Signs
from debatable.learning import AlwaysSame, StanceModel
from debatable.ranking.protocol import Backend, Question

__all__ = ["Agreement", "agreement"]


@dataclass(frozen=True, slots=True)
class Agreement:
    """How probably claims have the stance of the query.

    Attributes:
        claims: Their rows, rising.
        probability: Of each.
    """

    claims: Ints
    probability: Floats

    def of(self, claims: Ints) -> Floats:
        """Returns it for given ones of the claims."""
        return np.asarray(self.probability[np.searchsorted(self.claims, claims)])

    def orientation(self, claims: Ints) -> Signs:
        """Returns -1 for each given claim that probably opposes the query, +1 for all others."""
        return np.where(self.of(claims) < 0.5, -1, 1).astype(np.int8)


def agreement(model: StanceModel, question: Question, backend: Backend, claims: Ints) -> Agreement:
    """Asks a stance model about claims.

    Args:
        model: A stance model; ``none`` takes every claim for aligned, as the experiments of the paper do.
        question: The query.
        backend: Where the texts are.
        claims: Rows of the claims.
    """
    rows = np.unique(claims)
    if isinstance(model, AlwaysSame) or not len(rows):
        return Agreement(rows, np.ones(len(rows)))
    return Agreement(rows, model(question.text, backend.texts("claims", rows)))

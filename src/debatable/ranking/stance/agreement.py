"""P(q and c have the same stance), asked of the stance model once a search."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from debatable.arrays import Floats, Ints, Signs
from debatable.learning import AlwaysSame, EvidenceModel, StanceModel
from debatable.ranking.protocol import Backend, Question
from debatable.ranking.stance.debate import debate_agreement

__all__ = ["Agreement", "agreement", "claim_mass"]


@dataclass(frozen=True, slots=True)
class Agreement:
    """How probably claims have the stance of the query.

    Attributes:
        claims: Their rows, rising.
        probability: Of each; 1/2 where nobody knows.
    """

    claims: Ints
    probability: Floats

    def of(self, claims: Ints) -> Floats:
        """Returns it for given ones of the claims."""
        return np.asarray(self.probability[np.searchsorted(self.claims, claims)])

    def orientation(self, claims: Ints) -> Signs:
        """Returns -1 for each given claim that probably opposes the query, +1 for all others."""
        return np.where(self.of(claims) < 0.5, -1, 1).astype(np.int8)

    def knows(self, claims: Ints) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """Says of given claims whether they were asked about."""
        return np.isin(claims, self.claims)


def agreement(
    model: StanceModel, question: Question, backend: Backend, claims: Ints, mass: Floats | None = None
) -> Agreement:
    """Asks a stance model about claims.

    A model that reads asks only about the claims that matter most, and adds up what it finds over the debate.

    Args:
        model: A stance model; ``none`` takes every claim for aligned, as the experiments of the paper do.
        question: The query.
        backend: Where the texts are.
        claims: Rows of the claims, rising, each once.
        mass: How much each of them matters; all alike without it.
    """
    if isinstance(model, AlwaysSame) or not len(claims):
        return Agreement(claims, np.ones(len(claims)))
    if isinstance(model, EvidenceModel):
        if not model.reads(question.text):
            return Agreement(claims, _equal_words(question, backend, claims))
        weight = np.ones(len(claims)) if mass is None else mass
        return Agreement(claims, debate_agreement(model, question, backend, claims, weight))
    return Agreement(claims, model(question.text, backend.texts("claims", claims)))


def _equal_words(question: Question, backend: Backend, claims: Ints) -> Floats:
    """Returns 1 for claims that have the very words of the query, 1/2 for all others: nobody read them."""
    words = sorted(question.tokens)
    texts = backend.texts("claims", claims)
    return np.array([1.0 if words and sorted(backend.tokens(text)) == words else 0.5 for text in texts])


def claim_mass(claims: Ints, rows: Ints, probability: Floats) -> Floats:
    """Adds up what is believed of claims, given one by one and perhaps several times.

    >>> claim_mass(np.array([3, 5, 8]), np.array([8, 3, 8]), np.array([0.5, 0.25, 0.25])).tolist()
    [0.25, 0.0, 0.75]
    """
    place = np.searchsorted(claims, rows)
    return np.bincount(place, weights=probability, minlength=len(claims)).astype(np.float64)

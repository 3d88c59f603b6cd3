"""What a relevance gate was fitted with: the weights of what is known of a hit, and the floor of what is near."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from debatable.arrays import Floats
from debatable.errors import InputError
from debatable.naming import check_fields, check_range
from debatable.ranking.protocol import Backend, Kind, Question

MOST_LOG_ODDS = 700.0
"""Of larger ones the exponential is no number."""


@dataclass(frozen=True, slots=True)
class Weights:
    """How the log-odds of relevance follow from what is known of a hit.

    Attributes:
        bias: Of all.
        read: Of the log-odds of relevance that were read.
        same: Of the log-odds that both are about one question.
        claim: Of the cosine of query and claim.
        premise: Of the cosine of query and premise.
    """

    bias: float
    read: float
    same: float
    claim: float
    premise: float

    def __post_init__(self) -> None:
        """Checks the numbers."""
        check_fields(self)

    def log_odds(self, evidence: Floats) -> Floats:
        """Returns the log-odds of hits from what is known of each, a row each, as `Closeness.evidence` returns it."""
        return np.asarray(self.bias + evidence @ np.array([self.read, self.same, self.claim, self.premise]))


# Fitted by tools/calibrate_closeness.py with debates left out; docs/lab/close.md has what they do. ALONE is
# stricter than its fit, as a floor of .7: of ten premises that are read one by one, one is easily taken for close.
WITH_CLAIM = Weights(bias=-2.58, read=0.5, same=0.66, claim=2.0, premise=5.15)
ALONE = Weights(bias=-2.6, read=0.11, same=0.62, claim=0.0, premise=5.6)
WITHOUT_VECTORS = Weights(bias=0.21, read=0.57, same=0.67, claim=0.0, premise=0.0)


@dataclass(frozen=True, slots=True)
class LowerFloor:
    """The probability from which on a premise is near to a query, though it may not be close.

    The nearer the best claim and the best premise of the corpus are to the query, the lower it is: a query in
    unusual words has neighbours, one that is off topic has none. It grows with the number of claims, since of many
    texts one or another is similar to anything.

    Attributes:
        bias: Its log-odds where nothing is similar to the query.
        claim: By how much the cosine of the best claim lowers them.
        premise: By how much the cosine of the best premise does.
        size: By how much they grow with the logarithm of the number of claims.
        few: Claims up to which their number counts for nothing.
        many: Claims from which on more of them count for nothing.
    """

    bias: float = 5.95
    claim: float = 8.0
    premise: float = 12.0
    size: float = 0.57
    few: int = 100
    many: int = 10_000

    def __post_init__(self) -> None:
        """Checks the numbers."""
        check_fields(self)
        if not 1 <= self.few <= self.many:
            raise InputError(
                f"few is {self.few}, many {self.many}", todo="give 1 or more, and no more than many"
            )

    def __call__(self, question: Question, backend: Backend) -> float:
        """Returns the probability, 1 where there are no vectors."""
        if not backend.has_vectors:
            return 1.0
        premise = best_cosine(question, backend, "premises")
        claim = best_cosine(question, backend, "claims") if backend.counts.claims else premise
        return self.at(claim, premise, backend.counts.claims)

    def at(self, claim: float, premise: float, claims: int) -> float:
        """Returns the probability.

        Args:
            claim: The cosine of the query and the nearest claim.
            premise: The cosine of the query and the nearest premise.
            claims: How many claims there are.

        >>> [round(LowerFloor().at(cosine, cosine, 80), 2) for cosine in (0.2, 0.3, 0.4, 0.5)]
        [0.88, 0.49, 0.11, 0.02]
        """
        grown = self.size * math.log(min(max(claims, self.few), self.many) / self.few)
        against = self.claim * claim + self.premise * premise - self.bias - grown
        return 1 / (1 + math.exp(min(against, MOST_LOG_ODDS)))


def best_cosine(question: Question, backend: Backend, kind: Kind) -> float:
    """Returns the cosine of the query and the nearest claim or premise, 0 where none is above 0."""
    return float(max(backend.nearest(kind, question.vector, 1).scores, default=0.0))


@dataclass(frozen=True, slots=True)
class SameQuestionEstimate:
    """The log-odds that query and claim are about one question, from another claim that was read.

    Fitted by least squares on everyday claims; docs/lab/readings.md has what it does.

    Attributes:
        bias: Of all.
        read: Weight of the log-odds of relevance.
        claim: Weight of the cosine of query and claim.
        premise: Weight of the cosine of query and premise.
        same: Weight of the log-odds of the claim that was read.
        near: Weight of the cosine of the two claims.
        same_near: Weight of the product of these two.
        low: Relevance from which on an estimate is too near to the floor, and the claim is read.
        high: Relevance up to which it is.
        most: Claims that are read at most.
    """

    bias: float = -1.55
    read: float = 0.22
    claim: float = -0.88
    premise: float = 0.58
    same: float = 0.06
    near: float = 1.56
    same_near: float = 0.81
    low: float = 0.2
    high: float = 0.7
    most: int = 4

    def __post_init__(self) -> None:
        """Checks the numbers."""
        check_fields(self)
        check_range(self, "most", least=1)

    def __call__(self, evidence: Floats, same: Floats, near: Floats) -> Floats:
        """Returns the log-odds of hits.

        Args:
            evidence: What is known of each hit, a row each, as `Closeness.evidence` returns it.
            same: Log-odds of the claim that was read and is nearest to that of each hit.
            near: Cosine of the two.
        """
        return np.asarray(
            self.bias
            + evidence[:, [0, 2, 3]] @ np.array([self.read, self.claim, self.premise])
            + self.same * same
            + self.near * near
            + self.same_near * same * near
        )

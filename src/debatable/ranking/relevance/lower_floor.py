"""The lower floor: from which probability on the premises of the nearest claims are worth showing."""

from __future__ import annotations

import math
from dataclasses import dataclass

from debatable.ranking.protocol import Backend, Kind, Question

__all__ = ["LowerFloor", "best_cosine"]


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

    bias: float = 5.75
    claim: float = 8.0
    premise: float = 12.0
    size: float = 0.65
    few: int = 100
    many: int = 10_000

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
        [0.85, 0.44, 0.1, 0.01]
        """
        grown = self.size * math.log(min(max(claims, self.few), self.many) / self.few)
        return 1 / (1 + math.exp(self.claim * claim + self.premise * premise - self.bias - grown))


def best_cosine(question: Question, backend: Backend, kind: Kind) -> float:
    """Returns the cosine of the query and the nearest claim or premise, 0 where none is above 0."""
    return float(max(backend.nearest(kind, question.vector, 1).scores, default=0.0))

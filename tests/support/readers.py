"""Models that read as they are told to, and write down what they were given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from debatable.arrays import Floats
from debatable.text import looks_english

__all__ = ["GivenEvidence", "GivenRelevance"]


@dataclass(frozen=True, eq=False)
class GivenEvidence:
    """Log-odds of claims, of pairs of claims in their order, and of premises, by their texts; 0 for all others.

    What is no claim is a query; one that denies another turns the log-odds of all claims.
    """

    claims: Mapping[str, float] = field(default_factory=dict)
    pairs: Mapping[tuple[str, str], float] = field(default_factory=dict)
    premises: Mapping[str, float] = field(default_factory=dict)
    read: list[tuple[str, str]] = field(default_factory=list)

    def __call__(self, query: str, claims: Sequence[str]) -> Floats:
        return 1 / (1 + np.exp(-self.between(claims, [query] * len(claims))))

    @property
    def fingerprint(self) -> str:
        return "given"

    def reads(self, text: str) -> bool:
        return looks_english(text)

    def between(self, claims: Sequence[str], others: Sequence[str]) -> Floats:
        pairs = list(zip(claims, others, strict=True))
        self.read.extend(pairs)
        return np.array(
            [self.pairs.get(pair, 0.0) if pair[1] in self.claims else self.own(*pair) for pair in pairs]
        )

    def own(self, claim: str, query: str) -> float:
        """Returns the log-odds that a query takes the side of a claim."""
        return (-1.0 if " not " in query else 1.0) * self.claims.get(claim, 0.0)

    def towards(self, query: str, premises: Sequence[str]) -> Floats:
        self.read.extend((query, premise) for premise in premises)
        return np.array([self.premises.get(premise, 0.0) for premise in premises])

    def skimmed(self, query: str, premises: Sequence[str]) -> Floats:
        return np.zeros(len(premises))


@dataclass(frozen=True, eq=False)
class GivenRelevance:
    """P(relevant) by the text; 1/2 for all others."""

    probability: Mapping[str, float] = field(default_factory=dict)
    read: list[tuple[str, ...]] = field(default_factory=list)

    def __call__(self, query: str, texts: Sequence[str]) -> Floats:
        self.read.append(tuple(texts))
        return np.array([self.probability.get(text, 0.5) for text in texts])

    def of_claims(self, query: str, claims: Sequence[str]) -> Floats:
        """Reads claims as all texts."""
        return self(query, claims)

"""Are two texts about one question? Another head of the model that tells sides, so that one reading answers both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from debatable.arrays import Floats
from debatable.learning.learned_model import LearnedModel

__all__ = ["SameQuestion"]

HEAD = "closeness"


@dataclass(frozen=True, slots=True)
class SameQuestion(LearnedModel):
    """Asks a reader of pairs; nothing is loaded before the first use.

    Pairs stand in the order in which their sides are read, so that what was read for the side is not read again: a
    claim before the query, the query before a premise.
    """

    model: str = "stance"

    def __call__(self, query: str, texts: Sequence[str]) -> Floats:
        """Returns P(one question) of the query and every premise, calibrated."""
        return self.reader.probability(HEAD, [query] * len(texts), texts)

    def of_claims(self, query: str, claims: Sequence[str]) -> Floats:
        """Returns P(one question) of the query and every claim, calibrated."""
        return self.reader.probability(HEAD, claims, [query] * len(claims))

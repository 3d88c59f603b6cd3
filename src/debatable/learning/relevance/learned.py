"""Learned relevance: a small model that reads query and premise together (Fromm et al. 2021, 3.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from debatable.arrays import Floats
from debatable.learning.learned_model import LearnedModel

__all__ = ["LearnedRelevance"]

HEAD = "relevance"


@dataclass(frozen=True, slots=True)
class LearnedRelevance(LearnedModel):
    """Asks a reader of pairs; nothing is loaded before the first use."""

    def __call__(self, query: str, texts: Sequence[str]) -> Floats:
        """Returns P(relevant) for every premise or claim, calibrated."""
        return self.reader.probability(HEAD, [query] * len(texts), texts)

    def logits(self, query: str, texts: Sequence[str]) -> Floats:
        """Returns the evidence of every text before calibration; above 0 it speaks for relevance."""
        return self.reader.head(HEAD, [query] * len(texts), texts)

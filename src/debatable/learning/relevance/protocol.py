"""What a relevance model is, and the one that takes everything for relevant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from debatable.arrays import Floats

__all__ = ["AlwaysRelevant", "QuestionModel", "RelevanceModel"]


@runtime_checkable
class RelevanceModel(Protocol):
    """Tells whether premises or claims belong to the debate of a query."""

    def __call__(self, query: str, texts: Sequence[str]) -> Floats:
        """Returns P(text is relevant to the query, for or against it) for every text."""
        ...


@runtime_checkable
class QuestionModel(RelevanceModel, Protocol):
    """A relevance model that reads claims in another way than premises."""

    def of_claims(self, query: str, claims: Sequence[str]) -> Floats:
        """Returns P(claim and query are about one question) for every claim."""
        ...


@dataclass(frozen=True, slots=True)
class AlwaysRelevant:
    """Takes every text for relevant, as an engine without a relevance model does.

    >>> AlwaysRelevant()("Ban cars", ["Cars kill", "I like tea"]).tolist()
    [1.0, 1.0]
    """

    def __call__(self, query: str, texts: Sequence[str]) -> Floats:
        """Returns 1 for every text."""
        return np.ones(len(texts))

    def of_claims(self, query: str, claims: Sequence[str]) -> Floats:
        """Returns 1 for every claim."""
        return np.ones(len(claims))

"""What a stance model is, and the one that knows no sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from debatable.arrays import Floats, Singles

__all__ = ["AlwaysSame", "EvidenceModel", "LoadedModel", "StanceModel"]


@runtime_checkable
class StanceModel(Protocol):
    """Tells whether claims take the same side as a query."""

    def __call__(self, query: str, claims: Sequence[str], similarity: Singles | None = None) -> Floats:
        """Returns P(query and claim have the same stance) for every claim.

        Args:
            query: The statement that is searched for.
            claims: Statements about the same thing.
            similarity: Cosine of query and each claim, where an encoder has computed it.
        """
        ...


@runtime_checkable
class LoadedModel(Protocol):
    """A model that takes a while to load."""

    def begin(self) -> None:
        """Begins to load it, beside what else is to be done before it is needed."""
        ...


@runtime_checkable
class EvidenceModel(Protocol):
    """A stance model that reads two texts together and says how much speaks for either side, so that it adds up."""

    def reads(self, text: str) -> bool:
        """Says whether a text is in a language that it was taught."""
        ...

    def between(self, claims: Sequence[str], others: Sequence[str]) -> Floats:
        """Returns for every pair the log-odds that the second, a claim or a query, takes the side of the first."""
        ...

    def towards(self, query: str, premises: Sequence[str]) -> Floats:
        """Returns for every premise the log-odds that it supports the query."""
        ...

    def skimmed(self, query: str, premises: Sequence[str]) -> Floats:
        """Returns the same by a look at the words, for more premises than can be read."""
        ...


@dataclass(frozen=True, slots=True)
class AlwaysSame:
    """Takes every claim to be on the query's side, as an engine without a stance model does."""

    def __call__(self, query: str, claims: Sequence[str], similarity: Singles | None = None) -> Floats:
        """Returns 1 for every claim."""
        return np.ones(len(claims))

"""What a stance model is, and the one that knows no sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from debatable.arrays import Floats, Singles

__all__ = ["AlwaysSame", "StanceModel"]


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


@dataclass(frozen=True, slots=True)
class AlwaysSame:
    """Takes every claim to be on the query's side, as an engine without a stance model does."""

    def __call__(self, query: str, claims: Sequence[str], similarity: Singles | None = None) -> Floats:
        """Returns 1 for every claim."""
        return np.ones(len(claims))

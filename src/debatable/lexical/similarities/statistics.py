"""What a similarity knows of the collection and of a term."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Numbers", "Statistics"]

Numbers = float | NDArray[np.floating[Any]] | NDArray[np.integer[Any]]


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counts of a collection and of a term; those of a term may be arrays, one entry a posting.

    Attributes:
        N: Number of documents with at least one token.
        T: Number of tokens in all documents.
        n: Number of documents with the term.
        F: Number of occurrences of the term in all documents.

    >>> Statistics(N=4, T=18, n=1, F=2).avgdl
    4.5
    """

    N: float
    T: float
    n: Numbers
    F: Numbers

    @property
    def avgdl(self) -> float:
        """Mean length of a document."""
        return self.T / self.N

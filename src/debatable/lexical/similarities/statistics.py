"""What a similarity knows of the collection and of a term."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

__all__ = ["Numbers", "Similarity", "Statistics"]

Numbers = float | NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counts of a collection and of a term; those of a term may be arrays, one entry a term.

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


@runtime_checkable
class Similarity(Protocol):
    """Scores a term of a query in a document; a document's score is the sum over its query terms."""

    def score(self, tf: Numbers, dl: Numbers, statistics: Statistics, boost: Numbers = 1.0) -> Numbers:
        """Returns the term's part of the score.

        Args:
            tf: Occurrences of the term in the document, at least 1.
            dl: Number of tokens of the document.
            statistics: Of the collection and the term.
            boost: How often the query says the term.
        """
        ...

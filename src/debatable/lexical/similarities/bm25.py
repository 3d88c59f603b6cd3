"""BM25 (Robertson et al. 1994) with Lucene's idf, Lucene 7's tf-idf, and the Boolean model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from debatable.lexical.similarities.formula import Formula, Numbers, Statistics, check


def idf(s: Statistics) -> Any:
    """Returns ln(1 + (N-n+½)/(n+½))."""
    return np.log1p((s.N - s.n + 0.5) / (s.n + 0.5))


@dataclass(frozen=True, slots=True, repr=False)
class BM25(Formula):
    """ln(1 + (N-n+½)/(n+½)) · (k1+1)·tf / (tf + k1·(1-b + b·dl/avgdl)).

    Attributes:
        k1: How slowly the term frequency saturates.
        b: How much the length counts, from 0 to 1.

    >>> BM25(k1=0.9, b=0.4)
    BM25(k1=0.9,b=0.4)
    """

    k1: float = 1.2
    b: float = 0.75

    def __post_init__(self) -> None:
        """Checks the parameters."""
        check(self, "k1", self.k1, 0)
        check(self, "b", self.b, 0, 1)

    def score(self, tf: Numbers, dl: Numbers, statistics: Statistics, boost: Numbers = 1.0) -> Any:
        """Returns the formula's value."""
        length = self.k1 * (1 - self.b) + (self.k1 * self.b / statistics.avgdl) * dl
        return (boost * (self.k1 + 1) * idf(statistics)) * (tf / (tf + length))


@dataclass(frozen=True, slots=True, repr=False)
class Classic(Formula):
    """sqrt(tf) · (1 + ln((N+1)/(n+1))) / sqrt(dl)."""

    def score(self, tf: Numbers, dl: Numbers, statistics: Statistics, boost: Numbers = 1.0) -> Any:
        """Returns the formula's value; the idf counts once, not squared."""
        s = statistics
        return boost * np.sqrt(np.divide(tf, dl)) * (1 + np.log((s.N + 1) / (s.n + 1)))


@dataclass(frozen=True, slots=True, repr=False)
class Boolean(Formula):
    """1 for every query term in the document."""

    def score(self, tf: Numbers, dl: Numbers, statistics: Statistics, boost: Numbers = 1.0) -> Any:
        """Returns the boost."""
        return np.multiply(np.ones(np.broadcast_shapes(np.shape(tf), np.shape(dl))), boost)

"""BM25 (Robertson et al. 1994) with Lucene's smoothing of the idf."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from debatable.lexical.similarities.statistics import Numbers, Statistics

__all__ = ["BM25"]


@dataclass(frozen=True, slots=True)
class BM25:
    """Saturating term frequency times idf, with a pull towards the mean length.

    Attributes:
        k1: How slowly the term frequency saturates.
        b: How much the length counts, from 0 to 1.
    """

    k1: float = 1.2
    b: float = 0.75

    def score(self, tf: Numbers, dl: Numbers, statistics: Statistics, boost: Numbers = 1.0) -> Numbers:
        """Returns ln(1 + (N-n+½)/(n+½)) · (k1+1)·tf / (tf + k1·(1-b + b·dl/avgdl))."""
        s = statistics
        idf = np.log1p((s.N - s.n + 0.5) / (s.n + 0.5))
        return boost * idf * (self.k1 + 1) * tf / (tf + self.k1 * (1 - self.b + self.b * dl / s.avgdl))

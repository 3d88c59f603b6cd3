"""The vector space model of Lucene 7 (tf-idf) and the Boolean model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from debatable.lexical.similarities.formula import Formula
from debatable.lexical.similarities.statistics import Numbers, Statistics

__all__ = ["Boolean", "Classic"]


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

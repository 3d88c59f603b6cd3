"""Information-based models (Clinchant and Gaussier 2010): 2 distributions x 2 lambdas x 5 normalisations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from debatable.errors import check_name
from debatable.lexical.similarities.formula import Formula, Numbers, Statistics
from debatable.lexical.similarities.normalization import NORMALIZATIONS, Normalization
from debatable.naming import check_fields, named


def _log_logistic(t: Any, lam: Any) -> Any:
    """LL: -ln(lam / (t+lam))."""
    return np.log1p(t / lam)


def _smoothed_power_law(t: Any, lam: Any) -> Any:
    """SPL: -ln((lam^(t/(t+1)) - lam) / (1-lam)).

    A lambda of 1 counts as 0.99, as in Lucene.
    """
    lam = np.where(np.float32(lam) == 1, 0.99, lam)
    return -np.log((np.power(lam, t / (t + 1)) - lam) / (1 - lam))


DISTRIBUTIONS: Mapping[str, Callable[[Any, Any], Any]] = MappingProxyType(
    {"LL": _log_logistic, "SPL": _smoothed_power_law}
)


def _of_documents(s: Statistics) -> Any:
    """DF: (n+1)/(N+1)."""
    return (s.n + 1) / (s.N + 1)


def _of_occurrences(s: Statistics) -> Any:
    """TTF: (F+1)/(N+1)."""
    return (s.F + 1) / (s.N + 1)


LAMBDAS: Mapping[str, Callable[[Statistics], Any]] = MappingProxyType(
    {"DF": _of_documents, "TTF": _of_occurrences}
)


@dataclass(frozen=True, slots=True, repr=False)
class IB(Formula):
    """distribution(t, lambda), with t = normalization(tf).

    Attributes:
        distribution: Name of the distribution, see ``DISTRIBUTIONS``.
        lambda_: Name of its parameter, see ``LAMBDAS``.
        normalization: Of the term frequency.

    >>> from debatable.lexical.similarities.normalization import H1
    >>> IB("SPL", "TTF", H1())
    IB(SPL,TTF,H1)
    """

    distribution: str
    lambda_: str
    normalization: Normalization = named(NORMALIZATIONS)

    def __post_init__(self) -> None:
        """Checks the names; a normalisation may be given by its name."""
        check_fields(self)
        check_name("distribution of IB", self.distribution, DISTRIBUTIONS)
        check_name("lambda of IB", self.lambda_, LAMBDAS)

    def score(self, tf: Numbers, dl: Numbers, statistics: Statistics, boost: Numbers = 1.0) -> Any:
        """Returns the formula's value."""
        t = self.normalization(tf, dl, statistics)
        return boost * DISTRIBUTIONS[self.distribution](t, LAMBDAS[self.lambda_](statistics))

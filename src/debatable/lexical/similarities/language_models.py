"""Language models (Zhai and Lafferty 2001) in Lucene's form: no part for terms that are absent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from debatable.lexical.similarities.formula import Formula, Numbers, Statistics, check


def collection_probability(s: Statistics) -> Any:
    """Returns p = (F+1)/(T+1), the smoothed probability of the term in the collection."""
    return (s.F + 1) / (s.T + 1)


@dataclass(frozen=True, slots=True, repr=False)
class LMDirichlet(Formula):
    """max(0, ln(1 + tf/(mu·p)) + ln(mu/(dl+mu))) with p = (F+1)/(T+1).

    The collection counts for mu tokens.

    >>> LMDirichlet(mu=1000)
    LMDirichlet(mu=1000)
    """

    mu: float = 2000.0

    def __post_init__(self) -> None:
        """Checks the parameter."""
        check(self, "mu", self.mu, 1e-9)

    def score(self, tf: Numbers, dl: Numbers, statistics: Statistics, boost: Numbers = 1.0) -> Any:
        """Returns the formula's value."""
        seen = np.log1p(tf / (self.mu * collection_probability(statistics)))
        return np.maximum(0.0, boost * (seen + np.log(self.mu / (dl + self.mu))))


@dataclass(frozen=True, slots=True, repr=False)
class LMJelinekMercer(Formula):
    """ln(1 + ((1-lambda)·tf/dl) / (lambda·p)) with p = (F+1)/(T+1).

    Lambda is the share of the collection; about 0.1 suits short queries, 0.7 long ones.

    >>> LMJelinekMercer(0.7)
    LMJelinekMercer(0.7)
    """

    lambda_: float

    def __post_init__(self) -> None:
        """Checks the parameter."""
        check(self, "lambda", self.lambda_, 1e-9, 1)

    def score(self, tf: Numbers, dl: Numbers, statistics: Statistics, boost: Numbers = 1.0) -> Any:
        """Returns the formula's value."""
        share = (1 - self.lambda_) / (self.lambda_ * collection_probability(statistics))
        return boost * np.log1p(share * np.divide(tf, dl))

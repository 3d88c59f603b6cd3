"""Frequency normalisations: what tf would be in a document of mean length (Amati 2003)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import astuple, dataclass, fields
from typing import Any

import numpy as np

from debatable.lexical.similarities.formula import Numbers, Statistics, check
from debatable.naming import Table


@dataclass(frozen=True, slots=True, repr=False)
class Normalization(ABC):
    """A function of frequency and length with one parameter at most, which is above 0.

    >>> Z(), H2(7.0), Unnormalized()
    (Z, H2(7), none)
    """

    def __post_init__(self) -> None:
        """Checks the parameter."""
        for field in fields(self):
            check(self, field.name, getattr(self, field.name), 1e-9)

    @abstractmethod
    def __call__(self, tf: Numbers, dl: Numbers, statistics: Statistics) -> Any:
        """Returns the normalised frequency."""

    def __repr__(self) -> str:
        """Returns the name, with the parameter where it is not the default."""
        pairs = zip(fields(self), astuple(self), strict=True)
        changed = [f"{value:.12g}" for field, value in pairs if value != field.default]
        return type(self).__name__ + (f"({changed[0]})" if changed else "")


@dataclass(frozen=True, slots=True, repr=False)
class H1(Normalization):
    """H1: tf · c·avgdl/dl."""

    c: float = 1.0

    def __call__(self, tf: Numbers, dl: Numbers, statistics: Statistics) -> Any:
        """Returns the normalised frequency."""
        return tf * (self.c * statistics.avgdl / dl)


@dataclass(frozen=True, slots=True, repr=False)
class H2(Normalization):
    """H2: tf · lg(1 + c·avgdl/dl).

    The sum is rounded to 32 bits as in Lucene, since the logarithm near 1 shows it in the fifth digit.
    """

    c: float = 1.0

    def __call__(self, tf: Numbers, dl: Numbers, statistics: Statistics) -> Any:
        """Returns the normalised frequency."""
        quotient = np.divide(np.float32(self.c) * np.float32(statistics.avgdl), dl, dtype=np.float32)
        return tf * np.log2(np.add(1, quotient, dtype=np.float32), dtype=np.float64)


@dataclass(frozen=True, slots=True, repr=False)
class H3(Normalization):
    """H3: (tf + mu·(F+1)/(T+1)) / (dl+mu) · mu."""

    mu: float = 800.0

    def __call__(self, tf: Numbers, dl: Numbers, statistics: Statistics) -> Any:
        """Returns the normalised frequency."""
        mu, s = self.mu, statistics
        return (tf + mu * ((s.F + 1) / (s.T + 1))) / (dl + mu) * mu


@dataclass(frozen=True, slots=True, repr=False)
class Z(Normalization):
    """Z: tf · (avgdl/dl)^z."""

    z: float = 0.3

    def __call__(self, tf: Numbers, dl: Numbers, statistics: Statistics) -> Any:
        """Returns the normalised frequency."""
        return tf * np.power(statistics.avgdl / dl, self.z)


@dataclass(frozen=True, slots=True, repr=False)
class Unnormalized(Normalization):
    """No change: tf."""

    def __call__(self, tf: Numbers, dl: Numbers, statistics: Statistics) -> Any:
        """Returns the frequency."""
        return tf

    def __repr__(self) -> str:
        """Returns the name."""
        return "none"


NORMALIZATIONS = Table[Normalization](
    "normalisation",
    {"H1": H1(), "H2": H2(), "H3": H3(), "Z": Z(), "none": Unnormalized()},
    base=Normalization,
    positional=True,
    shown=repr,
)

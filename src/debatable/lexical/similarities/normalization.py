"""Frequency normalisations: what tf would be in a document of mean length (Amati 2003)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from debatable.errors import UnknownNameError
from debatable.lexical.similarities.formula import check
from debatable.lexical.similarities.statistics import Numbers, Statistics

__all__ = ["NORMALIZATIONS", "Normalization"]


def _h1(tf: Numbers, dl: Numbers, s: Statistics, c: float) -> Any:
    """H1: tf · c·avgdl/dl."""
    return tf * (c * s.avgdl / dl)


def _h2(tf: Numbers, dl: Numbers, s: Statistics, c: float) -> Any:
    """H2: tf · lg(1 + c·avgdl/dl).

    The sum is rounded to 32 bits as in Lucene, since the logarithm near 1 shows it in the fifth digit.
    """
    quotient = np.divide(np.float32(c) * np.float32(s.avgdl), dl, dtype=np.float32)
    return tf * np.log2(np.add(1, quotient, dtype=np.float32), dtype=np.float64)


def _h3(tf: Numbers, dl: Numbers, s: Statistics, mu: float) -> Any:
    """H3: (tf + mu·(F+1)/(T+1)) / (dl+mu) · mu."""
    return (tf + mu * ((s.F + 1) / (s.T + 1))) / (dl + mu) * mu


def _z(tf: Numbers, dl: Numbers, s: Statistics, z: float) -> Any:
    """Z: tf · (avgdl/dl)^z."""
    return tf * np.power(s.avgdl / dl, z)


def _none(tf: Numbers, dl: Numbers, s: Statistics, unused: float) -> Any:
    """No change: tf."""
    return tf


NORMALIZATIONS: Mapping[str, tuple[Callable[..., Any], float]] = MappingProxyType(
    {"H1": (_h1, 1.0), "H2": (_h2, 1.0), "H3": (_h3, 800.0), "Z": (_z, 0.3), "none": (_none, 0.0)}
)
"""Formula and default of the parameter, by name."""


@dataclass(frozen=True, slots=True, repr=False)
class Normalization:
    """One of the five, with its parameter.

    >>> Normalization("Z"), Normalization("H2", 7.0)
    (Z, H2(7))
    """

    name: str
    parameter: float = float("nan")

    def __post_init__(self) -> None:
        """Checks the name; sets the default parameter."""
        if self.name not in NORMALIZATIONS:
            raise UnknownNameError("normalisation", self.name, NORMALIZATIONS)
        if self.parameter != self.parameter:
            object.__setattr__(self, "parameter", NORMALIZATIONS[self.name][1])
        check(self.name, "the parameter", self.parameter, 0.0 if self.name == "none" else 1e-9)

    def __call__(self, tf: Numbers, dl: Numbers, statistics: Statistics) -> Any:
        """Returns the normalised frequency."""
        return NORMALIZATIONS[self.name][0](tf, dl, statistics, self.parameter)

    def __repr__(self) -> str:
        """Returns the name, with the parameter where it is not the default."""
        default = NORMALIZATIONS[self.name][1]
        return self.name if self.parameter == default else f"{self.name}({self.parameter:.12g})"

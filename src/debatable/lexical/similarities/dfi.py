"""Divergence from independence (Kocabaş, Dinçer and Karaoğlan 2014)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from debatable.errors import check_name
from debatable.lexical.similarities.formula import Formula, Numbers, Statistics


def _standardized(excess: Any, expected: Any) -> Any:
    """Standardized: (tf-E) / sqrt(E)."""
    return excess / np.sqrt(expected)


def _saturated(excess: Any, expected: Any) -> Any:
    """Saturated: (tf-E) / E."""
    return excess / expected


def _chi_squared(excess: Any, expected: Any) -> Any:
    """ChiSquared: (tf-E)² / E."""
    return excess * excess / expected


INDEPENDENCE_MEASURES: Mapping[str, Callable[[Any, Any], Any]] = MappingProxyType(
    {"Standardized": _standardized, "Saturated": _saturated, "ChiSquared": _chi_squared}
)


@dataclass(frozen=True, slots=True, repr=False)
class DFI(Formula):
    """lg(1 + measure(tf-E, E)) where tf > E, else 0, with E = (F+1)·dl/(T+1); see ``INDEPENDENCE_MEASURES``."""

    measure: str

    def __post_init__(self) -> None:
        """Checks the name."""
        check_name("measure of DFI", self.measure, INDEPENDENCE_MEASURES)

    def score(self, tf: Numbers, dl: Numbers, statistics: Statistics, boost: Numbers = 1.0) -> Any:
        """Returns the formula's value."""
        expected = (statistics.F + 1) / (statistics.T + 1) * dl
        excess = np.maximum(tf - expected, 0.0)
        return boost * np.log2(1 + INDEPENDENCE_MEASURES[self.measure](excess, expected))

"""Divergence from randomness (Amati and van Rijsbergen 2002).

Seven basic models, three after effects, five normalisations of the frequency t: 105 similarities.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import e, pi
from types import MappingProxyType
from typing import Any

import numpy as np

from debatable.errors import check_name
from debatable.lexical.similarities.formula import Formula, Numbers, Statistics
from debatable.lexical.similarities.normalization import NORMALIZATIONS, Normalization
from debatable.naming import check_fields, named


def _bose_einstein(t: Any, s: Statistics) -> Any:
    """Be: -lg((m-1)·e) + h(m+f-1, m+f-t-2) - h(f, f-t).

    Where f = F+1+t, m = f+N, h(a,b) = (b+½)·lg(a/b) + (a-b)·lg(a).
    """

    def h(a: Any, b: Any) -> Any:
        return (b + 0.5) * np.log2(a / b) + (a - b) * np.log2(a)

    f = s.F + 1 + t
    m = f + s.N
    return -np.log2((m - 1) * e) + h(m + f - 1, m + f - t - 2) - h(f, f - t)


def _divergence(t: Any, s: Statistics) -> Any:
    """D: f·(phi·lg(phi/p) + (1-phi)·lg((1-phi)/(1-p))) + ½·lg(1 + 2·pi·t·(1-phi)).

    Where f = F+1+t, phi = t/f, p = 1/(N+1).
    """
    f = s.F + 1 + t
    phi = t / f
    p = 1 / (s.N + 1)
    information = phi * np.log2(phi / p) + (1 - phi) * np.log2((1 - phi) / (1 - p))
    return f * information + 0.5 * np.log2(1 + 2 * pi * t * (1 - phi))


def _geometric(t: Any, s: Statistics) -> Any:
    """G: lg(1+lam) + t·lg((1+lam)/lam) where lam = (F+1)/(N+F+1)."""
    lam = (s.F + 1) / (s.N + s.F + 1)
    return np.log2(1 + lam) + t * np.log2((1 + lam) / lam)


def _inverse_term_frequency(t: Any, s: Statistics) -> Any:
    """IF: t·lg(1 + (N+1)/(F+½))."""
    return t * np.log2(1 + (s.N + 1) / (s.F + 0.5))


def _inverse_document_frequency(t: Any, s: Statistics) -> Any:
    """In: t·lg((N+1)/(n+½))."""
    return t * np.log2((s.N + 1) / (s.n + 0.5))


def _inverse_expected_document_frequency(t: Any, s: Statistics) -> Any:
    """Ine: t·lg((N+1)/(ne+½)) where ne = N·(1 - ((N-1)/N)^F)."""
    ne = s.N * (1 - np.power((s.N - 1) / s.N, s.F))
    return t * np.log2((s.N + 1) / (ne + 0.5))


def _poisson(t: Any, s: Statistics) -> Any:
    """P: t·lg(t/lam) + (lam + 1/(12t) - t)·lg e + ½·lg(2·pi·t) where lam = (F+1)/(N+1)."""
    lam = (s.F + 1) / (s.N + 1)
    return t * np.log2(t / lam) + (lam + 1 / (12 * t) - t) * np.log2(e) + 0.5 * np.log2(2 * pi * t)


BASIC_MODELS: Mapping[str, Callable[[Any, Statistics], Any]] = MappingProxyType(
    {
        "Be": _bose_einstein,
        "D": _divergence,
        "G": _geometric,
        "IF": _inverse_term_frequency,
        "In": _inverse_document_frequency,
        "Ine": _inverse_expected_document_frequency,
        "P": _poisson,
    }
)


def _bernoulli(t: Any, s: Statistics) -> Any:
    """B: (F+2) / ((n+1)·(t+1))."""
    return (s.F + 2) / (s.n + 1) / (t + 1)


def _laplace(t: Any, s: Statistics) -> Any:
    """L: 1/(t+1)."""
    return 1 / (t + 1)


def _no_effect(t: Any, s: Statistics) -> Any:
    """No effect: 1."""
    return 1.0


AFTER_EFFECTS: Mapping[str, Callable[[Any, Statistics], Any]] = MappingProxyType(
    {"B": _bernoulli, "L": _laplace, "none": _no_effect}
)


@dataclass(frozen=True, slots=True, repr=False)
class DFR(Formula):
    """model(t) · after_effect(t), with t = normalization(tf).

    Attributes:
        model: Name of the basic model, see ``BASIC_MODELS``.
        after_effect: Name of the first normalisation, see ``AFTER_EFFECTS``.
        normalization: Of the term frequency.

    >>> from debatable.lexical.similarities.normalization import Z
    >>> DFR("Ine", "B", Z())
    DFR(Ine,B,Z)
    """

    model: str
    after_effect: str
    normalization: Normalization = named(NORMALIZATIONS)

    def __post_init__(self) -> None:
        """Checks the names; a normalisation may be given by its name."""
        check_fields(self)
        check_name("basic model of DFR", self.model, BASIC_MODELS)
        check_name("after effect of DFR", self.after_effect, AFTER_EFFECTS)

    def score(self, tf: Numbers, dl: Numbers, statistics: Statistics, boost: Numbers = 1.0) -> Any:
        """Returns the formula's value."""
        t = self.normalization(tf, dl, statistics)
        gain = AFTER_EFFECTS[self.after_effect](t, statistics)
        return boost * BASIC_MODELS[self.model](t, statistics) * gain

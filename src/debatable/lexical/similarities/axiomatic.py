"""Axiomatic retrieval functions (Fang and Zhai 2005) as of Lucene 7.6."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Literal, Self

import numpy as np

from debatable.errors import check_name
from debatable.lexical.similarities.formula import Formula, Numbers, Statistics, check

_F1 = "(1 + ln(1 + ln tf)) · (avgdl+s)/(avgdl + s·dl)"
_F2 = "tf/(tf + s + s·dl/avgdl)"
_F3 = "(1 + ln(1 + ln tf))"
_EXP, _LOG, _GAMMA = " · ((N+1)/n)^k", " · ln((N+1)/n)", " - (dl-ql)·s·ql/avgdl"

VARIANTS: Mapping[str, str] = MappingProxyType(
    {
        "F1EXP": _F1 + _EXP,
        "F1LOG": _F1 + _LOG,
        "F2EXP": _F2 + _EXP,
        "F2LOG": _F2 + _LOG,
        "F3EXP": _F3 + _EXP + _GAMMA,
        "F3LOG": _F3 + _LOG + _GAMMA,
    }
)
"""The formula of each variant."""

QUERY = "|q|"


@dataclass(frozen=True, slots=True, repr=False)
class Axiomatic(Formula):
    """One of the six variants; a term that the query repeats counts once, as in Lucene 7.6.

    Attributes:
        variant: Its name, see ``VARIANTS``.
        s: How much the length counts.
        k: Exponent of the idf of the EXP variants.
        ql: Query length of the F3 variants: a number, or ``|q|`` for that of each query.

    >>> Axiomatic("F1LOG"), Axiomatic("F3EXP", ql="|q|")
    (Axiomatic(F1LOG), Axiomatic(F3EXP,ql=|q|))
    """

    variant: str
    s: float = 0.25
    k: float = 0.35
    ql: float | Literal["|q|"] = 1.0

    def __post_init__(self) -> None:
        """Checks the parameters."""
        check_name("variant of Axiomatic", self.variant, VARIANTS)
        check(self, "s", self.s, 0, 1)
        check(self, "k", self.k, 0)
        if self.ql != QUERY:
            check(self, "ql", self.ql, 0)

    def for_query(self, length: int) -> Self:
        """Puts the length of the query in where ``ql`` asks for it."""
        return replace(self, ql=float(length)) if self.ql == QUERY else self

    def score(self, tf: Numbers, dl: Numbers, statistics: Statistics, boost: Numbers = 1.0) -> Any:
        """Returns the formula's value; the boost plays no part, and F3 may be negative."""
        s, n, avgdl = self.s, statistics.n, statistics.avgdl
        rarity = (statistics.N + 1) / n
        idf = np.power(rarity, self.k) if self.variant.endswith("EXP") else np.log(rarity)
        if self.variant.startswith("F2"):
            return tf / (tf + s + (s / avgdl) * dl) * idf
        frequency = 1 + np.log1p(np.log(tf))
        if self.variant.startswith("F1"):
            return frequency * ((avgdl + s) / (avgdl + s * dl)) * idf
        ql = 1.0 if isinstance(self.ql, str) else self.ql
        return frequency * idf - (dl - ql) * (s * ql / avgdl)

    def __repr__(self) -> str:
        """Returns the name, with the query length of F3, which Lucene asks for."""
        arguments = [self.variant]
        arguments += [f"s={self.s:.12g}"] if self.s != 0.25 else []
        arguments += [f"k={self.k:.12g}"] if self.k != 0.35 else []
        if self.variant.startswith("F3") or self.ql != 1.0:
            arguments.append(f"ql={self.ql if isinstance(self.ql, str) else format(self.ql, '.12g')}")
        return f"Axiomatic({','.join(arguments)})"

"""Names of similarities: the table of families, parsing, the list of all 139."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from debatable.errors import DebatableError, InputError, UnknownNameError
from debatable.lexical.similarities.axiomatic import VARIANTS, Axiomatic
from debatable.lexical.similarities.bm25 import BM25
from debatable.lexical.similarities.classic import Boolean, Classic
from debatable.lexical.similarities.dfi import DFI, INDEPENDENCE_MEASURES
from debatable.lexical.similarities.dfr import AFTER_EFFECTS, BASIC_MODELS, DFR
from debatable.lexical.similarities.formula import Formula
from debatable.lexical.similarities.information_based import DISTRIBUTIONS, IB, LAMBDAS
from debatable.lexical.similarities.language_models import LMDirichlet, LMJelinekMercer
from debatable.lexical.similarities.multi import Multi
from debatable.lexical.similarities.normalization import NORMALIZATIONS, Normalization

__all__ = ["COMBINED", "FAMILIES", "similarities", "similarity"]

_LONGEST = 2000
_TOKEN = re.compile(r"[(),+=]|[^(),+=]+")


@dataclass(slots=True)
class _Call:
    """A name with what stands in its brackets."""

    name: str
    positional: list[_Call] = field(default_factory=list)
    named: dict[str, _Call] = field(default_factory=dict)

    def value(self) -> Any:
        """The number that the name spells, or else the name itself."""
        if self.positional or self.named:
            raise ValueError(self.name)
        try:
            return float(self.name)
        except ValueError:
            return self.name


def _jelinek_mercer(lambda_: float = 0.1) -> LMJelinekMercer:
    return LMJelinekMercer(lambda_)


FAMILIES: Mapping[str, Callable[..., Formula]] = MappingProxyType(
    {
        "BM25": BM25,
        "Classic": Classic,
        "Boolean": Boolean,
        "LMDirichlet": LMDirichlet,
        "LMJelinekMercer": _jelinek_mercer,
        "DFR": DFR,
        "DFI": DFI,
        "IB": IB,
        "Axiomatic": Axiomatic,
        "Multi": Multi,
    }
)


COMBINED = (
    "DFR(Ine,B,Z)",
    "DFI(ChiSquared)",
    "IB(SPL,DF,H1)",
    "Axiomatic(F1LOG)",
    "BM25",
    "LMJelinekMercer(0.2)",
)
"""What is combined where nobody chose the best on a collection: DFR, Axiomatic, BM25 and the language model are those
that Dumani and Schenkel (2019) name; they do not name their best DFI and IB."""


@lru_cache(maxsize=1024)
def similarity(name: str) -> Formula:
    """Returns the similarity of a name; parameters may be given.

    >>> similarity("DFR(Ine,B,Z(0.3))")
    DFR(Ine,B,Z)
    >>> similarity("Multi(Axiomatic(F1LOG)+BM25(b=0.4))")
    Multi(Axiomatic(F1LOG)+BM25(b=0.4))
    """
    if len(name) > _LONGEST:
        raise InputError(f"a similarity's name of {len(name)} letters", todo=f"keep to {_LONGEST}")
    tokens = [token.strip() for token in _TOKEN.findall(name) if token.strip()]
    call, rest = _call(tokens, name, depth=0)
    if rest:
        raise _malformed(name)
    return _built(call, name)


def _malformed(name: str) -> InputError:
    return InputError(f"not the name of a similarity: {name[:80]!r}", todo="see: debatable similarities")


def _call(tokens: list[str], name: str, depth: int) -> tuple[_Call, list[str]]:
    if not tokens or tokens[0] in "(),+=" or depth > 4:
        raise _malformed(name)
    call, rest = _Call(tokens[0]), tokens[1:]
    if not rest or rest[0] != "(":
        return call, rest
    while rest and rest[0] in "(,+":
        if rest[2:3] == ["="]:
            value, after = _call(rest[3:], name, depth + 1)
            call.named[rest[1]] = value
        else:
            value, after = _call(rest[1:], name, depth + 1)
            call.positional.append(value)
        rest = after
    if not rest or rest[0] != ")":
        raise _malformed(name)
    return call, rest[1:]


def _built(call: _Call, name: str) -> Formula:
    if call.name not in FAMILIES:
        raise UnknownNameError("similarity", name, [*FAMILIES, *similarities()])
    try:
        if call.name == "Multi":
            return Multi(tuple(_built(member, member.name) for member in call.positional))
        named = {_field(key): part.value() for key, part in call.named.items()}
        return FAMILIES[call.name](*(_part(part) for part in call.positional), **named)
    except DebatableError:
        raise
    except (TypeError, ValueError):
        raise _malformed(name) from None


def _field(key: str) -> str:
    return "lambda_" if key == "lambda" else key


def _part(part: _Call) -> Any:
    if part.name in NORMALIZATIONS and part.name != "none":
        given = [inner.value() for inner in (*part.positional, *part.named.values())]
        return Normalization(part.name, *given)
    return part.value()


def similarities() -> list[str]:
    """Returns the names of the 139 similarities of Lucene 7.6, generated from the tables of parts.

    >>> len(similarities())
    139
    """
    single = ["BM25", "Classic", "Boolean", "LMDirichlet", "LMJelinekMercer(0.1)"]
    dfr = [
        f"DFR({model},{effect},{normalization})"
        for model in BASIC_MODELS
        for effect in AFTER_EFFECTS
        for normalization in NORMALIZATIONS
    ]
    dfi = [f"DFI({measure})" for measure in INDEPENDENCE_MEASURES]
    ib = [
        f"IB({distribution},{lam},{normalization})"
        for distribution in DISTRIBUTIONS
        for lam in LAMBDAS
        for normalization in NORMALIZATIONS
    ]
    axiomatic = [repr(Axiomatic(variant)) for variant in VARIANTS]
    return [*single, *dfr, *dfi, *ib, *axiomatic]

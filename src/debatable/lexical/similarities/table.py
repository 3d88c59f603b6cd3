"""The table of similarities: their names, and the list of all 139."""

from __future__ import annotations

from functools import lru_cache

from debatable.lexical.similarities.axiomatic import VARIANTS, Axiomatic
from debatable.lexical.similarities.bm25 import BM25
from debatable.lexical.similarities.classic import Boolean, Classic
from debatable.lexical.similarities.dfi import DFI, INDEPENDENCE_MEASURES
from debatable.lexical.similarities.dfr import AFTER_EFFECTS, BASIC_MODELS, DFR
from debatable.lexical.similarities.formula import Formula
from debatable.lexical.similarities.information_based import DISTRIBUTIONS, IB, LAMBDAS
from debatable.lexical.similarities.language_models import LMDirichlet, LMJelinekMercer
from debatable.lexical.similarities.multi import Multi
from debatable.lexical.similarities.normalization import NORMALIZATIONS
from debatable.naming import Table, split_arguments, split_name

__all__ = ["COMBINED", "SIMILARITIES", "similarities", "similarity"]

_MULTI = "Multi"


def _multi(text: str) -> Formula | None:
    """Returns the sum that a name spells, whose members are joined by a plus; None for another name."""
    if not (text.startswith(f"{_MULTI}(") and text.endswith(")")):
        return None
    _, arguments = split_name(text)
    members = [member for argument in arguments for member in split_arguments(argument, "+")]
    return Multi(tuple(map(SIMILARITIES.parse, members)))


SIMILARITIES = Table[Formula](
    "similarity",
    {
        "BM25": BM25(),
        "Classic": Classic(),
        "Boolean": Boolean(),
        "LMDirichlet": LMDirichlet(),
        "LMJelinekMercer": LMJelinekMercer(0.1),
        "DFR": DFR,
        "DFI": DFI,
        "IB": IB,
        "Axiomatic": Axiomatic,
    },
    base=Formula,
    positional=True,
    otherwise=_multi,
    shown=repr,
)
"""The families by name; beside them ``Multi(…+…)``."""

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
    return SIMILARITIES.parse(name)


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

"""Similarities of the field, as Lucene 7.6 computes them; one file a family, loaded when asked for."""

from typing import TYPE_CHECKING

from debatable.lexical.similarities.bm25 import BM25, Boolean, Classic
from debatable.lexical.similarities.formula import Formula, Similarity, Statistics
from debatable.lexical.similarities.table import (
    COMBINED,
    SIMILARITIES,
    Multi,
    combined,
    similarities,
    similarity,
)

if TYPE_CHECKING:
    from debatable.lexical.similarities.axiomatic import Axiomatic
    from debatable.lexical.similarities.dfi import DFI
    from debatable.lexical.similarities.dfr import DFR
    from debatable.lexical.similarities.formula_text import described, parameters
    from debatable.lexical.similarities.information_based import IB
    from debatable.lexical.similarities.language_models import LMDirichlet, LMJelinekMercer
    from debatable.lexical.similarities.normalization import Normalization
else:  # BM25F needs no other family
    from debatable.deferred import deferred

    __getattr__ = deferred(
        __name__,
        {
            "debatable.lexical.similarities.axiomatic": ("Axiomatic",),
            "debatable.lexical.similarities.dfi": ("DFI",),
            "debatable.lexical.similarities.dfr": ("DFR",),
            "debatable.lexical.similarities.formula_text": ("described", "parameters"),
            "debatable.lexical.similarities.information_based": ("IB",),
            "debatable.lexical.similarities.language_models": ("LMDirichlet", "LMJelinekMercer"),
            "debatable.lexical.similarities.normalization": ("Normalization",),
        },
    )

__all__ = [
    "BM25",
    "COMBINED",
    "DFI",
    "DFR",
    "IB",
    "SIMILARITIES",
    "Axiomatic",
    "Boolean",
    "Classic",
    "Formula",
    "LMDirichlet",
    "LMJelinekMercer",
    "Multi",
    "Normalization",
    "Similarity",
    "Statistics",
    "combined",
    "described",
    "parameters",
    "similarities",
    "similarity",
]

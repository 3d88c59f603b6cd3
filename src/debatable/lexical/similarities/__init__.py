"""Similarities of the field, as Lucene 7.6 computes them; one file a family."""

from debatable.lexical.similarities.axiomatic import Axiomatic
from debatable.lexical.similarities.bm25 import BM25, Boolean, Classic
from debatable.lexical.similarities.dfi import DFI
from debatable.lexical.similarities.dfr import DFR
from debatable.lexical.similarities.formula import Formula, Similarity, Statistics
from debatable.lexical.similarities.formula_text import described, parameters
from debatable.lexical.similarities.information_based import IB
from debatable.lexical.similarities.language_models import LMDirichlet, LMJelinekMercer
from debatable.lexical.similarities.normalization import Normalization
from debatable.lexical.similarities.table import (
    COMBINED,
    SIMILARITIES,
    Multi,
    combined,
    similarities,
    similarity,
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

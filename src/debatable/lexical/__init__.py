"""Lexical retrieval: an inverted index on which every similarity runs."""

from debatable.lexical.bm25f import BM25F
from debatable.lexical.index import Index, build, write
from debatable.lexical.matching import allowed_rows
from debatable.lexical.opening import open
from debatable.lexical.similarities import Formula, Similarity, Statistics, similarities, similarity

__all__ = [
    "BM25F",
    "Formula",
    "Index",
    "Similarity",
    "Statistics",
    "allowed_rows",
    "build",
    "open",
    "similarities",
    "similarity",
    "write",
]

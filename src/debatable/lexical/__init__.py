"""Lexical retrieval: an inverted index on which every similarity runs."""

from debatable.lexical.index import Index, build, open, write
from debatable.lexical.postings import Postings
from debatable.lexical.search import BM25F, Limits, Searcher, allowed_rows
from debatable.lexical.similarities import Formula, Similarity, Statistics, similarities, similarity

__all__ = [
    "BM25F",
    "Formula",
    "Index",
    "Limits",
    "Postings",
    "Searcher",
    "Similarity",
    "Statistics",
    "allowed_rows",
    "build",
    "open",
    "similarities",
    "similarity",
    "write",
]

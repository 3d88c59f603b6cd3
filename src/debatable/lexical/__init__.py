"""Lexical retrieval: an inverted index on which every similarity runs."""

from debatable.lexical.index import Index, build, open, write
from debatable.lexical.postings import Postings
from debatable.lexical.search.fields import BM25F, FieldPostings, JoinedField
from debatable.lexical.search.limits import Limits
from debatable.lexical.search.operators import Runs, allowed_rows, run_of
from debatable.lexical.search.searcher import Searcher
from debatable.lexical.similarities import Formula, Similarity, Statistics, similarities, similarity

__all__ = [
    "BM25F",
    "FieldPostings",
    "Formula",
    "Index",
    "JoinedField",
    "Limits",
    "Postings",
    "Runs",
    "Searcher",
    "Similarity",
    "Statistics",
    "allowed_rows",
    "build",
    "open",
    "run_of",
    "similarities",
    "similarity",
    "write",
]

"""Lexical retrieval: an inverted index on which every similarity runs."""

from debatable.lexical.index import Index, build
from debatable.lexical.opening import open
from debatable.lexical.similarities import Similarity, Statistics, similarities, similarity

__all__ = ["Index", "Similarity", "Statistics", "build", "open", "similarities", "similarity"]

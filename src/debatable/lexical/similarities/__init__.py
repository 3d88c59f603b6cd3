"""Similarities of the field, as Lucene 7.6 computes them; one file a family."""

from debatable.lexical.similarities.bm25 import BM25
from debatable.lexical.similarities.names import similarities, similarity
from debatable.lexical.similarities.statistics import Similarity, Statistics

__all__ = ["BM25", "Similarity", "Statistics", "similarities", "similarity"]

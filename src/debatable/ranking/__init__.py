"""Ranking: one file a method, each from the query and the index to scored premises."""

from debatable.ranking.index import ArgumentIndex, Method, Scored
from debatable.ranking.methods import METHODS, method, method_name
from debatable.ranking.query import MAX_HITS, MAX_QUERY, checked_query, checked_size

__all__ = [
    "MAX_HITS",
    "MAX_QUERY",
    "METHODS",
    "ArgumentIndex",
    "Method",
    "Scored",
    "checked_query",
    "checked_size",
    "method",
    "method_name",
]

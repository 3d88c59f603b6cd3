"""Ranking: stages that methods hold, and methods that read as their pipelines."""

from debatable.ranking.limits import MAX_HITS, MAX_QUERY, checked_query, checked_size
from debatable.ranking.protocol import Backend, Counts, LinkRows, Method, Question, Ranked, Scored
from debatable.ranking.table import METHODS, load_ahead, method, method_name

__all__ = [
    "MAX_HITS",
    "MAX_QUERY",
    "METHODS",
    "Backend",
    "Counts",
    "LinkRows",
    "Method",
    "Question",
    "Ranked",
    "Scored",
    "checked_query",
    "checked_size",
    "load_ahead",
    "method",
    "method_name",
]

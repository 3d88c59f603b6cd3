"""Ranking: stages that methods hold, and methods that read as their pipelines."""

from debatable.ranking.pipeline import PIPELINES, Pipeline, Selected, pipeline, pipeline_name
from debatable.ranking.protocol import (
    MAX_HITS,
    MAX_QUERY,
    Backend,
    Counts,
    LinkRows,
    Method,
    Question,
    Ranked,
    Scored,
    checked_query,
    checked_size,
)
from debatable.ranking.selection import StanceChoice
from debatable.ranking.table import METHODS, load_ahead, method, method_name

__all__ = [
    "MAX_HITS",
    "MAX_QUERY",
    "METHODS",
    "PIPELINES",
    "Backend",
    "Counts",
    "LinkRows",
    "Method",
    "Pipeline",
    "Question",
    "Ranked",
    "Scored",
    "Selected",
    "StanceChoice",
    "checked_query",
    "checked_size",
    "load_ahead",
    "method",
    "method_name",
    "pipeline",
    "pipeline_name",
]

"""The table of relevance filters."""

from __future__ import annotations

from debatable.naming import Table
from debatable.ranking.relevance.learned import LearnedFilter
from debatable.ranking.relevance.protocol import RelevanceFilter
from debatable.ranking.relevance.similarity import SimilarityFilter

__all__ = ["RELEVANCE_FILTERS"]

RELEVANCE_FILTERS: Table[RelevanceFilter] = Table(
    "relevance filter", {"learned": LearnedFilter(), "similarity": SimilarityFilter()}
)
"""How candidates are found relevant, by name."""

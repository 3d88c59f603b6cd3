"""The table of premise rankers."""

from __future__ import annotations

from debatable.naming import Table
from debatable.ranking.diversity.coreset import BiasedCoreset
from debatable.ranking.diversity.kmeans import OnePerCluster
from debatable.ranking.diversity.premise_ranker import PremiseRanker, TopK

__all__ = ["PREMISE_RANKERS"]

PREMISE_RANKERS: Table[PremiseRanker] = Table(
    "premise ranker", {"coreset": BiasedCoreset(), "kmeans": OnePerCluster(), "top": TopK()}
)
"""How a list is picked of relevant premises, by name."""

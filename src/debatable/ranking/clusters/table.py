"""Which premises say the same: the ways by name."""

from __future__ import annotations

from debatable.naming import Table
from debatable.ranking.clusters.offline import Clusters, Offline
from debatable.ranking.clusters.query_time import QueryTime

__all__ = ["CLUSTERS"]

CLUSTERS: Table[Clusters] = Table("clusters", {"offline": Offline(), "online": QueryTime()})

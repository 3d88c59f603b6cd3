"""Clusters of claims and of premises that say the same."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from debatable.clustering.assignment import Assignment, with_singletons
    from debatable.clustering.cuts import Absorption, ConstantCut, HybridCut, LevelCut, TreeCut
    from debatable.clustering.kmeans import KMeans, one_per_cluster
    from debatable.clustering.linkage import CellSearch, average_linkage, graph_linkage
    from debatable.clustering.protocol import Clustering
    from debatable.clustering.representatives import (
        REPRESENTATIVES,
        BestQuality,
        Longest,
        Medoid,
        Members,
        MostRelevant,
        Representative,
        representative,
    )
    from debatable.clustering.table import CLUSTERINGS, clustering, clustering_name
    from debatable.clustering.trees import Constant, Hybrid, Levels, Tree
else:  # a search needs the representatives and none of the algorithms
    from debatable.deferred import deferred

    __getattr__ = deferred(
        __name__,
        {
            "debatable.clustering.assignment": ("Assignment", "with_singletons"),
            "debatable.clustering.cuts": ("Absorption", "ConstantCut", "HybridCut", "LevelCut", "TreeCut"),
            "debatable.clustering.kmeans": ("KMeans", "one_per_cluster"),
            "debatable.clustering.linkage": ("CellSearch", "average_linkage", "graph_linkage"),
            "debatable.clustering.protocol": ("Clustering",),
            "debatable.clustering.representatives": (
                *("REPRESENTATIVES", "BestQuality", "Longest", "Medoid", "Members"),
                *("MostRelevant", "Representative", "representative"),
            ),
            "debatable.clustering.table": ("CLUSTERINGS", "clustering", "clustering_name"),
            "debatable.clustering.trees": ("Constant", "Hybrid", "Levels", "Tree"),
        },
    )

__all__ = [
    "CLUSTERINGS",
    "REPRESENTATIVES",
    "Absorption",
    "Assignment",
    "BestQuality",
    "CellSearch",
    "Clustering",
    "Constant",
    "ConstantCut",
    "Hybrid",
    "HybridCut",
    "KMeans",
    "LevelCut",
    "Levels",
    "Longest",
    "Medoid",
    "Members",
    "MostRelevant",
    "Representative",
    "Tree",
    "TreeCut",
    "average_linkage",
    "clustering",
    "clustering_name",
    "graph_linkage",
    "one_per_cluster",
    "representative",
    "with_singletons",
]

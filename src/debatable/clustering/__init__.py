"""Clusters of claims and of premises with the same meaning."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from debatable.clustering.assignment import Assignment, with_singletons
    from debatable.clustering.cuts.absorption import Absorption
    from debatable.clustering.cuts.dendrogram import ConstantCut
    from debatable.clustering.cuts.hybrid import HybridCut
    from debatable.clustering.cuts.top_down import LevelCut, TreeCut
    from debatable.clustering.kmeans import KMeans, one_per_cluster
    from debatable.clustering.linkage.average import average_linkage
    from debatable.clustering.linkage.graph import graph_linkage
    from debatable.clustering.linkage.neighbours import CellSearch
    from debatable.clustering.representatives import Longest, Members, representative
    from debatable.clustering.table import CLUSTERINGS, Clustering, clustering
    from debatable.clustering.trees import Constant, Hybrid, Levels, Tree
else:  # a search needs the representatives and none of the algorithms
    from debatable.deferred import deferred

    __getattr__ = deferred(
        __name__,
        {
            "debatable.clustering.assignment": ("Assignment", "with_singletons"),
            "debatable.clustering.cuts.absorption": ("Absorption",),
            "debatable.clustering.cuts.dendrogram": ("ConstantCut",),
            "debatable.clustering.cuts.hybrid": ("HybridCut",),
            "debatable.clustering.cuts.top_down": ("LevelCut", "TreeCut"),
            "debatable.clustering.kmeans": ("KMeans", "one_per_cluster"),
            "debatable.clustering.linkage.average": ("average_linkage",),
            "debatable.clustering.linkage.graph": ("graph_linkage",),
            "debatable.clustering.linkage.neighbours": ("CellSearch",),
            "debatable.clustering.representatives": ("Longest", "Members", "representative"),
            "debatable.clustering.table": ("CLUSTERINGS", "Clustering", "clustering"),
            "debatable.clustering.trees": ("Constant", "Hybrid", "Levels", "Tree"),
        },
    )

__all__ = [
    "CLUSTERINGS",
    "Absorption",
    "Assignment",
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
    "Members",
    "Tree",
    "TreeCut",
    "average_linkage",
    "clustering",
    "graph_linkage",
    "one_per_cluster",
    "representative",
    "with_singletons",
]

"""Clusters of claims and of premises that say the same."""

from debatable.clustering.absorption import Absorption
from debatable.clustering.assignment import Assignment, with_singletons
from debatable.clustering.constant import ConstantCut
from debatable.clustering.graph import graph_linkage
from debatable.clustering.hybrid import HybridCut
from debatable.clustering.kmeans import KMeans, one_per_cluster
from debatable.clustering.linkage import average_linkage
from debatable.clustering.membership import Memberships, SoftMembership
from debatable.clustering.methods import Clustering, Constant, Hybrid, Tree, method, method_name
from debatable.clustering.neighbours import CellSearch
from debatable.clustering.representatives import (
    BestQuality,
    Longest,
    Medoid,
    Members,
    MostRelevant,
    Representative,
    representative,
)
from debatable.clustering.tree import TreeCut

__all__ = [
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
    "Longest",
    "Medoid",
    "Members",
    "Memberships",
    "MostRelevant",
    "Representative",
    "SoftMembership",
    "Tree",
    "TreeCut",
    "average_linkage",
    "graph_linkage",
    "method",
    "method_name",
    "one_per_cluster",
    "representative",
    "with_singletons",
]

"""Clusters of claims and of premises that say the same."""

from debatable.clustering.absorption import Absorption
from debatable.clustering.constant import ConstantCut
from debatable.clustering.hybrid import HybridCut
from debatable.clustering.linkage import average_linkage
from debatable.clustering.tree import TreeCut

__all__ = ["Absorption", "ConstantCut", "HybridCut", "TreeCut", "average_linkage"]

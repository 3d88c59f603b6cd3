"""Clusters of claims and of premises that say the same."""

from debatable.clustering.linkage import average_linkage

__all__ = ["average_linkage"]

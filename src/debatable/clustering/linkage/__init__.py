"""Average linkage: the tree of all vectors, exact or from a graph of neighbours."""

from debatable.clustering.linkage.average import average_linkage
from debatable.clustering.linkage.graph import graph_linkage
from debatable.clustering.linkage.neighbours import CellSearch

__all__ = ["CellSearch", "average_linkage", "graph_linkage"]

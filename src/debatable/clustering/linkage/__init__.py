"""Average linkage: the tree of all vectors, exact or from a graph of neighbours."""

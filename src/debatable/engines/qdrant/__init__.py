"""Past one machine: an index whose claims and premises are the points of a Qdrant collection."""

"""Nearest vectors without comparing all of them: k-means cells, made with a large index and probed by a search."""

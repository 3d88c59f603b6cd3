"""Clusters: which premises say the same."""

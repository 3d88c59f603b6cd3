"""The best documents of a segment, and the scores of given ones."""

from debatable.lexical.search.top_k.best import ordered, ranked, scores

__all__ = ["ordered", "ranked", "scores"]

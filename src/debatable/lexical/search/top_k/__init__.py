"""The best documents of a segment, and the scores of given ones."""

from debatable.lexical.search.top_k.best import best, ordered, scores

__all__ = ["best", "ordered", "scores"]

"""Judgments of one query, made in a line."""

from __future__ import annotations

from debatable.evaluation import Judged, Judgment

__all__ = ["judged"]


def judged(**levels: float) -> Judged:
    """Returns the judgments of a query: the relevance of each premise by its id."""
    return Judged(Judgment("q", premise, level) for premise, level in levels.items())

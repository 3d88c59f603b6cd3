"""What clusters vectors, and what cuts a tree of them into clusters."""

from __future__ import annotations

from typing import Protocol

from debatable.arrays import Floats, Labels, Vectors
from debatable.progress import Step

__all__ = ["Clustering", "Cut"]


class Clustering(Protocol):
    """Vectors to labels; -1 is an outlier."""

    def __call__(self, vectors: Vectors, progress: Step | None = None) -> Labels:
        """Labels the vectors."""


class Cut(Protocol):
    """A tree and its vectors to labels; -1 is an outlier."""

    def __call__(self, tree: Floats, vectors: Vectors) -> Labels:
        """Labels the leaves."""

"""Names of similarities: parsed, printed, listed."""

from __future__ import annotations

from debatable.errors import UnknownNameError
from debatable.lexical.similarities.bm25 import BM25
from debatable.lexical.similarities.statistics import Similarity

__all__ = ["similarities", "similarity"]


def similarity(name: str) -> Similarity:
    """Returns the similarity of a name."""
    if name != "BM25":
        raise UnknownNameError("similarity", name, similarities())
    return BM25()


def similarities() -> list[str]:
    """Returns the names of all similarities."""
    return ["BM25"]

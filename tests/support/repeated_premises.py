"""Three premises, the first two of one meaning."""

from __future__ import annotations

from tests.support.brute_backend import BruteBackend

__all__ = ["repeated_premises"]


def repeated_premises(vectors: bool = True) -> BruteBackend:
    """Returns a backend with them, and with vectors where wanted."""
    return BruteBackend(
        ["c"],
        ["a", "b", "c"],
        [(row, 0, 1) for row in range(3)],
        [0],
        [0, 1, 2],
        query=[1.0, 0.0],
        claim_vectors=[[1.0, 0.0]],
        premise_vectors=[[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]],
        vectors=vectors,
    )

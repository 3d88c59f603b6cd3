"""The first step: claims by words, by vectors and by both."""

from __future__ import annotations

import pytest

from debatable.ranking import Question
from debatable.ranking.candidates.claim_steps import ClaimStep, Found, Hybrid, Lexical
from tests.support.brute_backend import BruteBackend


def corpus(*, vectors: bool = True) -> BruteBackend:
    """Two claims with premises, and two premises that hang on none."""
    return BruteBackend(
        claims=["ban cars", "ban planes"],
        premises=["cars stink", "planes stink", "cars are loud", "planes are loud", "trains are quiet"],
        uses=[(0, 0, 1), (1, 1, 1), (2, 0, -1), (3, -1, 0), (4, -1, 0)],
        claim_clusters=[0, 1],
        premise_clusters=[0, 1, 2, 3, 4],
        query=[1.0, 0.0],
        claim_vectors=[[0.75, 0.0], [0.25, 0.0]],
        premise_vectors=[[0.5, 0.0], [0.25, 0.0], [0.125, 0.0], [0.75, 0.0], [0.25, 0.0]],
        vectors=vectors,
    )


def found(step: ClaimStep, text: str, backend: BruteBackend) -> Found:
    return step(Question(text, backend), backend)


def test_lexical_claims() -> None:
    claims = found(Lexical(similarity="BM25", K=1), "cars", corpus())
    assert (claims.rows.tolist(), claims.probability.tolist()) == ([0], [1.0])


def test_hybrid_claims() -> None:
    # Lexical: 1 and 0; cosines divided by the best: 1 and 1/3.
    claims = found(Hybrid(similarity="BM25", K=2, temperature=1.0, share=0.5), "cars", corpus())
    assert claims.rows.tolist() == [0, 1]
    assert claims.probability.tolist() == pytest.approx([1 / (1 + 1 / 6), (1 / 6) / (1 + 1 / 6)])


def test_hybrid_without_vectors_is_lexical() -> None:
    assert found(Hybrid(similarity="BM25", K=2), "cars", corpus(vectors=False)).rows.tolist() == [0]

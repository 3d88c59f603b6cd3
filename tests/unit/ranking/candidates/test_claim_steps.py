"""The first step: claims by words, by vectors and by both."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from debatable.arrays import Floats
from debatable.ranking import Question
from debatable.ranking.candidates.claim_steps import ClaimStep, Found, Hybrid, Lexical, rerank_claims
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


def test_claims_that_do_not_belong_to_the_debate_lose_probability() -> None:
    index = BruteBackend(["a", "b", "c", "d"], ["p"], [(0, 0, 1)], [0, 1, 2, 3], [0])
    found = Found(np.array([2, 0, 1, 3]), np.array([0.4, 0.3, 0.2, 0.1]))
    asked: list[str] = []

    def model(query: str, texts: Sequence[str]) -> Floats:
        asked.extend(texts)
        return np.array([{"c": 0.1, "a": 0.9, "b": 0.5}[text] for text in texts])

    read = rerank_claims(model, Question("q", index), index, found, 3, 0.5)
    assert asked == ["c", "a", "b"], "the three most probable"
    # (.1 / .5)² = .04, then 1 and 1; d, which nobody read, counts as the middle one, 1
    weights = np.array([0.3, 0.2, 0.1, 0.4 * 0.04])
    assert read.rows.tolist() == [0, 1, 3, 2]
    assert read.probability.tolist() == pytest.approx((weights / weights.sum()).tolist())


def test_where_no_claim_belongs_to_it_or_none_is_read_claims_stay() -> None:
    index = BruteBackend(["a"], ["p"], [(0, 0, 1)], [0], [0])
    found = Found(np.array([0]), np.array([1.0]))
    for relevant in (np.zeros(1), None):
        read = rerank_claims(lambda query, texts, r=relevant: r, Question("q", index), index, found, 3, 0.5)
        assert read is found

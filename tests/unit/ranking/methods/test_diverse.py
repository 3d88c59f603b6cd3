"""Zero-shot relevance on a corpus small enough to compute by hand."""

from __future__ import annotations

import pytest

from debatable.ranking import method
from tests.support.brute_backend import BruteBackend, ask


def test_zero_shot_ranks_candidates_by_cosine() -> None:
    index = BruteBackend(
        ["c"],
        ["a", "b", "d"],
        [(0, 0, 1), (1, 0, -1), (2, -1, 0)],
        [0],
        [0, 1, 2],
        query=[1.0, 0.0],
        claim_vectors=[[0.5, 0.5]],
        premise_vectors=[[0.25, 0.5], [0.75, 0.0], [0.5, 0.5]],
    )
    hits = ask(method("zero-shot(stance=none)"), "q", index, 5)
    assert [(hit.premise, hit.score) for hit in hits] == [(1, 0.75), (2, 0.5), (0, 0.25)]


def test_a_coreset_of_what_is_similar_says_something_else_second() -> None:
    index = BruteBackend(
        [],
        ["a", "b", "d"],
        [(0, -1, 0), (1, -1, 0), (2, -1, 0)],
        [],
        [0, 1, 2],
        query=[0.8, 0.6],
        premise_vectors=[[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]],
    )
    name = "zero-shot(ranker=coreset(alpha=0.5,representation=encoder),stance=none)"
    hits = ask(method(name), "q", index, 5)
    assert [hit.premise for hit in hits] == [0, 2, 1]
    # α r + (1 - α)(1 - max psim), where the first is like nothing before it.
    expected = [0.5 * 0.8 + 0.5 * 2, 0.5 * 0.6 + 0.5 * 1, 0.5 * 0.8 + 0.5 * 0]
    assert [hit.score for hit in hits] == pytest.approx(expected)
    assert [hit.explanation.recompute() for hit in hits] == pytest.approx(expected)

"""Zero-shot relevance by hand."""

from __future__ import annotations

import numpy as np

from debatable.ranking import Question
from debatable.ranking.relevance.filters import SimilarityFilter
from tests.support.brute_backend import BruteBackend


def test_cosines_above_tau() -> None:
    index = BruteBackend(
        ["c"],
        ["a", "b", "d"],
        [(0, 0, 1)],
        [0],
        [0, 1, 2],
        query=[1.0, 0.0],
        premise_vectors=[[0.5, 0.5], [0.75, 0.0], [-0.5, 0.5]],
    )
    question = Question("q", index)
    found = SimilarityFilter()(question, index, np.array([0, 1, 2]))
    assert (found.rows.tolist(), found.relevance.tolist()) == ([1, 0, 2], [0.75, 0.5, -0.5])
    assert SimilarityFilter(tau=0.5)(question, index, np.array([0, 1, 2])).rows.tolist() == [1]
    assert SimilarityFilter().to_claims(
        Question("x", index), index, ["x", "y"], np.array([1, 2])
    ).tolist() == [
        [0.75, 0.75],
        [-0.5, -0.5],
    ]

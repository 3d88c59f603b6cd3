"""Premise rankers on representations that are easy to see through."""

from __future__ import annotations

import numpy as np
import pytest

from debatable.errors import DebatableError
from debatable.ranking.diversity.premise_ranker import PREMISE_RANKERS, BiasedCoreset

RELEVANCE = np.array([0.9, 0.8, 0.7, 0.2])
VECTORS = np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]])


@pytest.mark.parametrize(
    ("alpha", "distance", "expected"),
    [
        (1.0, "cos", [0, 1, 2, 3]),
        (0.0, "cos", [0, 3, 2, 1]),
        (0.8, "cos", [0, 2, 1, 3]),
        (0.5, "l1", [0, 2, 3, 1]),
    ],
)
def test_relevance_and_novelty_are_weighed(alpha: float, distance: str, expected: list[int]) -> None:
    ranker = BiasedCoreset(alpha, distance)  # type: ignore[arg-type]
    assert ranker.pick(RELEVANCE, VECTORS, 10).places.tolist() == expected


def test_each_pick_knows_what_it_is_most_like() -> None:
    picks = BiasedCoreset(0.8).pick(RELEVANCE, VECTORS, 4)
    assert picks.likest.tolist() == [-1, 0, 0, 2]
    assert picks.closest.tolist() == [-1, 0, 1, 0]
    assert picks.members == ((0,), (2,), (1,), (3,))


@pytest.mark.parametrize(
    "name",
    ["coreset(alpha=1.5)", "coreset(alpha=-1)", "coreset(distance=l3)", "coreset(representation=bert)"],
)
def test_senseless_parameters_are_refused(name: str) -> None:
    with pytest.raises(DebatableError):
        PREMISE_RANKERS.parse(name)

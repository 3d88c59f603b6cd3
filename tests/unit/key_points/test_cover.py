"""The greedy cover, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from debatable.errors import InputError
from debatable.key_points.cover import GreedyCover, Matches, matches
from debatable.learning import VectorMatching


def found(rows: list[list[tuple[int, float]]]) -> Matches:
    starts = np.cumsum([0, *(len(row) for row in rows)])
    pairs = [pair for row in rows for pair in row]
    return Matches(starts, np.array([unit for unit, _ in pairs]), np.array([p for _, p in pairs]))


def test_the_widest_candidate_is_first_and_the_rest_cover_what_is_left() -> None:
    candidates = found([[(0, 0.9), (1, 0.9)], [(0, 0.8), (1, 0.8), (2, 0.8)], [(3, 0.9), (4, 0.9)]])
    cover = GreedyCover(share=0.0, least=2)
    assert cover(candidates, np.ones(5), np.ones(3), np.zeros((3, 3))) == [1, 2]


def test_a_candidate_that_says_what_a_chosen_one_says_is_left_out() -> None:
    candidates = found([[(0, 0.9), (1, 0.9), (2, 0.9)], [(3, 0.9), (4, 0.9)]])
    alike = np.array([[1.0, 0.8], [0.8, 1.0]])
    assert GreedyCover(apart=0.5)(candidates, np.ones(5), np.ones(2), alike) == [0]
    assert GreedyCover(apart=0.9)(candidates, np.ones(5), np.ones(2), alike) == [0, 1]


def test_quality_decides_between_equal_covers() -> None:
    candidates = found([[(0, 0.9), (1, 0.9)], [(0, 0.9), (1, 0.9)]])
    assert GreedyCover()(candidates, np.ones(2), np.array([0.5, 1.0]), np.ones((2, 2))) == [1]


def test_a_point_needs_enough_comments() -> None:
    candidates = found([[(0, 0.9)], [(1, 0.9), (2, 0.9)]])
    assert GreedyCover(least=2)(candidates, np.ones(3), np.ones(2), np.zeros((2, 2))) == [1]
    assert GreedyCover(share=0.9)(candidates, np.ones(3), np.ones(2), np.zeros((2, 2))) == []


def test_matches_are_those_of_all_pairs() -> None:
    rng = np.random.default_rng(0)
    vectors = rng.normal(size=(5_000, 8)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    candidates = np.array([3, 4_999])
    model = VectorMatching()
    pairs = matches(vectors, candidates, model, 0.5)
    for number, row in enumerate(candidates):
        units, probability = pairs.of(number)
        expected = model.probability(vectors @ vectors[row])
        assert units.tolist() == np.flatnonzero(expected >= 0.5).tolist()
        assert np.allclose(probability, expected[units], atol=1e-6)


@pytest.mark.parametrize("wrong", [{"level": 0.0}, {"share": 2.0}, {"least": 0}, {"most": 0}])
def test_wrong_parameters_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(InputError):
        GreedyCover(**wrong)  # type: ignore[arg-type]

"""Soft clusters and what is left to say, by hand."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from debatable.arrays import Floats, Matrix, Signs
from debatable.ranking.formulas import soft_clusters
from debatable.ranking.formulas.soft_clusters import pick_novel, sameness, soft_cluster_probability


def same_as(vectors: Matrix | Floats, sides: Signs, theta: float) -> Callable[[int], Floats]:
    return lambda place: np.asarray(sameness(vectors, sides, np.array([place]), theta)[0])


def test_soft_clusters_and_what_is_left_to_say() -> None:
    vectors = np.array([[1, 0], [0.8, 0.6], [0, 1]], np.float32)
    probability, sides = np.array([0.5, 0.3, 0.2]), np.zeros(3, np.int8)
    # Above a cosine of 1/2: k(0,1) = 0.6, k(1,2) = 0.2, k(0,2) = 0.
    density = soft_cluster_probability(probability, vectors, sides, 0.5)
    assert density == pytest.approx([0.5 + 0.18, 0.3 + 0.3 + 0.04, 0.2 + 0.06], abs=1e-6)
    # The first leaves 0.4 of the second, 0.256 in all: less than the third, of which nothing was said.
    assert pick_novel(density, same_as(vectors, sides, 0.5), 3).tolist() == [0, 2, 1]


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("theta", [0.0, 0.3, 0.9])
def test_k_is_to_the_bit_that_of_each_pair(theta: float, kind: type[np.floating]) -> None:
    random = np.random.default_rng(3)
    vectors = random.standard_normal((40, 6)).astype(kind)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    sides = random.integers(-1, 2, 40).astype(np.int8)
    for rows in (np.array([7, 3, 20]), slice(0, 40)):
        expected = (vectors[rows] @ vectors.T).astype(np.float64)
        for at, row in enumerate(np.arange(40)[rows]):
            for other in range(40):
                alike = min(max((expected[at, other] - theta) / (1 - theta), 0.0), 1.0)
                expected[at, other] = 0.0 if sides[row] * sides[other] < 0 else alike
            expected[at, row] = 1.0
        assert sameness(vectors, sides, rows, theta).tolist() == expected.tolist()


def test_what_the_last_pick_repeats_is_not_asked_for() -> None:
    asked: list[int] = []

    def repeats(place: int) -> Floats:
        asked.append(place)
        return np.zeros(3)

    places = pick_novel(np.array([3.0, 1.0, 2.0]), repeats, 2)
    assert places.tolist() == [0, 2] and asked == [0]


def test_opposite_sides_never_say_the_same() -> None:
    vectors = np.array([[1, 0], [1, 0], [1, 0]], np.float32)
    sides = np.array([1, -1, 0], np.int8)
    assert soft_cluster_probability(np.array([0.5, 0.25, 0.25]), vectors, sides, 0.5) == pytest.approx(
        [0.75, 0.5, 1.0]
    )


@pytest.mark.parametrize("block", [1, 2, 5, 100])
@pytest.mark.parametrize("seed", range(4))
def test_sums_and_products_of_the_definition(monkeypatch: pytest.MonkeyPatch, seed: int, block: int) -> None:
    monkeypatch.setattr(soft_clusters, "BLOCK", block)
    rng = np.random.default_rng(seed)
    made = rng.normal(size=(9, 3)) + 1
    vectors = (made / np.linalg.norm(made, axis=1, keepdims=True)).astype(np.float32)
    vectors[7], vectors[3] = vectors[2], -vectors[1]
    sides = rng.integers(-1, 2, 9).astype(np.int8)
    probability = rng.dirichlet(np.ones(9))
    theta = 0.3

    def k(one: int, other: int) -> float:
        if one == other:
            return 1.0
        if sides[one] * sides[other] < 0:
            return 0.0
        return min(1.0, max(0.0, (float(vectors[one] @ vectors[other]) - theta) / (1 - theta)))

    density = soft_cluster_probability(probability, vectors, sides, theta)
    wanted = [sum(k(one, other) * probability[other] for other in range(9)) for one in range(9)]
    assert density == pytest.approx(wanted, abs=1e-6)
    for most in (0, 1, 4, 9, 20):
        picked: list[int] = []
        for place in pick_novel(density, same_as(vectors, sides, theta), most).tolist():
            left = {
                one: float(np.prod([1 - k(one, before) for before in picked]))
                for one in range(9)
                if one not in picked
            }
            assert density[place] * left[place] >= max(density[one] * left[one] for one in left) - 1e-6
            picked.append(place)
        assert len(picked) == min(most, 9)
    rows = np.array([4, 0])
    assert sameness(vectors, sides, rows, theta) == pytest.approx(
        np.array([[k(row, other) for other in range(9)] for row in (4, 0)]), abs=1e-6
    )


def test_nothing_to_list_and_equal_ones_by_place() -> None:
    nothing = np.zeros((0, 2), np.float32)
    assert soft_cluster_probability(np.zeros(0), nothing, np.zeros(0, np.int8), 0.5).tolist() == []
    assert pick_novel(np.zeros(0), same_as(nothing, np.zeros(0, np.int8), 0.5), 3).tolist() == []
    alike = np.eye(4, dtype=np.float32)
    assert pick_novel(np.full(4, 0.25), same_as(alike, np.zeros(4, np.int8), 0.5), 4).tolist() == [
        0,
        1,
        2,
        3,
    ]
    same = np.ones((3, 1), np.float32)  # all but the first have been said, and still each comes once
    assert pick_novel(np.full(3, 0.5), same_as(same, np.zeros(3, np.int8), 0.5), 3).tolist() == [0, 1, 2]

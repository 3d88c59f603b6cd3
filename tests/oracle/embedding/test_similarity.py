"""DynaMax, MaxPool, Word Mover's and edit distance against independent direct computations."""

from __future__ import annotations

import itertools
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from debatable.embedding.similarity import (
    Cosine,
    Edit,
    angular,
    bag,
    cosine,
    dynamax_matrix,
    edit_distance,
    jaccard_matrix,
    moved,
    solver,
)


def dynamax_by_definition(x: np.ndarray, y: np.ndarray) -> float:
    universe = [*x, *y]
    about_x = [max(0.0, *(float(np.dot(word, u)) for word in x)) for u in universe]
    about_y = [max(0.0, *(float(np.dot(word, u)) for word in y)) for u in universe]
    high = sum(map(max, about_x, about_y))
    return sum(map(min, about_x, about_y)) / high if high else 1.0


def maxpool_by_definition(x: np.ndarray, y: np.ndarray) -> float:
    a = [max(0.0, *(float(word[d]) for word in x)) for d in range(x.shape[1])]
    b = [max(0.0, *(float(word[d]) for word in y)) for d in range(x.shape[1])]
    high = sum(map(max, a, b))
    return sum(map(min, a, b)) / high if high else 1.0


def transport_by_linear_program(x: np.ndarray, y: np.ndarray) -> float:
    costs = np.array([[np.linalg.norm(a - b) for b in y] for a in x])
    n, m = costs.shape
    rows = [np.kron(np.eye(n)[i], np.ones(m)) for i in range(n)]
    columns = [np.kron(np.ones(n), np.eye(m)[j]) for j in range(m)]
    shares = [1 / n] * n + [1 / m] * m
    solved: Any = linprog(costs.ravel(), A_eq=np.array(rows + columns), b_eq=shares, method="highs")
    return float(solved.fun)


def word_movers_distance(x: np.ndarray, y: np.ndarray) -> float:
    return moved(bag(x), bag(y), solver())


def bags(seed: int, count: int = 6) -> list[np.ndarray]:
    rng = np.random.default_rng(seed)
    made = [rng.normal(size=(int(rng.integers(1, 9)), 5)) for _ in range(count)]
    made[0] = np.concatenate([made[1][:1], made[0], made[0][:1]])  # shared and repeated words
    return made


@pytest.mark.parametrize("seed", range(5))
def test_dynamax_and_maxpool_equal_their_definitions(seed: int) -> None:
    left, right = bags(seed), bags(seed + 100)
    right[2] = left[1]
    for (i, x), (j, y) in itertools.product(enumerate(left), enumerate(right)):
        assert dynamax_matrix(left, right)[i, j] == pytest.approx(dynamax_by_definition(x, y), abs=1e-6)
        assert jaccard_matrix(left, right)[i, j] == pytest.approx(maxpool_by_definition(x, y), abs=1e-6)
    np.testing.assert_allclose(dynamax_matrix(left, right), dynamax_matrix(right, left).T, atol=1e-12)
    assert dynamax_matrix(left, right)[1, 2] == pytest.approx(1.0)
    assert jaccard_matrix(left, right)[1, 2] == pytest.approx(1.0)


def test_matrix_in_blocks_equals_matrix_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    left, right = bags(7, 20), bags(8, 15)
    whole = dynamax_matrix(left, right)
    monkeypatch.setattr("debatable.embedding.similarity.BLOCK", 1)
    np.testing.assert_allclose(dynamax_matrix(left, right), whole, atol=1e-12)


def test_texts_without_words() -> None:
    empty, word = np.empty((0, 5)), np.ones((1, 5))
    np.testing.assert_array_equal(dynamax_matrix([empty, word], [word, empty]), [[0, 1], [1, 0]])
    np.testing.assert_array_equal(jaccard_matrix([empty, word], [word, empty]), [[0, 1], [1, 0]])
    assert dynamax_matrix([], [word]).shape == (0, 1)


@pytest.mark.parametrize("seed", range(8))
def test_word_movers_distance_equals_a_linear_program(seed: int) -> None:
    pytest.importorskip("ot")
    for x, y in itertools.product(bags(seed, 3), bags(seed + 50, 3)):
        assert word_movers_distance(x, y) == pytest.approx(transport_by_linear_program(x, y), abs=1e-6)


def test_word_movers_distance_at_its_borders() -> None:
    pytest.importorskip("ot")
    x = bags(3)[0]
    assert word_movers_distance(x, x[::-1]) == 0.0
    assert word_movers_distance(np.empty((0, 5)), x) == float("inf")
    assert word_movers_distance(np.empty((0, 5)), np.empty((0, 5))) == 0.0


def edits_by_recursion(a: str, b: str) -> int:
    @cache
    def cost(i: int, j: int) -> int:
        if not i or not j:
            return i + j
        return min(cost(i - 1, j) + 1, cost(i, j - 1) + 1, cost(i - 1, j - 1) + (a[i - 1] != b[j - 1]))

    return cost(len(a), len(b))


@settings(max_examples=60)
@given(st.text("abc", max_size=9), st.text("abc", max_size=9))
def test_edit_distance_equals_the_recursion(a: str, b: str) -> None:
    assert edit_distance(a, b) == edits_by_recursion(a, b)


def test_edit_similarity() -> None:
    np.testing.assert_allclose(Edit()(["kitten", ""], ["sitting", ""]), [[1 - 3 / 7, 0.0], [0.0, 1.0]])


@settings(max_examples=30)
@given(st.integers(0, 1000))
def test_cosine_and_angular_equal_the_formula(seed: int) -> None:
    rng: Any = np.random.default_rng(seed)
    a, b = rng.normal(size=(3, 4)), rng.normal(size=(2, 4))
    for i, j in itertools.product(range(3), range(2)):
        expected = float(a[i] @ b[j] / np.linalg.norm(a[i]) / np.linalg.norm(b[j]))
        assert cosine(a, b)[i, j] == pytest.approx(expected)
        assert angular(a, b)[i, j] == pytest.approx(1 - np.arccos(expected) / np.pi)


def test_cosine_of_texts_puts_a_paraphrase_before_another_topic() -> None:
    found = Cosine()(["Ban cars from cities"], ["Cities should be free of cars", "Bananas are yellow"])
    assert found[0, 0] > found[0, 1] + 0.3

"""Soft clusters and what is left to say, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from debatable.ranking.formulas.soft_clusters import listed, said


def test_soft_clusters_and_what_is_left_to_say() -> None:
    vectors = np.array([[1, 0], [0.8, 0.6], [0, 1]], np.float32)
    probability, sides = np.array([0.5, 0.3, 0.2]), np.zeros(3, np.int8)
    # Above a cosine of 1/2: k(0,1) = 0.6, k(1,2) = 0.2, k(0,2) = 0.
    density = said(probability, vectors, sides, 0.5)
    assert density == pytest.approx([0.5 + 0.18, 0.3 + 0.3 + 0.04, 0.2 + 0.06], abs=1e-6)
    places, novelty = listed(density, vectors, sides, 0.5, 3)
    # The first leaves 0.4 of the second, 0.256 in all: less than the third, of which nothing was said.
    assert places.tolist() == [0, 2, 1]
    assert novelty == pytest.approx([1, 1, 0.4 * 0.8], abs=1e-6)


def test_opposite_sides_never_say_the_same() -> None:
    vectors = np.array([[1, 0], [1, 0], [1, 0]], np.float32)
    sides = np.array([1, -1, 0], np.int8)
    assert said(np.array([0.5, 0.25, 0.25]), vectors, sides, 0.5) == pytest.approx([0.75, 0.5, 1.0])

from __future__ import annotations

import numpy as np
import pytest

from debatable.service.debate_map import plane


def test_distances_of_a_flat_figure_are_kept() -> None:
    """Three unit vectors span a triangle, which lies in a plane: classical scaling keeps it as it is."""
    vectors = np.array([[1.0, 0.0], [0.6, 0.8], [-0.8, 0.6]])
    places = plane(vectors @ vectors.T)
    for i in range(3):
        for j in range(3):
            wanted = np.linalg.norm(vectors[i] - vectors[j])
            assert np.linalg.norm(places[i] - places[j]) == pytest.approx(wanted, abs=1e-9)


def test_the_nearest_on_the_map_is_the_most_alike() -> None:
    rng = np.random.default_rng(7)
    groups = np.repeat(rng.normal(size=(3, 16)), 4, axis=0) + 0.1 * rng.normal(size=(12, 16))
    vectors = groups / np.linalg.norm(groups, axis=1, keepdims=True)
    places = plane(vectors @ vectors.T)
    apart = np.linalg.norm(places[:, None] - places[None], axis=2) + np.eye(12) * 9
    assert (apart.argmin(axis=1) // 4).tolist() == (np.arange(12) // 4).tolist()


def test_equally_strong_axes_are_chosen_by_the_places_alone() -> None:
    """Three groups equally far apart: any rotation has the same distances, and processors find different ones."""
    groups = np.kron(np.eye(3), np.ones((4, 4))) * 0.9 + 0.1 * np.eye(12)
    noise = np.random.default_rng(3).normal(scale=1e-14, size=(12, 12))
    places = plane(groups)
    np.testing.assert_allclose(plane(groups + noise), places, atol=1e-6)
    side = np.sqrt(2.0 - 0.2 * 3 / 4)  # of the centroids: squared distances are 2 between groups, .2 within
    triangle = [[0.0, side / np.sqrt(3)], [side / 2, -side / np.sqrt(12)], [-side / 2, -side / np.sqrt(12)]]
    np.testing.assert_allclose(places, np.repeat(triangle, 4, axis=0), atol=1e-6)


def test_all_premises_equally_unlike() -> None:
    places = plane(np.eye(5))
    noise = np.random.default_rng(3).normal(scale=1e-14, size=(5, 5))
    np.testing.assert_allclose(plane(np.eye(5) + noise), places, atol=1e-6)
    assert np.isfinite(places).all() and len({*map(tuple, places.round(6).tolist())}) >= 3


@pytest.mark.parametrize("count", [0, 1, 2])
def test_few_or_equal_premises_have_places_too(count: int) -> None:
    assert plane(np.ones((count, count))).tolist() == [[0.0, 0.0]] * count

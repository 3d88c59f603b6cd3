"""k-means against scikit-learn: the sum of squares within clusters is as small, and well-parted groups are the same."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from sklearn.cluster import KMeans as Lloyd

from debatable.arrays import Floats, Labels
from debatable.clustering import KMeans
from debatable.graphs.retrieval import Cells


def within(points: Floats, labels: Labels) -> float:
    """Returns the sum of squares within the clusters."""
    groups = [points[labels == label] for label in np.unique(labels)]
    return float(sum(np.square(group - group.mean(axis=0)).sum() for group in groups))


@pytest.mark.parametrize("seed", range(5))
def test_groups_far_apart_are_those_of_scikit_learn(seed: int) -> None:
    random = np.random.default_rng(seed)
    points = random.normal(size=(6, 12))[random.integers(6, size=200)] * 20 + random.normal(size=(200, 12))
    ours = KMeans(clusters=6, starts=10)(points)
    theirs = Lloyd(6, n_init=10, random_state=seed).fit(points)
    assert within(points, ours) == pytest.approx(theirs.inertia_, rel=1e-9)
    assert len({(ours[row], theirs.labels_[row]) for row in range(len(points))}) == 6


@pytest.mark.parametrize("seed", range(3))
def test_no_point_is_nearer_to_the_centre_of_another_cluster(seed: int) -> None:
    points = np.random.default_rng(seed).normal(size=(120, 5))
    labels = KMeans(clusters=7, seed=seed)(points)
    centres = np.array([points[labels == label].mean(axis=0) for label in range(7)])
    distances = np.linalg.norm(points[:, None] - centres, axis=2)
    assert np.array_equal(distances.argmin(axis=1), labels)


def test_cells_find_the_nearest_of_grouped_vectors() -> None:
    random = np.random.default_rng(0)
    vectors = (
        random.normal(size=(40, 16))[random.integers(40, size=2000)] + random.normal(size=(2000, 16)) / 5
    )
    vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    cells = Cells(vectors)
    found = [{place for place, _ in cells(vector, 10)} for vector in vectors[:50]]
    exact = [{place for place, _ in cells(vector, None)[:10]} for vector in vectors[:50]]
    shared = sum(len(ours & true) for ours, true in zip(found, exact, strict=True))
    assert sum(map(len, cells.members)) == len(vectors)
    assert shared >= 0.99 * 500


def test_of_several_starts_the_tightest_is_taken() -> None:
    """More starts begin with the same ones, so they can only be tighter."""
    tighter = 0
    for seed in range(4):
        points = np.random.default_rng(seed).normal(size=(40, 2))
        spreads = [within(points, KMeans(6, seed, starts)(points)) for starts in (1, 2, 4, 8)]
        assert all(after <= before + 1e-9 for before, after in pairwise(spreads))
        tighter += spreads[-1] < spreads[0] - 1e-9
    assert tighter > 0  # or nothing was tested

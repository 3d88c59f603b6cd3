"""New texts go to the cluster of least mean distance, as if every distance were computed in full."""

from __future__ import annotations

import numpy as np
import pytest

from debatable.arrays import Floats, Ints
from debatable.clustering import Assignment


def assigned_one_by_one(new: Floats, old: Floats, labels: Ints, least: float) -> list[int]:
    """Returns the cluster of each new text, or -1, from distances written out."""
    found = []
    clusters = {label: old[labels == label] for label in np.unique(labels[labels >= 0]).tolist()}
    for one in new:
        means = {label: np.linalg.norm(members - one, axis=1).mean() for label, members in clusters.items()}
        nearest = min(means, key=lambda label: (means[label], label))
        members = clusters[nearest]
        apart = np.linalg.norm(members[:, None] - members, axis=2).sum(axis=1) / max(len(members) - 1, 1)
        found.append(nearest if means[nearest] <= max(least, apart.max()) + 1e-6 else -1)
    return found


@pytest.mark.parametrize(("seed", "length"), [(0, 1.0), (1, 30.0)])
def test_the_nearest_cluster_is_found_whatever_the_number_of_clusters(seed: int, length: float) -> None:
    random = np.random.default_rng(seed)
    labels = np.concatenate([random.integers(-1, 120, 500), np.arange(120)])
    centres = random.standard_normal((121, 16))
    old = centres[labels] + 0.3 * random.standard_normal((len(labels), 16))
    new = centres[random.integers(0, 120, 150)] + 0.3 * random.standard_normal((150, 16))
    new[:50] = old[random.integers(0, len(old), 50)]
    old, new = (length * vectors / np.linalg.norm(vectors, axis=1, keepdims=True) for vectors in (old, new))
    old, new = (vectors.astype(np.float32).astype(np.float64) for vectors in (old, new))
    least = 0.4 * length
    expected = assigned_one_by_one(new, old, labels, least)
    found = Assignment(least=least)(new, old, labels)
    assert [label if label < 120 else -1 for label in found.tolist()] == expected
    assert -1 in expected and len(set(expected)) > 50  # some fit nowhere, and many clusters are met


def test_of_clusters_equally_near_the_smaller_id_is_taken() -> None:
    old = np.array([[1.0, 0.0], [0.0, 1.0], [0.0, -1.0], [-1.0, 0.0]])
    assert Assignment(least=2.0)(np.zeros((1, 2)), old, np.array([7, 3, 5, -1])).tolist() == [3]


def test_nothing_new_and_nothing_old() -> None:
    none = np.zeros((0, 2))
    assert Assignment(least=0.5)(none, np.ones((3, 2)), np.array([0, 0, 1])).tolist() == []
    assert Assignment(least=0.5)(
        np.array([[0.0, 0.0], [0.0, 0.1], [5.0, 0.0]]), none, np.zeros(0, int)
    ).tolist() == [0, 0, 1]

"""One premise a cluster."""

from __future__ import annotations

import numpy as np
import pytest

from debatable.clustering import clustering
from debatable.errors import InputError
from debatable.ranking import method
from debatable.ranking.diversity.premise_ranker import OnePerCluster

VECTORS = np.array([[0.0, 0.0], [5.0, 5.0], [0.1, 0.0], [5.0, 5.1], [9.0, 0.0]])


def test_the_most_relevant_of_each_cluster_best_first() -> None:
    picks = OnePerCluster().pick(np.array([0.3, 0.5, 0.4, 0.9, 0.1]), VECTORS, 3)
    assert picks.places.tolist() == [3, 2, 4]
    assert picks.members == ((3, 1), (2, 0), (4,))
    assert picks.alpha == 1


def test_fewer_premises_than_hits_are_all_shown() -> None:
    picks = OnePerCluster().pick(np.array([0.3, 0.5, 0.4, 0.9, 0.1]), VECTORS, 5)
    assert picks.places.tolist() == [3, 1, 2, 0, 4]


def test_equal_premises_fill_fewer_clusters_than_asked_for() -> None:
    assert OnePerCluster().pick(np.array([0.3, 0.5, 0.4]), np.ones((3, 2)), 2).places.tolist() == [1]


def test_a_seed_below_0_is_refused_when_the_method_is_made() -> None:
    # numpy refused it in the middle of a search, as no error of ours.
    with pytest.raises(InputError, match="the seed is -1; give 0 or more"):
        method("kmeans(ranker=kmeans(seed=-1))")
    with pytest.raises(InputError, match="the seed is -1; give 0 or more"):
        clustering("kmeans(seed=-1)")

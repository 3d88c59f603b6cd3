"""Measures of points against values by hand and brute force."""

from __future__ import annotations

import math

import numpy as np
import pytest
from sklearn.metrics import average_precision_score

from debatable.evaluation.measures import BCubed
from debatable.evaluation.points import average_precisions, bcubed, coverage, soft_scores


def test_average_precision_is_that_of_scikit_learn() -> None:
    rng = np.random.default_rng(1)
    for _ in range(20):
        scores, labels = rng.random((30, 4)), rng.integers(-1, 2, (30, 4)).astype(np.int8)
        best = scores.argmax(axis=1)
        rows = np.argsort(-scores.max(axis=1))[:15]
        label = labels[rows, best[rows]]
        strict, relaxed = average_precisions(scores, labels)
        assert strict == pytest.approx(average_precision_score(label == 1, scores.max(axis=1)[rows]))
        assert relaxed == pytest.approx(average_precision_score(label != 0, scores.max(axis=1)[rows]))


def test_arguments_of_one_score_are_taken_together() -> None:
    """As the program of the shared task does; the order of the file decided."""
    rng = np.random.default_rng(4)
    for _ in range(20):
        score, label = np.sort(rng.integers(0, 3, 20))[::-1], rng.integers(0, 2, 20).astype(np.int8)
        score = np.append(score, np.full(20, -1))  # the other half
        labels = np.append(label, np.zeros(20, np.int8))[:, None]
        strict, _ = average_precisions(score[:, None].astype(float), labels)
        assert strict == pytest.approx(average_precision_score(label == 1, score[:20]))


def test_bcubed_of_clusters_that_do_not_overlap_is_the_plain_one() -> None:
    rng = np.random.default_rng(2)
    found, truth = rng.integers(0, 4, 40), rng.integers(0, 3, 40)
    parts = bcubed(found[:, None] == np.arange(4), truth[:, None] == np.arange(3))
    assert parts[0] == pytest.approx(BCubed(part="precision")(found, truth))
    assert parts[1] == pytest.approx(BCubed(part="recall")(found, truth))
    assert parts[2] == pytest.approx(BCubed()(found, truth))


def test_an_item_in_no_found_cluster_is_alone() -> None:
    found = np.array([[True], [True], [False], [False]])
    precision, recall, _ = bcubed(found, np.ones((4, 1), bool))
    assert precision == 1.0
    assert recall == pytest.approx((2 / 4 + 2 / 4 + 1 / 4 + 1 / 4) / 4)


def test_more_points_than_key_points_cover_no_more() -> None:
    truth = np.ones((4, 1), bool)
    assert coverage(np.ones((4, 1), bool), truth) == 1.0
    assert coverage(np.eye(4, dtype=bool), truth) == 0.25


def test_no_headlines_have_no_score() -> None:
    assert soft_scores(np.zeros((0, 2), np.float32), np.eye(2, dtype=np.float32)) == (0.0, 0.0, 0.0)


def test_nothing_to_find_has_no_score() -> None:
    """Where no argument makes a key point, BCubed and coverage were 1, and counted so in the means."""
    found, truth = np.ones((3, 1), bool), np.zeros((3, 2), bool)
    assert all(map(math.isnan, (*bcubed(found, truth), coverage(found, truth))))
    assert all(map(math.isnan, average_precisions(np.array([[0.5]]), np.array([[1]], np.int8))))
    assert average_precisions(np.array([[0.5], [0.4]]), np.array([[0], [1]], np.int8)) == (0.0, 0.0)

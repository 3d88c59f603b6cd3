"""New texts in old clusters against the definition, vector by vector; distances and centres against plain loops."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from debatable.clustering import assignment, distances, kmeans
from debatable.clustering.assignment import Assignment
from debatable.clustering.distances import Points
from debatable.clustering.kmeans import nearest_centres, sampled_centres


def expected(new: list[int], old: list[int], labels: list[int], least: float) -> list[int]:
    """Returns the label of each new number, -1 for those that fit nowhere."""
    clusters = {label: [x for x, of in zip(old, labels, strict=True) if of == label] for label in labels}
    clusters = {label: clusters[label] for label in sorted(clusters) if label >= 0}

    def mean(x: int, others: list[int]) -> float:
        return sum(abs(x - other) for other in others) / max(len(others), 1)

    def radius(members: list[int]) -> float:
        return max(mean(x, members[:at] + members[at + 1 :]) for at, x in enumerate(members))

    found = []
    for x in new:
        best = min(clusters, key=lambda label: mean(x, clusters[label]), default=-1)
        # Of two as near rounding may take either; whose distances differ, differ by more than that.
        ties = [label for label in clusters if abs(mean(x, clusters[label]) - mean(x, clusters[best])) < 1e-6]
        assume(len(ties) < 2)
        near = best >= 0 and mean(x, clusters[best]) <= max(least, radius(clusters[best])) + 1e-9
        found.append(best if near else -1)
    return found


old_ones = st.lists(st.tuples(st.integers(0, 30), st.integers(-1, 3)), max_size=8)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 30), max_size=5), old_ones, st.sampled_from([0.0, 1.0, 4.0]))
def test_new_texts_join_the_nearest_cluster_they_lie_within(
    new: list[int], old: list[tuple[int, int]], least: float
) -> None:
    values, labels = [x for x, _ in old], [label for _, label in old]
    vectors, added = (np.array(x, np.float64).reshape(-1, 1) for x in (values, new))
    found = Assignment(least)(added, vectors, np.array(labels, np.int32)).tolist()
    wanted = expected(new, values, labels, least)
    fresh = max(labels, default=-1) + 1
    assert [label if label < fresh else -1 for label in found] == wanted
    # The others start clusters with the ids that follow, without a gap.
    started = [label for label in found if label >= fresh]
    assert set(started) == set(range(fresh, fresh + len(set(started))))
    if least == 0.0:  # each alone, but for equal ones
        left = [x for x, label in zip(new, wanted, strict=True) if label < 0]
        assert len(set(started)) == len(set(left))


@pytest.mark.parametrize("gap", [3.0, 3.001])
def test_exactly_at_the_distance_is_near_enough(gap: float) -> None:
    found = Assignment(3.0)(np.array([[gap]]), np.array([[0.0]]), np.array([0])).tolist()
    assert found == ([0] if gap == 3.0 else [1])


def test_more_new_texts_than_are_compared_at_once() -> None:
    new = np.tile(np.array([[0.0], [10.0], [50.0]]), (200, 1))
    found = Assignment(1.0)(new, np.array([[0.5], [10.5]]), np.array([4, 2]))
    assert found.tolist() == [4, 2, 5] * 200
    assert assignment.with_singletons(np.array([-1, 5, -1])).tolist() == [6, 5, 7]


@pytest.mark.parametrize("largest", [1, 2, 3, 2048])
def test_mean_distances_do_not_depend_on_the_tiles(monkeypatch: pytest.MonkeyPatch, largest: int) -> None:
    monkeypatch.setattr(distances, "LARGEST_TILE", largest)
    rng = np.random.default_rng(3)
    vectors = rng.normal(size=(60, 3)) + 5
    groups = [np.array([4, 1]), np.array([0]), np.arange(10, 50), np.array([7, 8, 9])]
    rows = np.array([3, 0, 59, 11])
    found = Points(vectors).means(rows, groups)
    single = vectors.astype(np.float32).astype(np.float64)
    wanted = [
        [np.mean([np.linalg.norm(single[row] - single[other]) for other in group]) for group in groups]
        for row in rows
    ]
    assert found == pytest.approx(np.array(wanted), rel=1e-6)


@pytest.mark.parametrize("block", [1, 3, 1000])
def test_the_nearest_centre_is_the_nearest(monkeypatch: pytest.MonkeyPatch, block: int) -> None:
    monkeypatch.setattr(kmeans, "BLOCK", block)
    rng = np.random.default_rng(5)
    vectors = rng.normal(size=(25, 4)).astype(np.float32)
    there = rng.normal(size=(6, 4)).astype(np.float32)
    wanted = np.linalg.norm(vectors[:, None] - there[None], axis=2).argmin(axis=1)
    assert nearest_centres(vectors, there).tolist() == wanted.tolist()


def test_centres_are_the_means_of_what_is_nearest_to_them() -> None:
    rng = np.random.default_rng(6)
    sample = (rng.normal(size=(90, 2)) + 8 * rng.integers(0, 3, size=(90, 1))).astype(np.float32)
    found = sampled_centres(sample, 3, 30, np.random.default_rng(1))
    nearest = nearest_centres(sample, found)
    for number in range(3):
        assert found[number] == pytest.approx(sample[nearest == number].mean(axis=0), abs=1e-4)
    unmoved = sampled_centres(sample, 3, 0, np.random.default_rng(1))
    assert all(any((centre == row).all() for row in sample) for centre in unmoved)

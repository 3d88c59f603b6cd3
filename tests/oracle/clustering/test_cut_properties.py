"""Properties every cut has, on random trees."""

from collections.abc import Callable
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from debatable.clustering import Absorption, ConstantCut, HybridCut, LevelCut, TreeCut, average_linkage
from debatable.clustering.cuts.hybrid import SCALES

seeds = st.integers(0, 10**6)
ABSORPTIONS = [
    None,
    Absorption(limit=None),
    Absorption(respects_tree=False, limit=0.0),
    Absorption(medoids=True, limit=0.2),
]


def mixture(seed: int) -> NDArray[np.float32]:
    """Groups of different tightness, some near each other, and noise."""
    random = np.random.default_rng(seed)
    centres = random.normal(size=(5, 3)) * random.choice([0.5, 2.0, 5.0])
    spread = random.choice([0.05, 0.2, 1.0], size=5)
    group = random.integers(5, size=int(random.integers(4, 70)))
    vectors = centres[group] + spread[group, None] * random.normal(size=(len(group), 3))
    return np.asarray(vectors, dtype=np.float32)


def partition(labels: NDArray[np.int32], rows: NDArray[np.int64]) -> set[frozenset[int]]:
    """The clusters as sets of original rows."""
    return {frozenset(rows[labels == label].tolist()) for label in set(labels.tolist()) - {-1}}


def cuts(
    minimum_size: int, deep_split: int, cut_height: float | None
) -> list[HybridCut | LevelCut | TreeCut | ConstantCut]:
    hybrids = [
        HybridCut(minimum_size, deep_split, cut_height, absorb, core)
        for absorb in ABSORPTIONS
        for core in SCALES
    ]
    trees = [kind(minimum_size, deep_split, cut_height) for kind in (LevelCut, TreeCut)]
    return [*hybrids, *trees, ConstantCut(cut_height, minimum_size)]


parameters = (seeds, st.integers(2, 8), st.integers(0, 4), st.sampled_from([None, 0.4, 1.0, 3.0]))


@settings(max_examples=60, deadline=None)
@given(*parameters)
def test_labels_are_a_partition_into_large_enough_clusters(
    seed: int, size: int, deep: int, cut: float | None
) -> None:
    vectors = mixture(seed)
    tree = average_linkage(vectors)
    for method in cuts(size, deep, cut):
        labels = method(tree, vectors)
        assert labels.shape == (len(vectors),)
        assert labels.dtype == np.int32
        counts = np.bincount(labels[labels >= 0])
        assert (counts >= size).all()
        first = [int(np.argmax(labels == label)) for label in range(len(counts))]
        assert first == sorted(first)


@settings(max_examples=40, deadline=None)
@given(*parameters)
def test_the_order_of_the_input_does_not_matter_but_within_pairs(
    seed: int, size: int, deep: int, cut: float | None
) -> None:
    """Of two leaves that join each other first, the smaller row leads in R's hybrid cut, and so it does in ours."""
    vectors = mixture(seed)
    order = np.random.default_rng(seed + 1).permutation(len(vectors))
    for left, right in average_linkage(vectors)[:, :2].astype(int).tolist():
        if max(left, right) < len(vectors):
            places = np.flatnonzero(np.isin(order, (left, right)))
            order[places] = sorted((left, right))
    tree, shuffled = average_linkage(vectors), average_linkage(vectors[order])
    for method in cuts(size, deep, cut):
        before = partition(method(tree, vectors), np.arange(len(vectors)))
        assert partition(method(shuffled, vectors[order]), order) == before


@settings(max_examples=60, deadline=None)
@given(seeds, st.integers(2, 8), st.sampled_from([None, 0.4, 1.0, 3.0]))
def test_a_larger_deep_split_never_gives_fewer_clusters(seed: int, size: int, cut: float | None) -> None:
    """Where pairs may be clusters, R's core loses one now and then (docs/fidelity.md): it is asked from 3 on."""
    vectors = mixture(seed)
    tree = average_linkage(vectors)
    kinds: list[Callable[[int, int, float | None], HybridCut | LevelCut]]
    kinds = [partial(HybridCut, core="lowest"), LevelCut, *([HybridCut] if size > 2 else [])]
    for kind in kinds:
        counts = [int(kind(size, deep, cut)(tree, vectors).max()) for deep in range(5)]
        assert counts == sorted(counts)


@settings(max_examples=40, deadline=None)
@given(*parameters)
def test_absorption_only_adds_objects(seed: int, size: int, deep: int, cut: float | None) -> None:
    vectors = mixture(seed)
    tree = average_linkage(vectors)
    rows = np.arange(len(vectors))
    bare = partition(HybridCut(size, deep, cut, None)(tree, vectors), rows)
    for absorb in ABSORPTIONS:
        grown = partition(HybridCut(size, deep, cut, absorb)(tree, vectors), rows)
        assert len(grown) == len(bare)
        assert all(any(cluster <= larger for larger in grown) for cluster in bare)


@pytest.mark.parametrize("seed", range(5))
def test_two_tight_groups_in_a_loose_one_and_a_far_loose_one(seed: int) -> None:
    random = np.random.default_rng(seed)
    centres = np.repeat([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [30.0, 0.0, 0.0]], 20, axis=0)
    spread = np.repeat([0.05, 0.05, 1.0], 20)[:, None]
    vectors = centres + spread * random.normal(size=(60, 3))
    truth = np.repeat([0, 1, 2], 20).tolist()
    tree = average_linkage(vectors)
    assert HybridCut(10, 1, cut_height=4.0)(tree, vectors).tolist() == truth
    heights = tree[:, 2].tolist()
    assert all(ConstantCut(height)(tree).tolist() != truth for height in heights)

"""The hybrid cut with the lowest core: by hand, and against its definition written over sets."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from debatable.clustering import HybridCut, average_linkage, clustering
from debatable.errors import UnknownNameError
from tests.oracle.clustering.test_cut_properties import mixture, partition

SCATTER = (0.64, 0.73, 0.82, 0.91, 0.95)


def of_definition(
    vectors: NDArray[np.float32], tree: NDArray[np.float64], n0: int, deep: int, cut: float
) -> set[frozenset[int]]:
    """The clusters by recursion from the root over sets of leaves; no order, no walk."""
    n = len(vectors)
    heights = tree[:, 2].tolist()
    reference = float(np.quantile(heights, 0.05))
    room = cut - reference
    first_join: dict[int, float] = {}
    for left, right, height, _ in tree.tolist():
        for part in (left, right):
            if part < n:
                first_join[int(part)] = height
    found: set[frozenset[int]] = set()

    def leaves(node: int) -> frozenset[int]:
        if node < n:
            return frozenset({node})
        left, right = tree[node - n, :2].astype(int).tolist()
        return leaves(left) | leaves(right)

    def is_cluster(node: int, height: float) -> bool:
        members = leaves(node)
        if len(members) < n0:
            return False
        size = max(math.floor(n0 / 2 + math.sqrt(len(members) - n0 / 2)), 2)
        ranked = sorted(members, key=lambda leaf: (first_join[leaf], leaf))
        core = ranked[:size]
        if len(ranked) > size and first_join[ranked[size]] == first_join[core[-1]]:
            core = ranked[: size + 1]
        places = vectors.astype(np.float64)
        apart = [math.dist(places[one], places[other]) for one, other in combinations(core, 2)]
        scatter = sum(apart) / len(apart)
        return (
            scatter <= reference + SCATTER[deep] * room
            and height - scatter >= (1 - SCATTER[deep]) * 0.75 * room
        )

    def composite(node: int) -> bool:
        """Whether clusters end below a node; puts these down."""
        if node < n:
            return False
        left, right, height = int(tree[node - n, 0]), int(tree[node - n, 1]), float(tree[node - n, 2])
        basic = [part for part in (left, right) if not composite(part)]
        if height > cut:
            found.update(leaves(part) for part in basic if is_cluster(part, cut))
            return True
        if len(basic) == 2 and not all(is_cluster(part, height) for part in basic):
            return False
        found.update(leaves(part) for part in basic if is_cluster(part, height))
        return True

    if not composite(2 * n - 2) and is_cluster(2 * n - 2, cut):
        found.add(frozenset(range(n)))
    return found


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 6), st.integers(0, 4), st.sampled_from([0.4, 1.0, 3.0]))
def test_partitions_are_those_of_the_definition(seed: int, size: int, deep: int, cut: float) -> None:
    vectors = mixture(seed)[:30]
    tree = average_linkage(vectors)
    labels = HybridCut(size, deep, cut, None, core="lowest")(tree, vectors)
    assert partition(labels, np.arange(len(vectors))) == of_definition(vectors, tree, size, deep, cut)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 8), st.integers(0, 4), st.sampled_from([None, 0.4, 1.0, 3.0]))
def test_the_order_of_the_input_never_matters(seed: int, size: int, deep: int, cut: float | None) -> None:
    """Unlike R's, which lets the smaller of two rows lead, this core has no order to ask."""
    vectors = mixture(seed)
    order = np.random.default_rng(seed + 1).permutation(len(vectors))
    method = HybridCut(size, deep, cut, None, core="lowest")
    before = partition(method(average_linkage(vectors), vectors), np.arange(len(vectors)))
    assert partition(method(average_linkage(vectors[order]), vectors[order]), order) == before


def test_the_lowest_objects_speak_for_a_branch_that_a_loose_pair_leads() -> None:
    # {0, 1} joins at 0.1, {2, 3} at 0.5, both at 1 and {4, 5}, of height 0.1, at 1.5. The cut is at 4.1, r = 0.1 for
    # both cores: s = 0.64 asks for a gap of 0.36 * 0.75 * 4 = 1.08, which neither pair has at 1. At 1.5 the lowest
    # floor(1 + sqrt 3) = 2 of the four, 0 and 1, scatter by 0.1: a gap of 1.4, a cluster. R's core is 3 of them, led
    # by {2, 3}, which joined last: (0.5 + 0.7 + 0.2) / 3 = 0.47, a gap of 1.03, none.
    vectors = np.array([[0.0], [0.1], [0.7], [0.2], [9.0], [9.1]])
    tree = np.array([[0, 1, 0.1, 2], [4, 5, 0.1, 2], [2, 3, 0.5, 2], [6, 8, 1.0, 4], [7, 9, 1.5, 6]])
    lowest, leading = (
        HybridCut(2, 0, 4.1, None, core=core)(tree, vectors).tolist() for core in ("lowest", "leading")
    )
    assert lowest == [0, 0, 0, 0, 1, 1]
    assert leading == [-1] * 6


def test_the_name_of_the_variant_is_its_own() -> None:
    vectors = mixture(3)
    assert clustering("lowest-core") == clustering("hybrid(core=lowest)") != clustering("hybrid")
    assert clustering("lowest-core")(vectors).tolist() == clustering("lowest-core")(vectors).tolist()


def test_a_core_that_is_none_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="lowest"):
        HybridCut(core="lowst")

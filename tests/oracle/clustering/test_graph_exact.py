"""The graph way against exact computations."""

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.cluster.hierarchy import is_valid_linkage
from scipy.spatial.distance import cdist

from debatable.clustering import CellSearch, ConstantCut, average_linkage, graph_linkage


def groups(seed: int) -> NDArray[np.float32]:
    random = np.random.default_rng(seed)
    centres = random.normal(size=(60, 8)) * 3
    return np.asarray(centres[random.integers(60, size=700)] + random.normal(size=(700, 8)) * 0.2, np.float32)


def test_all_cells_probed_finds_the_true_neighbours() -> None:
    vectors = groups(0)
    found, distances = CellSearch(count=5, cell=50, probes=14)(vectors)
    true = cdist(vectors, vectors)
    np.fill_diagonal(true, np.inf)
    np.testing.assert_array_equal(found, np.argsort(true, axis=1)[:, :5])
    np.testing.assert_allclose(distances, np.sort(true, axis=1)[:, :5], atol=1e-5)


def test_few_cells_probed_finds_nearly_all() -> None:
    vectors = groups(1)
    true = cdist(vectors, vectors)
    np.fill_diagonal(true, np.inf)
    found, _ = CellSearch(count=5, cell=50, probes=4)(vectors)
    hits = [len(np.intersect1d(a, b)) for a, b in zip(found, np.argsort(true, axis=1)[:, :5], strict=True)]
    assert np.mean(hits) / 5 > 0.95


def test_the_search_is_the_same_twice() -> None:
    vectors = groups(2)
    first, second = (CellSearch(cell=50, probes=3)(vectors) for _ in range(2))
    np.testing.assert_array_equal(first[0], second[0])
    np.testing.assert_array_equal(first[1], second[1])


@pytest.mark.parametrize("largest", [100, 4096])
def test_a_cut_between_well_kept_groups_is_exact(largest: int) -> None:
    # Groups are about 0.8 wide and far apart: neither the bound nor the few cells separate what belongs together.
    vectors = groups(3)
    tree = graph_linkage(vectors, largest=largest, search=CellSearch(cell=50, probes=6))
    assert is_valid_linkage(tree)
    exact = average_linkage(vectors)
    np.testing.assert_array_equal(ConstantCut(2.0)(tree), ConstantCut(2.0)(exact))
    assert ConstantCut(2.0)(exact).max() + 1 == 60


def test_with_all_links_up_to_the_threshold_every_lower_cut_is_exact() -> None:
    vectors = np.random.default_rng(4).normal(size=(200, 3)).astype(np.float32)
    exact = average_linkage(vectors)
    threshold = 0.5
    near = graph_linkage(vectors, threshold=threshold, search=CellSearch(count=199))
    assert len(np.unique(near[:, 2])) > 50
    for height in exact[exact[:, 2] < threshold, 2]:
        np.testing.assert_array_equal(ConstantCut(height + 1e-7)(near), ConstantCut(height + 1e-7)(exact))


def test_fewer_rows_than_neighbours() -> None:
    found, distances = CellSearch(count=4)(np.array([[0.0], [2.0]]))
    assert found.tolist() == [[1, -1, -1, -1], [0, -1, -1, -1]]
    assert distances[:, 0].tolist() == [2.0, 2.0]
    assert graph_linkage(np.zeros((1, 2))).shape == (0, 4)

"""Average linkage on sets small enough to work out by hand."""

import numpy as np
import pytest

from debatable.clustering import average_linkage
from debatable.errors import InputError


def test_three_points_on_a_line() -> None:
    # 0 and 1 join at 1; the mean distance of 4 to them is (4 + 3) / 2.
    assert average_linkage(np.array([[4.0], [0.0], [1.0]])).tolist() == [[1, 2, 1, 2], [0, 3, 3.5, 3]]


def test_two_pairs_are_joined_by_the_mean_of_four_distances() -> None:
    tree = average_linkage(np.array([[0.0], [1.0], [10.0], [12.0]]))
    assert tree.tolist() == [[0, 1, 1, 2], [2, 3, 2, 2], [4, 5, (10 + 12 + 9 + 11) / 4, 4]]


def test_equal_vectors_join_first_at_height_zero() -> None:
    tree = average_linkage(np.array([[1.0, 1.0], [0.0, 0.0], [1.0, 1.0], [-0.0, 0.0], [1.0, 1.0]]))
    assert tree[:, 2].tolist() == pytest.approx([0, 0, 0, 2**0.5])
    assert tree[-1, 3] == 5


def test_the_rounds_alone_give_the_same_tree_as_the_chains() -> None:
    vectors = np.random.default_rng(3).normal(size=(60, 4))
    np.testing.assert_allclose(average_linkage(vectors, memory=0), average_linkage(vectors), atol=1e-6)


@pytest.mark.parametrize("rows", [0, 1])
def test_nothing_to_join(rows: int) -> None:
    assert average_linkage(np.zeros((rows, 3))).shape == (0, 4)


def test_a_vector_with_nan_is_named() -> None:
    vectors = np.zeros((5, 2))
    vectors[3, 1] = np.nan
    with pytest.raises(InputError, match="row 3"):
        average_linkage(vectors)


def test_a_list_of_numbers_is_no_matrix() -> None:
    with pytest.raises(InputError, match="matrix"):
        average_linkage(np.zeros(3))


def test_progress_counts_joins() -> None:
    told: list[tuple[int, int | None]] = []
    average_linkage(
        np.random.default_rng(0).normal(size=(50, 2)),
        memory=0,
        progress=lambda done, total: told.append((done, total)),
    )
    assert told[-1] == (49, 49)
    assert told == sorted(told)

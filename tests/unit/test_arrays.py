from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from debatable.arrays import FEW, distinct, is_among, union

LISTS = arrays(np.int64, st.integers(0, 50), elements=st.integers(-20, 20))


@given(LISTS, LISTS)
def test_different_values_in_order(one: np.ndarray[tuple[int], np.dtype[np.int64]], other: object) -> None:
    assert distinct(one).tolist() == sorted(set(one.tolist()))
    assert union(one, np.asarray(other)).tolist() == sorted({*one.tolist(), *np.asarray(other).tolist()})


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.int64, np.float64])
def test_values_keep_their_type_and_the_list_its_order(kind: type[np.generic]) -> None:
    values = np.array([3, 1, 3, 2], kind)
    assert distinct(values).dtype == kind and values.tolist() == [3, 1, 3, 2]
    assert distinct(values[:0]).tolist() == []


@given(LISTS, LISTS)
def test_which_values_are_among_others(
    one: np.ndarray[tuple[int], np.dtype[np.int64]], other: np.ndarray[tuple[int], np.dtype[np.int64]]
) -> None:
    assert is_among(one, other).tolist() == [value in set(other.tolist()) for value in one.tolist()]


def test_which_of_many_values_are_among_others() -> None:
    values = np.arange(FEW + 1)
    assert np.flatnonzero(is_among(values, np.array([FEW, 3, 3, -1]))).tolist() == [3, FEW]

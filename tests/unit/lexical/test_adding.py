from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from debatable.lexical import adding


@pytest.fixture(params=["compiled", "numpy"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "numpy":
        monkeypatch.setattr(adding, "_compiled", lambda: None)
    else:
        assert adding._compiled() is not None, "the scipy that is installed lost its product by columns"


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("kind", [np.int16, np.float64])
def test_adding_equals_a_loop(kind: type) -> None:
    random = np.random.default_rng(1)
    documents = random.choice(50, 30, replace=False).astype(np.int32)
    weights: NDArray[Any] = random.integers(-9, 9, 30).astype(kind)
    sums: NDArray[Any] = random.integers(0, 9, 50).astype(kind)
    expected = sums.tolist()
    for document, weight in zip(documents.tolist(), weights.tolist(), strict=True):
        expected[document] += weight
    adding.add(sums, documents, weights)
    assert sums.tolist() == expected


@pytest.mark.usefixtures("way")
def test_adding_nothing() -> None:
    sums = np.ones(3)
    adding.add(sums, np.zeros(0, dtype=np.int32), np.zeros(0))
    assert sums.tolist() == [1.0, 1.0, 1.0]


def test_scipy_loaded_by_itself_and_with_its_package_agree() -> None:
    from scipy.sparse import csc_array

    documents, weights = np.array([4, 0, 2], dtype=np.int32), np.array([1.5, -2.0, 0.25])
    matrix = csc_array((weights, documents, np.array([0, 3], dtype=np.int32)), shape=(5, 1))
    sums = np.zeros(5)
    adding.add(sums, documents, weights)
    assert np.array_equal(sums, matrix @ np.ones(1))

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from debatable import lexical
from debatable.lexical.search.clause import Add
from debatable.lexical.search.scratch import Addition, add_compiled, add_public

COMPILED = add_compiled()


@pytest.fixture(params=["compiled", "public", "both in turn"])
def add(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Add:
    if request.param == "public":
        return add_public
    if request.param == "compiled":
        assert COMPILED is not None, "the scipy that is installed lost its product by columns"
        return COMPILED
    monkeypatch.delitem(sys.modules, "scipy.sparse", raising=False)  # as if it were not loaded
    addition = Addition(40)
    return lambda sums, columns: addition.add(sums, columns)


@pytest.mark.parametrize("kind", [np.int16, np.float64])
def test_adding_equals_a_loop(add: Add, kind: type) -> None:
    random = np.random.default_rng(1)
    sums: NDArray[Any] = random.integers(0, 9, 50).astype(kind)
    expected = sums.tolist()
    for _ in range(4):
        documents = random.choice(50, 30, replace=False).astype(np.int32)
        weights: NDArray[Any] = (random.integers(-90, 90, 30) / (1 if kind is np.int16 else 7)).astype(kind)
        for document, weight in zip(documents.tolist(), weights.tolist(), strict=True):
            expected[document] += weight
        add(sums, [(documents, weights)])
    assert sums.tolist() == expected


def test_adding_nothing(add: Add) -> None:
    sums = np.ones(3)
    add(sums, [(np.zeros(0, dtype=np.int32), np.zeros(0))])
    add(sums, [])
    assert sums.tolist() == [1.0, 1.0, 1.0]


def test_compiled_adding_is_the_product_of_a_sparse_matrix() -> None:
    from scipy.sparse import csc_array

    documents, weights = np.array([4, 0, 2], dtype=np.int32), np.array([1.5, -2.0, 0.25])
    matrix = csc_array((weights, documents, np.array([0, 3], dtype=np.int32)), shape=(5, 1))
    sums = np.zeros(5)
    assert COMPILED is not None
    COMPILED(sums, [(documents, weights)])
    assert np.array_equal(sums, matrix @ np.ones(1))


def test_a_scipy_without_the_function_is_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.sparse._sparsetools", None)
    assert add_compiled() is None
    sums = np.zeros(2)
    Addition(0).add(sums, [(np.array([1], dtype=np.int32), np.array([2.5]))])
    assert sums.tolist() == [0.0, 2.5]


_PROGRAM = """
import sys
from debatable import lexical
index = lexical.Index(lexical.open(sys.argv[1]).postings, lexical.Limits(uncompiled_postings=100))
for _ in range({searches}):
    index.search(["wind"])
print("scipy" in sys.modules)
"""


@pytest.mark.parametrize(("searches", "loaded"), [(1, "False"), (9, "True")])
def test_scipy_is_loaded_when_there_is_much_to_add_and_not_by_the_first_search(
    searches: int, loaded: str, tmp_path: Path
) -> None:
    lexical.write(tmp_path / "index", [["wind", "power"]] * 30)
    command = [sys.executable, "-c", _PROGRAM.format(searches=searches), str(tmp_path / "index")]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert done.stdout.strip() == loaded

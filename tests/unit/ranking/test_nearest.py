from __future__ import annotations

import gc

import numpy as np
import numpy.typing as npt
import pytest
from debatable.ranking.nearest import nearest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from debatable.embedding.rounded import RoundedVectors
from debatable.ranking import nearest as module


def _vectors(count: int, seed: int) -> npt.NDArray[np.float16]:
    random = np.random.default_rng(seed)
    made = random.standard_normal((count, 24))
    made[5] = 0
    made[20:30] = made[3]
    norms = np.linalg.norm(made, axis=1, keepdims=True)
    return (made / np.where(norms, norms, 1)).astype(np.float16)


@pytest.mark.parametrize("k", [1, 7, 13, 500])
def test_the_rounded_way_finds_what_a_sort_of_all_finds(k: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MANY", 0)
    vectors = _vectors(300, 1)
    for query in np.asarray(vectors[[3, 8, 150]], np.float32):
        exact = (vectors.astype(np.float64) @ query.astype(np.float64)).astype(np.float32)
        order = [row for row in np.lexsort((np.arange(300), -exact)) if exact[row] > 0][:k]
        for _ in range(3):
            rows, scores = nearest(vectors, query, k)
            assert rows.tolist() == order
            assert scores.tolist() == exact[order].tolist()
    assert module._ASKED[id(vectors)] is not None, "the rounded way was never taken"


def test_rounded_vectors_go_with_their_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MANY", 0)
    vectors = _vectors(40, 2)
    key = id(vectors)
    for _ in range(2):
        nearest(vectors, np.asarray(vectors[0], np.float32), 3)
    assert key in module._ASKED
    del vectors
    gc.collect()
    assert key not in module._ASKED


numbers = st.floats(-1, 1, width=32)


@given(arrays(np.float32, (6, 8), elements=numbers), arrays(np.float32, 8, elements=numbers))
def test_the_error_is_bounded(vectors: npt.NDArray[np.float32], query: npt.NDArray[np.float32]) -> None:
    estimates, errors = RoundedVectors.of(vectors).dots(query)
    exact = vectors.astype(np.float64) @ query.astype(np.float64)
    assert (np.abs(exact - estimates) <= errors).all()

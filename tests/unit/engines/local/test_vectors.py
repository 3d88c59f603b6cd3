from __future__ import annotations

import gc
import weakref
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from debatable.engines.local.vectors import Rounding, VectorTable


def _vectors(count: int, seed: int) -> npt.NDArray[np.float16]:
    random = np.random.default_rng(seed)
    made = random.standard_normal((count, 24))
    made[5] = 0
    made[20:30] = made[3]
    norms = np.linalg.norm(made, axis=1, keepdims=True)
    return (made / np.where(norms, norms, 1)).astype(np.float16)


@pytest.mark.parametrize("k", [1, 7, 13, 500])
def test_the_rounded_way_finds_what_a_sort_of_all_finds(k: int) -> None:
    vectors = _vectors(300, 1)
    table = VectorTable(vectors, Rounding(least=0))
    for query in np.asarray(vectors[[3, 8, 150]], np.float32):
        exact = (vectors.astype(np.float64) @ query.astype(np.float64)).astype(np.float32)
        order = [row for row in np.lexsort((np.arange(300), -exact)) if exact[row] > 0][:k]
        for _ in range(3):
            rows, scores = table.nearest(query, k)
            assert rows.tolist() == order
            assert scores.tolist() == exact[order].tolist()
    assert table._rounded is not None, "the rounded way was never taken"


@pytest.mark.parametrize("k", [1, 7, 90])
def test_the_rounded_way_finds_the_same_among_some_rows(k: int) -> None:
    vectors, among = _vectors(300, 1), np.array([3, 5, 8, *range(21, 290, 3)])
    table = VectorTable(vectors, Rounding(least=0))
    for query in np.asarray(vectors[[3, 8, 150]], np.float32):
        exact = (vectors.astype(np.float64) @ query.astype(np.float64)).astype(np.float32)
        order = [row for row in among[np.lexsort((among, -exact[among]))].tolist() if exact[row] > 0][:k]
        for _ in range(3):
            rows, scores = table.nearest(query, k, among)
            assert rows.tolist() == order and scores.tolist() == exact[order].tolist()
    assert table._rounded is not None, "the rounded way was never taken"
    few = VectorTable(vectors, Rounding(least=len(among) * 24 + 1))
    assert [few.nearest(query, k, among)[0].tolist() for _ in range(3)] == [order] * 3
    assert few._rounded is None, "a few rows are not worth it"


@pytest.mark.parametrize("k", [1, 4, 20])
def test_what_rounding_hides_is_found(k: int) -> None:
    """One large number leaves little of the small ones in a byte: estimates of such vectors are far too low."""
    random = np.random.default_rng(4)
    query = random.standard_normal(384)
    query[:40] = 0
    query /= np.linalg.norm(query)
    flat = random.standard_normal((60, 384))
    flat += (random.uniform(0.02, 0.045, 60) * np.linalg.norm(flat, axis=1) - flat @ query)[:, None] * query
    spiky = np.sign(query) * random.uniform(0.0028, 0.0038, (40, 1)) + np.eye(40, 384)
    made = np.concatenate([flat, spiky])
    vectors = (made / np.linalg.norm(made, axis=1, keepdims=True)).astype(np.float16)
    asked = query.astype(np.float32)
    table = VectorTable(vectors, Rounding(least=0))
    exact = (vectors.astype(np.float64) @ asked.astype(np.float64)).astype(np.float32)
    order = np.lexsort((np.arange(len(exact)), -exact))[:k].tolist()
    for _ in range(3):
        assert table.nearest(asked, k)[0].tolist() == order
    assert table._rounded is not None
    estimates, errors = table._rounded.dots(asked)
    assert (np.abs(estimates - exact) <= errors).all()
    assert set(np.argsort(-estimates)[:k].tolist()) != set(order), "rounding hides nothing here"


@pytest.mark.parametrize("rounding", [Rounding(least=300 * 24 + 1), Rounding(least=0, most=300 * 24 - 1)])
def test_few_vectors_and_too_many_are_not_rounded(rounding: Rounding) -> None:
    table = VectorTable(_vectors(300, 1), rounding)
    for _ in range(3):
        table.nearest(np.ones(24, np.float32), 3)
    assert table._rounded is None


@pytest.mark.parametrize("k", [1, 7, 100])
def test_only_rows_that_are_asked_for_are_found(k: int) -> None:
    vectors = _vectors(300, 1)
    query = np.asarray(vectors[3], np.float32)
    among = np.array([299, 25, 5, 3, 21, 100, 7])
    exact = (vectors.astype(np.float64) @ query.astype(np.float64)).astype(np.float32)
    order = [row for row in sorted(among.tolist(), key=lambda row: (-exact[row], row)) if exact[row] > 0][:k]
    rows, scores = VectorTable(vectors).nearest(query, k, among)
    assert rows.tolist() == order and scores.tolist() == exact[order].tolist()


def test_rounded_vectors_go_with_their_vectors() -> None:
    vectors = _vectors(40, 2)
    table = VectorTable(vectors, Rounding(least=0))
    for _ in range(2):
        table.nearest(np.asarray(vectors[0], np.float32), 3)
    assert table._rounded is not None
    left = weakref.ref(table), weakref.ref(vectors)
    del vectors, table
    gc.collect()
    assert [ref() for ref in left] == [None, None]


def test_few_vectors_are_widened_once_and_many_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    class Counted:
        """Counts how often rows are read."""

        def __init__(self) -> None:
            self.rows, self.reads = _vectors(300, 1), 0
            self.shape = self.rows.shape

        def __len__(self) -> int:
            return len(self.rows)

        def __getitem__(self, rows: Any) -> npt.NDArray[np.float16]:
            self.reads += 1
            return np.asarray(self.rows[rows])

    few, among = Counted(), np.array([3, 8, 150])
    query = np.asarray(few.rows[3], np.float32)
    small = VectorTable(few)
    found = [small.cosines(query, among).tolist() for _ in range(3)]
    assert few.reads == 1 and small.of(among).dtype == np.float32
    monkeypatch.setattr("debatable.engines.local.vectors.FEW", 300 * 24 - 1)
    many = Counted()
    large = VectorTable(many)
    assert [large.cosines(query, among).tolist() for _ in range(3)] == found
    assert many.reads == 3, "they are not kept"

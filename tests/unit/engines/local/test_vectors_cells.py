from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from debatable.engines.local.placement import place_cells
from debatable.engines.local.vectors import PARTS, Cells, Probing, VectorTable, cells_name

COUNT = 2_000


def _vectors() -> npt.NDArray[np.float16]:
    """Forty heaps of vectors; some rows are empty, and some are equal."""
    random = np.random.default_rng(5)
    heaps = random.standard_normal((40, 24))
    made = heaps[random.integers(0, 40, COUNT)] + 0.4 * random.standard_normal((COUNT, 24))
    made[[7, 500, COUNT - 1]] = 0
    made[100:110] = made[90]
    norms = np.linalg.norm(made, axis=1, keepdims=True)
    return (made / np.where(norms, norms, 1)).astype(np.float16)


VECTORS = _vectors()


def _cells(folder: Path, vectors: npt.NDArray[np.float16] = VECTORS) -> Cells:
    place_cells(folder, "premises", vectors)
    return Cells(*(np.load(folder / cells_name("premises", part)) for part in PARTS))


def _sorted(query: npt.NDArray[np.float32], k: int, allowed: npt.NDArray[np.int64]) -> list[int]:
    exact = (VECTORS.astype(np.float64) @ query.astype(np.float64)).astype(np.float32)
    return [row for row in sorted(allowed.tolist(), key=lambda row: (-exact[row], row)) if exact[row] > 0][:k]


ALL = np.arange(COUNT)


def test_every_vector_that_is_not_0_lies_in_one_cell(tmp_path: Path) -> None:
    cells = _cells(tmp_path)
    assert np.sort(cells.rows).tolist() == np.flatnonzero(VECTORS.any(axis=1)).tolist()
    assert cells.starts[0] == 0 and cells.starts[-1] == len(cells.rows) == len(cells.codes)
    assert len(cells) == round(2 * COUNT**0.5)


def test_a_vector_lies_in_the_cell_of_the_nearest_centre(tmp_path: Path) -> None:
    cells = _cells(tmp_path)
    for cell in range(len(cells)):
        for row in cells.rows[cells.starts[cell] : cells.starts[cell + 1]].tolist():
            apart = np.linalg.norm(cells.centres - VECTORS[row].astype(np.float32), axis=1)
            assert apart[cell] <= apart.min() + 1e-5


def test_the_same_vectors_give_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        _cells(tmp_path / name)
    for part in PARTS:
        first, second = (tmp_path / name / cells_name("premises", part) for name in ("a", "b"))
        assert first.read_bytes() == second.read_bytes()


@pytest.mark.parametrize("k", [1, 10, 40])
def test_cells_that_are_all_probed_give_the_exact_ranking(tmp_path: Path, k: int) -> None:
    table = VectorTable(VECTORS, cells=_cells(tmp_path), probing=Probing(least=COUNT, root=0, deep=0, wide=0))
    for query in VECTORS[[3, 90, 800]].astype(np.float32):
        rows, scores = table.nearest(query, k)
        exact = (VECTORS[rows].astype(np.float64) @ query.astype(np.float64)).astype(np.float32)
        assert rows.tolist() == _sorted(query, k, ALL)
        assert scores.tolist() == exact.tolist()


def test_few_cells_find_nearly_all_and_score_exactly(tmp_path: Path) -> None:
    table = VectorTable(VECTORS, cells=_cells(tmp_path), probing=Probing(least=300, root=0, deep=0, wide=1))
    found = 0
    for row in range(200, 240):
        query = VECTORS[row].astype(np.float32)
        rows, scores = table.nearest(query, 60)
        found += len(set(rows.tolist()) & set(_sorted(query, 60, ALL)))
        exact = (VECTORS[rows].astype(np.float64) @ query.astype(np.float64)).astype(np.float32)
        assert scores.tolist() == exact.tolist()
        assert rows[0] == row
    assert 0.8 * 2_400 < found < 2_400, "probed too much to see that it is approximate, or too little"


def test_a_wide_filter_looks_into_more_cells_and_a_narrow_one_at_all(tmp_path: Path) -> None:
    cells = _cells(tmp_path)
    table = VectorTable(VECTORS, cells=cells, probing=Probing(least=400, root=0, deep=0, wide=2))
    query = VECTORS[205].astype(np.float32)
    wide, narrow = ALL[ALL % 2 == 1], ALL[::3]
    rows, _ = table.nearest(query, 20, wide)
    assert len(rows) == 20 and np.isin(rows, wide).all()
    assert len(set(rows.tolist()) & set(_sorted(query, 20, wide))) >= 18
    rows, _ = table.nearest(query, 20, narrow)
    assert rows.tolist() == _sorted(query, 20, narrow)
    there = np.isin(ALL, wide)
    assert len(cells.near(query, 400, there)[0]) >= 400


def test_rows_that_were_added_after_the_cells_are_found(tmp_path: Path) -> None:
    cells = _cells(tmp_path, VECTORS[:1_900])
    assert cells.end == 1_900
    table = VectorTable(VECTORS, cells=cells, probing=Probing(least=50, root=0, deep=0, wide=1))
    query = VECTORS[1_950].astype(np.float32)
    assert table.nearest(query, 5).rows[0] == 1_950
    without = ALL[ALL != 1_950]
    assert 1_950 not in table.nearest(query, 5, without).rows


def test_every_row_that_was_added_after_the_cells_is_found(tmp_path: Path) -> None:
    """The first and the last of them count like all others, and so does one alone."""
    for end in (1_900, COUNT - 2):
        (tmp_path / str(end)).mkdir()
        cells = _cells(tmp_path / str(end), VECTORS[:end])
        table = VectorTable(VECTORS, cells=cells, probing=Probing(least=50, root=0, deep=0, wide=1))
        for row in range(end, COUNT - 1):  # the last row is empty
            query = VECTORS[row].astype(np.float32)
            assert table.nearest(query, 1).rows.tolist() == [row]
            assert table.nearest(query, 1, ALL[1:]).rows.tolist() == [row]

from __future__ import annotations

from pathlib import Path

import pytest

from debatable.experiments import Inputs
from debatable.experiments.sigir2019 import Sigir2019


def test_all_196_are_ranked(folder: Path) -> None:
    table_2, table_3, everything = Sigir2019()(Inputs(folder))
    assert len(everything.rows) == 196
    assert {"BM25", "LMJelinekMercer(0.2)"} <= {row.label for row in table_2.rows}
    # "banned" is not "ban": every similarity prefers the claim that shares two words, the half-relevant one.
    bm25 = next(row for row in table_2.rows if row.label == "BM25")
    assert bm25.cells[0].ours == pytest.approx(1 / 2)
    assert bm25.cells[3].ours == pytest.approx((1 + 2) / (2 + 1))
    assert bm25.cells[2].ours is None
    assert sum(cell.ours or 0 for row in table_3.rows for cell in row.cells[2:]) > 0

"""The paper's evaluation on its own queries: the default against every row of the paper's tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from debatable.experiments.iccbr2019.graph_retrieval import evaluate, reference_rankings
from debatable.experiments.iccbr2019.published import TABLES
from debatable.graphs import CaseBase, configured, load_folder


def test_default_beats_every_row_of_the_paper_at_once(shared: Path) -> None:
    """AP at least .98 (best published .972), NDCG above .883, CR above .307 at a CP of at least .95."""
    folder = shared / "data/microtexts"
    base = CaseBase(load_folder(folder / "cases-annotated"), configured())
    result = evaluate(
        base, load_folder(folder / "queries-annotated"), reference_rankings(folder / "reference-rankings")
    )
    means = result.means()
    assert len(result.queries) == 24
    assert result.unproven == 0
    assert means["AP"] >= 0.98
    assert means["NDCG"] > 0.883
    assert means["CR"] > 0.307
    assert means["CP"] >= 0.95
    assert means["R"] >= 0.99
    rows = [row for table in TABLES.values() for row in table.values()]
    assert means["AP"] > max(row[3] or 0 for row in rows)
    assert means["NDCG"] > max(row[4] or 0 for row in rows)
    assert means["CR"] > max(row[5] or 0 for row in rows if (row[6] or 0) > 0.9)


def test_published_rows_are_complete() -> None:
    assert {number: len(rows) for number, rows in TABLES.items()} == {1: 12, 2: 9, 3: 4, 4: 15, 5: 9, 6: 4}
    assert all(len(row) == 7 for rows in TABLES.values() for row in rows.values())
    assert TABLES[3]["MaxPool-Jaccard"] == pytest.approx((9.725, 0.417, 0.58, 0.548, 0.846, 0.34, 0.365))

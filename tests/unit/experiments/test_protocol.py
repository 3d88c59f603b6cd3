"""Tables of a paper."""

from __future__ import annotations

from debatable.experiments import Cell, PaperTable, Row, table_lines


def test_tables_show_ours_beside_the_published() -> None:
    table = PaperTable(
        "Table 1", ("nDCG@5",), (Row("BM25F", (Cell(0.5, 0.6383),)), Row("other", (Cell(None, None),)))
    )
    assert table_lines(table) == [
        "Table 1",
        "             nDCG@5",
        "BM25F  0.500 (.638)",
        "other             –",
    ]

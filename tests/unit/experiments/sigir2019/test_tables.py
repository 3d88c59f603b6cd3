from __future__ import annotations

from pathlib import Path

import pytest

from debatable.experiments import Inputs
from debatable.experiments.sigir2019 import Sigir2019
from debatable.experiments.sigir2019.published import TABLE_2


def test_all_196_are_ranked_and_the_seven_rows_of_the_paper_come_first(folder: Path) -> None:
    table_2, tests, everything = Sigir2019(doc2vec=False)(Inputs(folder))
    assert len(everything.rows) == 196
    assert [row.label for row in table_2.rows[:7]] == list(TABLE_2)
    # "banned" is not "ban": every similarity prefers the claim that shares two words, the half-relevant one.
    bm25 = next(row for row in table_2.rows if row.label == "BM25")
    assert bm25.cells[0].ours == pytest.approx(1 / 2)
    assert bm25.cells[2].ours == pytest.approx((1 + 2) / (2 + 1))
    assert bm25.cells[4].published == 0.7944
    assert tests.columns[-1] == "p x 19,110"


def test_a_row_of_the_paper_that_is_not_among_the_196_stands_there_all_the_same(folder: Path) -> None:
    table_2, _, everything = Sigir2019(lambda_=0.5, doc2vec=False)(Inputs(folder))
    names = {row.label for row in everything.rows}
    assert "LMJelinekMercer(0.5)" in names and "LMJelinekMercer(0.2)" not in names
    row = next(row for row in table_2.rows if row.label == "LMJelinekMercer(0.2)")
    assert row.cells[0].ours is not None and row.cells[0].published == 0.7206
    assert any("Not among the 196" in remark and row.label in remark for remark in table_2.remarks)


def test_no_table_3_where_premises_would_speak_of_themselves(folder: Path) -> None:
    tables = Sigir2019(doc2vec=False)(Inputs(folder))
    assert not any(table.title.startswith("Table 3") for table in tables)
    assert any("There is no Table 3" in remark for remark in tables[0].remarks)


def test_doc2vec_stands_beside_the_others_and_is_the_same_again(folder: Path) -> None:
    pytest.importorskip("gensim")
    first, again = (Sigir2019()(Inputs(folder, seed=3)) for _ in range(2))
    assert first == again
    assert first[0].rows[-1].label == "Doc2Vec" and first[0].rows[-1].cells[0].ours is not None
    assert len(first[-1].rows) == 196


def test_one_query_is_not_1_queries(folder: Path) -> None:
    table_2, tests, _ = Sigir2019(doc2vec=False)(Inputs(folder))
    said = [remark for table in (table_2, tests) for remark in table.remarks]
    assert any(remark.startswith("1 query, 4 claims, 0 of them questions") for remark in said)
    assert any(remark.startswith("Paired two-sided t-test over 1 query;") for remark in said)
    assert not any("1 queries" in remark for remark in said)

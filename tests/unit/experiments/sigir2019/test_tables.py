"""The tables of SIGIR 2019."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from debatable.errors import InputError
from debatable.evaluation import Judgment, Judgments, collection
from debatable.evaluation.annotation import Annotation
from debatable.evaluation.claim_retrieval import claim_retrieval
from debatable.evaluation.claims import ClaimIndex, claim_index
from debatable.experiments import Inputs
from debatable.experiments.sigir2019 import Sigir2019
from debatable.experiments.sigir2019.method_scores import MethodScores
from debatable.experiments.sigir2019.tables import TABLE_2, premise_relevance, significance_table
from debatable.model import claim_id
from tests.support.claim_collection import CLAIMS


def test_p_is_corrected_for_all_pairs_of_methods(folder: Path) -> None:
    scores = MethodScores(claim_retrieval(collection(folder), folder))
    drawn = np.random.default_rng(1).random(40)
    noise = np.random.default_rng(2).normal(0, 0.01, 40)
    values = {"good": drawn + 0.01 + noise, "BM25": drawn, "LM": drawn - 0.5 - noise}
    for name, one in values.items():
        scores.ranked[name] = np.array([one, one, one])
    table = significance_table(scores, ("BM25", "LM"))
    expected = [stats.ttest_rel(values["good"], values[name]).pvalue for name in ("BM25", "LM")]
    assert [row.cells[1].ours for row in table.rows] == [pytest.approx(p) for p in expected]
    assert [row.cells[2].ours for row in table.rows] == [pytest.approx(min(1, 3 * p)) for p in expected]
    assert table.columns[-1] == "p x 3"
    below = sum(
        stats.ttest_rel(values[one], values[other]).pvalue < 0.05 / 3
        for one, other in (("good", "BM25"), ("good", "LM"), ("BM25", "LM"))
    )
    assert f"{below} of the 3 pairs differ significantly at 5." in table.remarks


GRADES = {"b": 3.0, "c": 1.25}


def said(annotator: str, premise: str, value: int, query: str = "q") -> Annotation:
    return Annotation("binary-relevance", annotator, "now", query, premise, value)


@pytest.fixture
def claims(folder: Path) -> ClaimIndex:
    return claim_index(collection(folder))


@pytest.fixture
def relevance() -> Judgments:
    return Judgments(Judgment("q", claim_id(CLAIMS[key]), grade) for key, grade in GRADES.items())


def test_shares_of_each_verdict_by_interval(claims: ClaimIndex, relevance: Judgments) -> None:
    given = [
        *(said("ann", premise, value) for premise, value in (("b1", 1), ("b2", 0), ("c1", 2), ("c2", 0))),
        *(said("bob", premise, value) for premise, value in (("b1", 1), ("b2", 1), ("c1", 1), ("c2", 0))),
    ]
    table = premise_relevance(claims, relevance, given, "here")
    shares = {row.label: [cell.ours for cell in row.cells] for row in table.rows}
    # relevant, discordant, non-relevant, other, premises
    assert shares["[4, 4]"] == [50.0, 50.0, 0.0, 0.0, 2.0]
    assert shares["[2.0, 2.5)"] == [0.0, 0.0, 50.0, 50.0, 2.0]
    assert shares["[3.5, 4.0)"] == [None, None, None, None, 0.0]
    published = {row.label: [cell.published for cell in row.cells[:4]] for row in table.rows}
    assert all(sum(share or 0 for share in row) == 100 for row in published.values()) and len(published) == 7


def test_a_premise_that_one_person_judged_does_not_count(claims: ClaimIndex, relevance: Judgments) -> None:
    given = [said("ann", "b1", 1), said("bob", "b1", 1), said("ann", "b2", 0)]
    table = premise_relevance(claims, relevance, given, "here")
    assert table.rows[0].cells[-1].ours == 1.0
    assert "Left out: 1 premise that one person judged." in table.remarks


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([said("ann", "zz", 1)], "here: premise 'zz' has no claim in the corpus"),
        ([said("ann", "d1", 1)], "the claim of premise 'd1' was not judged for query 'q'"),
        ([said("ann", "b1", 1, "r")], "the claim of premise 'b1' was not judged for query 'r'"),
        (
            [said("ann", "b1", 1)],
            "no premise was judged by two people; annotate with --task binary-relevance",
        ),
        ([], "no premise was judged by two people"),
    ],
)
def test_what_cannot_be_counted_is_refused(
    claims: ClaimIndex, relevance: Judgments, given: list[Annotation], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        premise_relevance(claims, relevance, given, "here")


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
    assert (
        "Doc2Vec is left out: doc2vec=false." in table_2.remarks
    )  # gensim was asked for where it is installed


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

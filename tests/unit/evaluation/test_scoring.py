from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from debatable.errors import InputError, UnknownNameError
from debatable.evaluation import (
    Collection,
    Judgment,
    Judgments,
    Query,
    compare,
    evaluate,
    evaluation_document,
    run_of,
)
from debatable.evaluation.report import report_page
from debatable.evaluation.runs import ask, record_names
from debatable.model import Answer, Cluster, Explanation, Hit, Premise, Stance
from debatable.ranking import Method


class Shelf:
    """A searcher with fixed answers: ``good`` finds what is relevant, ``poor`` does not."""

    lists = {"good": ["p1", "p2", "p3"], "poor": ["x", "p3", "y"]}
    stances = {"p1": Stance.PRO, "p2": Stance.CON, "p3": Stance.NONE}

    def search(self, query: str, *, method: str | Method, k: int) -> Answer:
        hits = tuple(
            Hit(
                Premise(premise, f"Because of {premise} & <more>."),
                (),
                self.stances.get(premise, Stance.NONE),
                1.0,
                Cluster(premise, (premise,)),
                Explanation("score", 1.0),
            )
            for premise in self.lists[str(method)][:k]
        )
        return Answer(query, str(method), hits)

    def resolve(self, ids: Iterable[str]) -> dict[str, str]:
        return {"r1": "p1", "r1-again": "p1", "r2": "p2", "r3": "p3"}


@pytest.fixture
def small(tmp_path: Path) -> Collection:
    corpus = tmp_path / "corpus.jsonl"
    corpus.write_text('{"id":"r1","premise":"One."}\n')
    rows = []
    for query in ("q1", "q2"):
        rows += [
            Judgment(query, "r1", 1, "g", Stance.PRO),
            Judgment(query, "r1-again", 2, "h", Stance.PRO),
            Judgment(query, "r2", 1, "h", Stance.PRO),
            Judgment(query, "r3", 1, "h", Stance.CON),
        ]
    queries = (Query("q1", "Ban cars"), Query("q2", "Ban bikes"))
    return Collection("small", queries, Judgments(rows), (corpus,))


def test_equal_premises_inherit_all_judgments_and_methods_are_scored(small: Collection) -> None:
    evaluation = evaluate(small, ["good", "poor"], searcher=Shelf())
    # p1 is group g (2), p2 and p3 group h (1): the good list gains 2 and 1, then repeats.
    assert evaluation.methods["good"].values["alpha_nDCG@5"].tolist() == [1.0, 1.0]
    # x gains nothing, p3 gains 1 at rank 2, whose weight is 1; the ideal is 2 + 1.
    assert evaluation.methods["poor"].values["alpha_nDCG@5"].tolist() == pytest.approx([1 / 3, 1 / 3])
    assert evaluation.methods["poor"].values["judged@10"].tolist() == pytest.approx([1 / 3, 1 / 3])


def test_stances_are_pooled_beside_the_majority(small: Collection) -> None:
    stances = evaluate(small, ["good"], searcher=Shelf()).methods["good"].stances
    assert stances is not None
    # Given pro, con, none; true pro, pro, con.
    assert stances.accuracy.value == pytest.approx(1 / 3)
    assert stances.baseline == pytest.approx(2 / 3)
    assert stances.given == pytest.approx(2 / 3)


def test_condensed_lists_where_judgments_are_sparse(small: Collection, tmp_path: Path) -> None:
    corpus = tmp_path / "large.jsonl"
    corpus.write_text("".join(f'{{"id":"r{i}","premise":"Number {i}."}}\n' for i in range(20)))
    refused = Judgments([*small.judgments.rows, Judgment("q1", "r9", 0)])
    sparse = replace(small, corpus=(corpus,), judgments=refused)
    evaluation = evaluate(sparse, ["poor"], searcher=Shelf())
    assert evaluation.condensed
    assert evaluation.methods["poor"].values["nDCG@5"][1] == pytest.approx(1 / (2 + 1 / np.log2(3) + 1 / 2))
    assert not evaluate(sparse, ["poor"], searcher=Shelf(), condensed=False).condensed


def test_the_document_has_the_keys_programs_rely_on(small: Collection) -> None:
    evaluation = evaluate(small, ["good", "poor"], searcher=Shelf(), measures=["P@5"])
    document = evaluation_document(evaluation, compare(evaluation, "poor"))
    assert document["collection"] == "small"
    assert document["queries"] == 2
    good = document["methods"]["good"]
    for key in (
        "alpha_ndcg@5",
        "alpha_ndcg@10",
        "ndcg@5",
        "ndcg@10",
        "stance_accuracy",
        "p50_ms",
        "p95_ms",
        "p@5",
    ):
        assert isinstance(good[key], float), key
    assert good["intervals"]["alpha_ndcg@5"] == [1.0, 1.0]
    assert set(good["p_values"]) == {name.lower() for name in evaluation.measures}
    assert "p_values" not in document["methods"]["poor"]


def test_result_clusters_are_compared_with_true_ones(small: Collection) -> None:
    evaluation = evaluate(
        small, ["good"], searcher=Shelf(), measures=["BCubed(part=recall)", "BCubed(part=precision)"]
    )
    # Three clusters of one; p2 and p3 belong together, p1 stands alone.
    values = evaluation.methods["good"].values
    assert values["BCubed(part=recall)"].tolist() == pytest.approx([2 / 3, 2 / 3])
    assert values["BCubed(part=precision)"].tolist() == [1.0, 1.0]


def test_a_given_ranking_named_as_a_method_stays_apart(small: Collection) -> None:
    given = replace(small, published={"good": {"q1": ["r3", "r3"], "q2": ["r1"]}})
    evaluation = evaluate(given, ["good"], searcher=Shelf())
    assert list(evaluation.published) == ["good (given)"]
    assert evaluation.published["good (given)"].values["nDCG@5"][0] < 1.0


def test_comparing_against_nobody_is_refused(small: Collection) -> None:
    evaluation = evaluate(small, ["good", "poor"], searcher=Shelf())
    with pytest.raises(UnknownNameError, match="did you mean 'poor'"):
        compare(evaluation, "pour")
    assert compare(evaluation, "poor").differences["good"]["nDCG@5"].mark == "▲"
    assert compare(evaluation, "good").differences["poor"]["nDCG@5"].mark == "▼"


def test_a_collection_without_judgments_cannot_be_evaluated(small: Collection) -> None:
    with pytest.raises(InputError, match="has no judgments"):
        evaluate(replace(small, judgments=Judgments([])), ["good"], searcher=Shelf())


def test_an_answer_with_a_premise_twice_is_refused(small: Collection) -> None:
    shelf = Shelf()
    shelf.lists = {"good": ["p1", "p1"]}
    with pytest.raises(InputError, match="names a premise twice"):
        evaluate(small, ["good"], searcher=shelf)


def test_runs_name_premises_by_the_record_judged_best(small: Collection) -> None:
    shelf = Shelf()
    names = record_names(small.judgments, shelf.resolve([]))
    run = run_of(ask(shelf, small.queries, "good"), small.queries, "tag", names)
    assert [premise for premise, _ in run.rankings["q1"]] == ["r1-again", "r2", "r3"]


def test_the_report_stands_alone_and_repeats(small: Collection) -> None:
    evaluation = evaluate(small, ["good", "poor"], searcher=Shelf())
    untimed = replace(
        evaluation, methods={name: replace(scores, seconds=()) for name, scores in evaluation.methods.items()}
    )
    page = report_page(untimed, compare(untimed, "poor"))
    assert page == report_page(untimed, compare(untimed, "poor"))
    assert "&lt;more&gt;" in page
    assert "<more>" not in page
    assert page.count("<svg") == 4 + 2
    assert "▲" in page
    for outside in ("http://", "https://", "<script", "<link", "url("):
        assert outside not in page

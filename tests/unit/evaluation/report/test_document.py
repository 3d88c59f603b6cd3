from __future__ import annotations

from debatable.evaluation import (
    Collection,
    compare,
    evaluate,
    evaluation_document,
)
from tests.support.shelf import Shelf


def test_the_document_has_the_keys_programs_rely_on(small: Collection) -> None:
    evaluation = evaluate(small, ["good", "poor"], searcher=Shelf())
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
    ):
        assert isinstance(good[key], float), key
    assert good["intervals"]["alpha_ndcg@5"] == [1.0, 1.0]
    assert set(good["p_values"]) == {name.lower() for name in evaluation.measures}
    assert "p_values" not in document["methods"]["poor"]


def test_measures_that_are_asked_for_are_the_only_ones(small: Collection) -> None:
    evaluation = evaluate(small, ["good"], ["P@5"], searcher=Shelf())
    good = evaluation_document(evaluation, compare(evaluation, "good"))["methods"]["good"]
    assert set(good) == {"p@5", "intervals", "p50_ms", "p95_ms"}


def test_values_of_each_query_stand_under_its_id(small: Collection) -> None:
    evaluation = evaluate(small, ["poor"], ["RR"], searcher=Shelf())
    document = evaluation_document(evaluation, per_query=True)
    assert document["methods"]["poor"]["per_query"] == {"rr": {"q1": 0.5, "q2": 0.5}}

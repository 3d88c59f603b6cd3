from __future__ import annotations

from debatable.evaluation import (
    Collection,
    compare,
    evaluate,
    evaluation_document,
)
from tests.support.shelf import Shelf


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

from __future__ import annotations

from debatable.evaluation.annotation import (
    agreement,
    consensus,
    task,
)
from tests.support.annotations import said


def test_claim_similarity_has_the_papers_scale_and_grades() -> None:
    similarity = task("similarity")
    assert sorted(similarity.scale) == [1, 2, 3, 4, 5]
    assert similarity.scale[4] == "The claims differ in polarity, but are otherwise equal."
    assert [similarity.relevance(value) for value in (1, 2, 3, 4, 5)] == [0, 1, 2, 3, 3]
    rows = consensus([said("ann", "a", 5, "similarity"), said("bob", "a", 4, "similarity")]).rows
    assert rows[0].relevance == 3.0


def test_what_is_unclear_is_no_grade_and_goes_to_no_third_person() -> None:
    given = [
        said("ann", "a", 1, "binary-relevance"),
        said("bob", "a", 2, "binary-relevance"),
        said("ann", "b", 2, "binary-relevance"),
        said("bob", "b", 0, "binary-relevance"),
        said("ann", "c", 2, "binary-relevance"),
    ]
    assert {row.premise_id: row.relevance for row in consensus(given).rows} == {"a": 1.0, "b": 0.0}
    measured = agreement(given, "binary-relevance")
    assert measured.disputed == 0 and list(measured.alpha) == ["nominal"]

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


def test_spam_and_other_are_no_grades_but_names_to_agree_on() -> None:
    # Two agree on spam, on very relevant and on not relevant: full agreement on names, and on the order of the rest.
    agreed = [
        said(who, item, value) for item, value in (("a", 3), ("b", 2), ("c", 0)) for who in ("ann", "bob")
    ]
    measured = agreement(agreed, "relevance")
    assert [measured.alpha[level].value for level in ("nominal", "interval")] == [1.0, 1.0]
    assert {row.premise_id: row.relevance for row in consensus(agreed).rows} == {"b": 2.0, "c": 0.0}
    # One says spam where the other says not relevant: they differ by name, but not by a distance.
    parted = [*agreed, said("ann", "d", 3), said("bob", "d", 0)]
    measured = agreement(parted, "relevance")
    assert measured.alpha["nominal"].value < 1.0 and measured.alpha["interval"].value == 1.0
    assert measured.disputed == 0
    assert task("relevance").scale[3] == "spam"

from __future__ import annotations

from debatable.evaluation.annotation import (
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

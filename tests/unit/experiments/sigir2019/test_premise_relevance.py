from __future__ import annotations

from pathlib import Path

import pytest

from debatable.errors import InputError
from debatable.evaluation import Judgment, Judgments, collection
from debatable.evaluation.annotation import Annotation
from debatable.evaluation.claims import ClaimIndex, claim_index
from debatable.experiments.sigir2019.premise_relevance import premise_relevance
from debatable.model import claim_id
from tests.unit.experiments.sigir2019.conftest import CLAIMS

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

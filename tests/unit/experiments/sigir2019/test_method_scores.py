"""The scores of methods that find claims."""

from __future__ import annotations

from pathlib import Path

import pytest

from debatable.evaluation import collection
from debatable.evaluation.claim_retrieval import claim_retrieval
from debatable.experiments.sigir2019.method_scores import MethodScores
from debatable.model import claim_id
from tests.support.claim_collection import CLAIMS
from tests.support.json_lines import write_lines


@pytest.fixture
def scores(folder: Path) -> MethodScores:
    grades = [("b", 3), ("c", 1)]
    write_lines(
        folder / "claim_judgments.jsonl",
        *[{"query_id": "q", "claim_id": claim_id(CLAIMS[key]), "relevance": grade} for key, grade in grades],
    )
    return MethodScores(claim_retrieval(collection(folder), folder))


def named(*keys: str) -> list[list[str]]:
    return [[claim_id(CLAIMS[key]) for key in keys]]


def test_equal_methods_share_a_rank_and_what_stands_beside_takes_none(scores: MethodScores) -> None:
    scores.add("DFR(one)", named("c", "b"))
    scores.add("DFR(two)", named("c", "b", "d"))
    scores.add("IB(best)", named("b", "c"))
    scores.add("Doc2Vec", named("d"), ranked=False)
    # Discounts are 1, 1, 1/log2(3): at 1 the grades 1 and 3 of the best 3; at 2 both lists gain 4 of 4.
    assert scores.means("DFR(one)").tolist() == pytest.approx([1 / 3, 1.0, 1.0])
    assert [scores.ranks(name) for name in ("IB(best)", "DFR(one)", "DFR(two)", "Doc2Vec")] == [
        [1, 1, 1],
        [2, 1, 1],
        [2, 1, 1],
        [4, 4, 4],
    ]
    assert (
        scores.best(0) == "IB(best)" and scores.best() == "DFR(one)" and scores.best_of("DFR") == "DFR(one)"
    )


def test_the_share_of_judged_claims_is_told(scores: MethodScores) -> None:
    scores.add("one", named("b", "d"))
    scores.add("two", named("c", "b"))
    assert scores.judged_share == 0.75

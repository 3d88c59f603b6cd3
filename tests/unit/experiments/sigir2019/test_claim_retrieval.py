"""Claim retrieval, and the scores of its methods."""

from __future__ import annotations

from pathlib import Path

import pytest

from debatable.errors import InputError
from debatable.evaluation import collection
from debatable.experiments.sigir2019.claim_retrieval import MethodScores, claim_retrieval
from debatable.lexical import similarity
from debatable.model import claim_id
from tests.support.json_lines import write_lines
from tests.unit.experiments.sigir2019.conftest import CLAIMS


def test_a_claim_is_as_relevant_as_its_premises_are_on_average(folder: Path) -> None:
    found = claim_retrieval(collection(folder), folder)
    judged = found.relevance["q"]
    keys = {claim_id(text): key for key, text in CLAIMS.items()}
    assert found.derived
    assert {keys[claim]: float(judged.gains([claim])[0]) for claim in judged.rows} == {
        "b": 2.0,
        "c": 1.0,
        "d": 0.0,
    }


def test_what_people_said_of_claims_goes_before_what_premises_say(folder: Path) -> None:
    said = {"query_id": "q", "claim_id": claim_id(CLAIMS["d"]), "relevance": 1.5}
    write_lines(folder / "claim_judgments.jsonl", said)
    found = claim_retrieval(collection(folder), folder)
    assert not found.derived
    assert {row.premise_id: row.relevance for row in found.relevance.rows} == {said["claim_id"]: 1.5}
    # Claims that nobody judged are ranked all the same.
    assert found.rankings(similarity("BM25"), 1) == [[claim_id(CLAIMS["c"])]]


def test_queries_without_a_relevant_claim_are_counted(folder: Path) -> None:
    queries = [{"query_id": "q", "text": "Ban cars"}, {"query_id": "r", "text": "Love cats"}]
    write_lines(folder / "queries.jsonl", *queries)
    grades = [("q", "b", 3), ("r", "d", 0)]
    write_lines(
        folder / "claim_judgments.jsonl",
        *[{"query_id": q, "claim_id": claim_id(CLAIMS[key]), "relevance": grade} for q, key, grade in grades],
    )
    found = claim_retrieval(collection(folder), folder)
    assert ([query.id for query in found.queries], found.left_out) == (["q"], 1)


def test_a_collection_without_claims_is_refused(folder: Path) -> None:
    write_lines(
        folder / "corpus.jsonl", {"id": "a1", "claim": None, "premise": "x", "stance": None, "source": "s"}
    )
    with pytest.raises(InputError, match="collection with claims"):
        claim_retrieval(collection(folder), folder)


def test_a_collection_without_relevant_claims_is_refused(folder: Path) -> None:
    (folder / "judgments.jsonl").unlink()
    with pytest.raises(InputError, match="no claim is relevant to a query; judge claims"):
        claim_retrieval(collection(folder), folder)


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

"""Claims as results: their relevance, and methods and runs of any origin scored on them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from debatable.errors import InputError, UnknownNameError
from debatable.evaluation import collection
from debatable.evaluation.claim_retrieval import (
    asked_claim_methods,
    claim_retrieval,
    evaluate_claims,
    step_rankings,
)
from debatable.evaluation.runs import collection_engine
from debatable.lexical import similarity
from debatable.model import claim_id
from tests.support.claim_collection import CLAIMS, claim_collection
from tests.support.json_lines import write_lines

IDS = {key: claim_id(text) for key, text in CLAIMS.items()}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return claim_collection(tmp_path)


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


def test_runs_of_any_origin_are_scored_beside_methods(folder: Path) -> None:
    """Claims could only be ranked by the 196 similarities; dense methods and runs of others had no way in."""
    found = claim_retrieval(collection(folder), folder)
    runs = {
        "theirs": {"q": [IDS["a"], IDS["d"], IDS["c"], IDS["b"]]},
        "silent": {"r": [IDS["b"]]},
    }
    evaluation = evaluate_claims("cars", found, {"ours": [[IDS["b"], IDS["c"]]]}, runs)
    # Relevance: b 2, c 1, d 0; the query itself (a) is no result. The ideal at 5 is 2 + 1.
    assert evaluation.methods["ours"].values["nDCG(discount=jarvelin)@5"].tolist() == [1.0]
    # d gains 0, c gains 1 at rank 2 (weight 1), b gains 2 at rank 3 (weight 1 / log2 3).
    expected = (1 + 2 / 1.584962500721156) / 3
    assert evaluation.published["theirs"].values["nDCG(discount=jarvelin)@5"].tolist() == pytest.approx(
        [expected]
    )
    assert evaluation.published["theirs"].values["nDCG(discount=jarvelin)@1"].tolist() == [0.0]
    assert evaluation.published["silent"].values["nDCG(discount=jarvelin)@5"].tolist() == [0.0]
    with pytest.raises(InputError, match="premises names no claim of cars"):
        evaluate_claims("cars", found, {}, {"premises": {"q": ["b1", "b2"]}})


def test_claim_steps_and_similarities_have_one_grammar(folder: Path) -> None:
    assert list(asked_claim_methods(["lexical(K=2)", "BM25", "dense"])) == ["lexical(K=2)", "BM25", "dense"]
    assert len(asked_claim_methods(["all"])) == 196
    with pytest.raises(UnknownNameError, match="unknown way to find claims 'denser'; did you mean 'dense'"):
        asked_claim_methods(["denser"])


def test_a_claim_step_never_finds_the_query(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
    searched = collection(folder)
    found = claim_retrieval(searched, folder)
    steps = asked_claim_methods(["lexical(K=1,similarity=BM25)", "lexical(similarity=BM25)"])
    with collection_engine(searched, encoder="static") as engine:
        (one, many) = (step_rankings(found, step, engine, 2) for step in steps.values())  # type: ignore[arg-type]
    assert one == many and sorted(one[0]) == sorted([IDS["b"], IDS["c"]])


def test_condensed_lists_of_claims_are_told_with_the_measures_that_have_none(folder: Path) -> None:
    found = replace(claim_retrieval(collection(folder), folder), among={"q": np.array([1, 2])})
    evaluation = evaluate_claims("cars", found, {"ours": [[IDS["b"]]]}, {}, ["nDCG@1", "judged@5"])
    assert evaluation.remarks == ("condensed lists: what nobody judged is left out, except for judged@5",)

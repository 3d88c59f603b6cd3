"""Claims as documents: index, judgments, runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from debatable.errors import InputError, UnknownNameError
from debatable.evaluation import Collection, collection, read_run, write_run
from debatable.evaluation.annotation import pool
from debatable.evaluation.claims import asked_similarities, claim_index, claim_run, read_claim_judgments
from debatable.evaluation.runs import ordered
from debatable.lexical import similarity
from debatable.model import claim_id
from tests.support.json_lines import write_lines
from tests.unit.evaluation.claims.conftest import CLAIMS


def test_the_query_itself_is_never_found_and_the_list_is_as_long_as_asked(energy: Collection) -> None:
    claims = claim_index(energy)
    found = [claim for claim, _ in claims.search(CLAIMS["a"], "BM25", 2)]
    assert found == [claim_id(CLAIMS["b"]), claim_id(CLAIMS["c"])]
    assert claims.premises[claim_id(CLAIMS["c"])] == ["c1", "c2"]
    # A claim of other case is another claim: it may be found, and finds the one that is spelled otherwise.
    assert claims.search(CLAIMS["a"].upper(), "BM25", 1)[0][0] == claim_id(CLAIMS["a"])


def test_questions_are_counted(energy: Collection) -> None:
    assert claim_index(energy).questions == 1


def test_a_corpus_without_claims_is_refused(tmp_path: Path) -> None:
    write_lines(tmp_path / "corpus.jsonl", {"id": "a1", "claim": None, "premise": "x"})
    write_lines(tmp_path / "queries.jsonl", {"query_id": "q", "text": "x"})
    with pytest.raises(InputError, match="no premise has a claim; use a collection with claims"):
        claim_index(collection(tmp_path))


def judge(folder: Path, **record: object) -> None:
    claim = {"query_id": "q", "claim_id": claim_id(CLAIMS["b"]), "relevance": 2.5}
    write_lines(folder / "claim_judgments.jsonl", {**claim, **record})


def test_means_are_kept_and_the_query_itself_is_left_out(energy: Collection, tmp_path: Path) -> None:
    claims = claim_index(energy)
    assert read_claim_judgments(tmp_path, energy.queries, claims) is None
    rows = [(CLAIMS["b"], 2.5), (CLAIMS["a"], 3), (CLAIMS["d"], 0)]
    write_lines(
        tmp_path / "claim_judgments.jsonl",
        *[{"query_id": "q", "claim_id": claim_id(text), "relevance": grade} for text, grade in rows],
    )
    judged = read_claim_judgments(tmp_path, energy.queries, claims)
    assert judged is not None
    assert {row.premise_id: row.relevance for row in judged.rows} == {
        claim_id(CLAIMS["b"]): 2.5,
        claim_id(CLAIMS["d"]): 0.0,
    }


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"claim_id": "c-0"}, "claim 'c-0' is not in the corpus; check the ids"),
        ({"relevance": 4}, "relevance 4 of claim .*; give 0 to 3"),
        ({"relevance": -1}, "relevance -1 of claim .*; give 0 to 3"),
        ({"query_id": "x"}, "query 'x' is not in queries.jsonl"),
        ({"claim_id": None}, "claim_id is missing"),
    ],
)
def test_what_cannot_be_is_refused(
    energy: Collection, tmp_path: Path, record: dict[str, object], message: str
) -> None:
    judge(tmp_path, **record)
    with pytest.raises(InputError, match=message):
        read_claim_judgments(tmp_path, energy.queries, claim_index(energy))


def test_equal_scores_keep_the_order_of_the_index_in_memory_and_on_disk(
    energy: Collection, tmp_path: Path
) -> None:
    claims = claim_index(energy)
    boolean = similarity("Boolean")
    searched = [claim for claim, _ in claims.search("nuclear", boolean, 3)]
    assert len({score for _, score in claims.search("nuclear", boolean, 3)}) == 1
    made = claim_run(claims, [type(energy.queries[0])("n", "nuclear")], boolean, 3)
    write_run(made, tmp_path / "run")
    assert ordered(made.rankings["n"]) == searched == read_run(tmp_path / "run").ids()["n"]


def test_all_196_find_claims_that_can_be_pooled(energy: Collection) -> None:
    claims = claim_index(energy)
    runs = [claim_run(claims, energy.queries, formula, 5) for formula in asked_similarities(["all"])]
    assert len({run.tag for run in runs}) == 196
    pooled = pool(runs, energy.queries, energy.texts())
    assert {item.item_id for item in pooled} <= set(claims.texts)
    assert energy.queries[0].text not in {item.text for item in pooled}


def test_a_name_or_a_number_that_cannot_be_is_refused(energy: Collection) -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'BM25'"):
        asked_similarities(["BM52"])
    with pytest.raises(InputError, match="0 claims a query; use 1 or more"):
        claim_run(claim_index(energy), energy.queries, similarity("BM25"), 0)

"""Claims as what is retrieved."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from debatable.cli.main import app
from debatable.errors import InputError, UnknownNameError
from debatable.evaluation import Collection, Judgment, Judgments, collection, read_run, write_run
from debatable.evaluation.annotation import PoolItem, pool
from debatable.evaluation.claims import (
    INTERVALS,
    asked_similarities,
    claim_index,
    claim_run,
    drawn_queries,
    interval_of,
    premise_pool,
    read_claim_judgments,
    sampled_triples,
)
from debatable.evaluation.runs import ordered
from debatable.lexical import similarity
from debatable.model import claim_id
from tests.support.command_line import complaint
from tests.support.json_lines import write_lines

CLAIMS = {
    "a": "We should abandon nuclear energy",
    "b": "Should we abandon nuclear energy?",
    "c": "Nuclear energy is safe",
    "d": "Cats are nice",
}


@pytest.fixture
def energy(tmp_path: Path) -> Collection:
    """Four claims with two premises each, and a query that is one of them."""
    corpus = [
        {"id": f"{key}{number}", "claim": text, "premise": f"reason {key} {number}", "stance": "pro"}
        for key, text in CLAIMS.items()
        for number in (1, 2)
    ]
    write_lines(tmp_path / "corpus.jsonl", *corpus)
    write_lines(tmp_path / "queries.jsonl", {"query_id": "q", "text": CLAIMS["a"]})
    return collection(tmp_path)


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


def test_all_premises_of_the_claims_of_a_query_are_pooled_once(energy: Collection) -> None:
    claims = claim_index(energy)
    named = {text: claim for claim, text in claims.texts.items()}
    found = [
        PoolItem("q", "We should abandon nuclear energy", named[text], text)
        for text in ("Nuclear energy is safe", "Should we abandon nuclear energy?")
    ]
    texts = {**energy.texts(), "c2": "reason b 1"}  # equal words of another claim
    items = premise_pool(claims, found, texts)
    assert [item.item_id for item in items] == ["b1", "b2", "c1"]
    assert {item.query for item in items} == {"We should abandon nuclear energy"}


def test_the_draw_is_that_of_its_seed_and_keeps_the_order() -> None:
    premises = {f"q{number}": {str(number)} for number in range(20)} | {"long": {str(n) for n in range(51)}}
    draws = [drawn_queries(premises, 5, seed=seed) for seed in (0, 0, 1)]
    assert draws[0] == draws[1] != draws[2]
    for draw in draws:
        assert len(set(draw)) == 5 and "long" not in draw
        assert draw == sorted(draw, key=list(premises).index)
    assert len(drawn_queries(premises, 0)) == 20
    assert len(drawn_queries(premises, 21, most=51)) == 21


def test_more_queries_than_there_are_cannot_be_drawn() -> None:
    with pytest.raises(InputError, match="3 queries cannot be drawn from 2 with 1 to 50 premises"):
        drawn_queries({"a": {"1"}, "b": {"2"}, "c": set()}, 3)


def test_pool_from_the_command_line(energy: Collection, tmp_path: Path) -> None:
    out = tmp_path / "pool.jsonl"
    options = ["--similarity", "BM25", "--premises", "--draw", "1", "--depth", "1", "--out", str(out)]
    result = CliRunner().invoke(app, ["pool", str(tmp_path), *options])
    assert result.exit_code == 0, result.exception
    items = [json.loads(line) for line in out.read_text().splitlines()]
    assert [item["item_id"] for item in items] == ["b1", "b2"], "premises of the nearest claim but the query"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--method", "bm25", "--premises"], "--premises are those of claims"),
        (["--similarity", "BM25", "--draw", "3"], "--draw and --most are about premises of claims"),
        (["--similarity", "BM25", "--premises", "--draw", "3"], "3 queries cannot be drawn from 1 with"),
        (["--similarity", "BM25", "--premises", "--draw", "-1"], "-1 queries of at most 50 premises"),
        (["--similarity", "BM25", "--premises", "--most", "0"], "0 queries of at most 0 premises"),
    ],
)
def test_bad_options_are_one_sentence(
    energy: Collection,
    tmp_path: Path,
    options: list[str],
    sentence: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert sentence in complaint(
        capsys, monkeypatch, "pool", tmp_path, "--out", tmp_path / "pool.jsonl", *options
    )


@given(st.lists(st.integers(1, 4), min_size=1, max_size=5))
def test_intervals_are_those_of_exact_means(assessments: list[int]) -> None:
    exact = Fraction(sum(assessments), len(assessments))
    label = interval_of(sum(value - 1 for value in assessments) / len(assessments))
    low = Fraction(label[1:].split(",")[0])
    assert low <= exact < low + Fraction(1, 2) and (label == "[4, 4]") == (exact == 4)


def test_so_many_of_every_interval_by_seed(energy: Collection) -> None:
    claims = claim_index(energy)
    grades = {"b": 3.0, "c": 2.5, "d": 0.0}
    judged = Judgments(Judgment("q", claim_id(CLAIMS[key]), grade) for key, grade in grades.items())
    draws = [
        sampled_triples(claims, judged, energy.queries, energy.texts(), each=1, seed=seed)
        for seed in range(20)
    ]
    for items, counts in draws:
        assert [item.item_id[0] for item in items] == ["b", "c", "d"]
        assert items[0].text == f"reason b {items[0].item_id[1]}"
        assert counts == {name: int(name in ("[4, 4]", "[3.5, 4.0)", "[1.0, 1.5)")) for name in INTERVALS}
    assert len({tuple(item.item_id for item in items) for items, _ in draws}) > 2
    assert draws[3] == sampled_triples(claims, judged, energy.queries, energy.texts(), each=1, seed=3)
    whole, counts = sampled_triples(claims, judged, energy.queries, energy.texts(), each=100)
    assert len(whole) == 6 and counts["[4, 4]"] == 2


def test_nothing_to_draw_from_is_refused(energy: Collection) -> None:
    claims = claim_index(energy)
    with pytest.raises(InputError, match="no claim was judged"):
        sampled_triples(claims, Judgments(()), energy.queries, energy.texts())
    with pytest.raises(InputError, match="0 triples of an interval; use 1 or more"):
        sampled_triples(claims, Judgments(()), energy.queries, energy.texts(), each=0)

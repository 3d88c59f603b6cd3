"""Premises to judge."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from debatable.cli.main import app
from debatable.errors import InputError
from debatable.evaluation import Collection, Judgment, Judgments
from debatable.evaluation.annotation import PoolItem
from debatable.evaluation.claims import (
    INTERVALS,
    claim_index,
    drawn_queries,
    interval_of,
    premise_pool,
    sampled_triples,
)
from debatable.model import claim_id
from tests.support.command_line import complaint
from tests.unit.evaluation.claims.conftest import CLAIMS


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

"""Pools of the premises of claims, for queries drawn at random."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from debatable.cli.main import app
from debatable.errors import InputError
from debatable.evaluation import Collection
from debatable.evaluation.annotation import PoolItem
from debatable.evaluation.claims import claim_index, drawn_queries, premise_pool
from tests.support.command_line import complaint


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

"""From a corpus and queries to judgments and figures, by the command line alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from debatable.cli.main import app
from debatable.errors import DebatableError
from debatable.evaluation import read_qrels, read_run
from debatable.ranking import METHODS

CORPUS = [
    ("a1", "Ban cars", "Cars are loud and wake people up.", "pro"),
    ("a2", "Ban cars", "Noise of cars disturbs the sleep of people.", "pro"),
    ("a3", "Ban cars", "People without cars cannot reach work.", "con"),
    ("a4", "Ban cars", "Ban cars", "pro"),
    ("b1", "Tax sugar", "Sugar makes people ill.", "pro"),
    ("b2", "Tax sugar", "A tax on sugar hits poor people.", "con"),
]
Call = Callable[..., Result]


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Call:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def invoke(*arguments: str | Path, answers: str | None = None) -> Result:
        result = CliRunner().invoke(app, [str(argument) for argument in arguments], input=answers)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert result.exit_code == 0
        return result

    return invoke


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "cars"
    place.mkdir()
    keys = ("id", "claim", "premise", "stance")
    lines = [json.dumps(dict(zip(keys, row, strict=True))) for row in CORPUS]
    (place / "corpus.jsonl").write_text("\n".join(lines))
    (place / "queries.jsonl").write_text(
        '{"query_id": "q1", "text": "Ban cars"}\n{"query_id": "q2", "text": "Tax sugar"}\n'
    )
    return place


def untimed(document: Any) -> Any:
    if isinstance(document, dict):
        return {key: untimed(value) for key, value in document.items() if not key.endswith("_ms")}
    return document


def test_pool_annotate_agree_export_and_evaluate(call: Call, folder: Path, tmp_path: Path) -> None:
    pool, answers = tmp_path / "pool.jsonl", tmp_path / "annotations.jsonl"
    call("pool", folder, "--method", "bm25", "--depth", "5", "--out", pool)
    items = [json.loads(line) for line in pool.read_text().splitlines()]
    assert {(item["query_id"], item["item_id"]) for item in items} >= {
        ("q1", "a1"),
        ("q1", "a3"),
        ("q2", "b1"),
    }
    assert "a4" not in {item["item_id"] for item in items}, "the query itself is not pooled"

    relevant = {"q1": {"a1": "2\np", "a2": "2\np", "a3": "1\nc"}, "q2": {"b1": "2\np", "b2": "1\nc"}}
    for annotator in ("ann", "bob"):
        for query in order_of(annotator, items):
            said = [relevant[query].get(item["item_id"], "0") for item in items if item["query_id"] == query]
            call("annotate", pool, "--into", answers, "-a", annotator, answers="\n".join([*said, "q"]) + "\n")
    groups = {"a1": "noise", "a2": "noise", "a3": "work", "b1": "health", "b2": "poverty"}
    for query in order_of("ann", items):
        said = [groups.get(item["item_id"], "other") for item in items if item["query_id"] == query]
        call(
            "annotate",
            pool,
            "--into",
            answers,
            "-a",
            "ann",
            "-t",
            "clustering",
            answers="\n".join([*said, "q"]) + "\n",
        )

    agreed = json.loads(call("agreement", answers, "--json").stdout)
    assert agreed["relevance"]["annotators"] == ["ann", "bob"]
    assert agreed["relevance"]["twice"] == len(items)
    assert agreed["relevance"]["alpha"]["interval"]["value"] == 1.0

    qrels = tmp_path / "qrels.txt"
    call("agreement", answers, "--qrels", qrels, "--judgments", folder / "judgments.jsonl")
    assert read_qrels(qrels)["q1"].gains(["a1", "a2", "a3"]).tolist() == [2.0, 2.0, 1.0]

    first = json.loads(call("evaluate", folder, "--method", "bm25", "--json").stdout)
    again = json.loads(call("evaluate", folder, "--method", "bm25", "--json").stdout)
    assert untimed(first) == untimed(again)
    found = first["methods"]["bm25"]
    assert first["queries"] == 2
    assert 0.5 < found["alpha_ndcg@5"] <= 1.0
    assert found["stance_accuracy"] == 1.0

    run = tmp_path / "run.txt.gz"
    call("run", folder, "--method", "bm25", "--out", run, "--tag", "mine")
    assert read_run(run).tag == "mine"
    scored = json.loads(call("evaluate", folder, "--method", "bm25", "--run", run, "--json").stdout)
    assert scored["published"]["mine (run)"]["ndcg@5"] == pytest.approx(found["ndcg@5"])

    call("evaluate", folder, "--method", "bm25", "--report", tmp_path / "report.html")
    assert "Ban cars" in (tmp_path / "report.html").read_text()


def order_of(annotator: str, items: list[dict[str, str]]) -> list[str]:
    from debatable.evaluation.annotation.queue import _place

    return sorted({item["query_id"] for item in items}, key=lambda query: _place(annotator, query))


def test_evaluate_prints_intervals_for_people(call: Call, folder: Path) -> None:
    (folder / "judgments.jsonl").write_text(
        '{"query_id": "q1", "premise_id": "a1", "relevance": 1}\n'
        '{"query_id": "q2", "premise_id": "b2", "relevance": 1}\n'
    )
    printed = call("evaluate", folder, "-m", "bm25", "-m", "bm25(claims=0)", "--baseline", "bm25").stdout
    assert "cars: 2 queries, mean and 95 % interval" in printed
    assert "alpha_nDCG@5" in printed
    assert "differs from bm25" in printed


def test_search_prints_a_run(call: Call, folder: Path, tmp_path: Path) -> None:
    call("index", folder / "corpus.jsonl", "--into", tmp_path / "index")
    lines = call(
        "search", "Ban cars", "-i", tmp_path / "index", "--format", "trec", "-s", "any"
    ).stdout.splitlines()
    scores = [float(line.split()[4]) for line in lines]
    assert len(lines) >= 3
    assert [line.split()[3] for line in lines] == [str(rank) for rank in range(1, len(lines) + 1)]
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) == len(scores)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["evaluate", "nowhere"], "there is no such folder"),
        (["evaluate", "--method", "bm52"], "did you mean"),
        (["evaluate", "--measure", "ndgc@5"], "unknown measure"),
        (["evaluate", "--test", "u"], "unknown test"),
        (["evaluate", "--split", "dev"], "has no split 'dev'"),
        (["evaluate", "--baseline", "nobody", "--method", "bm25"], "unknown baseline"),
        (["evaluate", "ir_datasets:nothing"], "debatable[datasets]"),
        (["pool", "nowhere", "--out", "x"], "nothing to pool"),
        (["agreement", "nowhere.jsonl"], "cannot be read"),
        (["annotate", "nowhere.jsonl", "--into", "x", "-a", "me", "--task", "sim"], "unknown task"),
    ],
)
def test_mistakes_are_said_in_one_sentence(call: Call, arguments: list[str], message: str) -> None:
    with pytest.raises(DebatableError) as raised:
        call(*arguments)
    assert message in str(raised.value)


def test_all_methods_are_evaluated_but_those_the_index_cannot_serve(call: Call, folder: Path) -> None:
    (folder / "judgments.jsonl").write_text('{"query_id": "q1", "premise_id": "a1", "relevance": 1}\n')
    result = call("evaluate", folder, "--json")
    found = json.loads(result.stdout)["methods"]
    left_out = {line.split(" left out")[0] for line in result.stderr.splitlines() if " left out: " in line}
    assert {"bm25", "best"} <= set(found)
    assert set(found) | left_out == set(METHODS)
    assert not set(found) & left_out

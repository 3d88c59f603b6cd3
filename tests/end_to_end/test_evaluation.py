"""From a corpus and queries to judgments and figures, by the command line alone."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from debatable.cli.main import app
from debatable.errors import DebatableError, InputError
from debatable.evaluation import read_qrels, read_run
from debatable.experiments import EXPERIMENTS
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

UNKNOWN_DATASET = "knows no 'nothing'" if find_spec("ir_datasets") else "debatable[datasets]"
"""What is said depends on whether the extra is installed."""


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


@pytest.fixture
def judged(folder: Path) -> Path:
    (folder / "judgments.jsonl").write_text(
        '{"query_id": "q1", "premise_id": "a1", "relevance": 1}\n'
        '{"query_id": "q1", "premise_id": "a3", "relevance": 2}\n'
        '{"query_id": "q2", "premise_id": "b2", "relevance": 1}\n'
    )
    return folder


def test_runs_are_scored_alone_and_as_the_method_that_made_them(
    call: Call, judged: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = tmp_path / "first.run", tmp_path / "second.run"
    call("run", judged, "-m", "bm25", "-k", "1000", "-o", first, "--tag", "mine")
    second.write_text(call("run", judged, "-m", "dense", "-k", "1000", "-o", "-", "--tag", "mine").stdout)
    asked = ["--measure", "AP", "--measure", "bpref", "--measure", "RR", "--measure", "R"]
    methods = json.loads(call("evaluate", judged, "-m", "bm25", "-m", "dense", *asked, "--json").stdout)
    monkeypatch.setattr("debatable.evaluation.runs.collection_engine", None)  # no index is opened
    runs = json.loads(call("evaluate", judged, "--run", first, "--run", second, *asked, "--json").stdout)
    assert runs["methods"] == {}
    assert list(runs["published"]) == [f"mine (run {first})", f"mine (run {second})"]
    for run, method in zip(runs["published"].values(), methods["methods"].values(), strict=True):
        assert [run[name] for name in ("ap", "bpref", "rr", "r")] == [
            method[name] for name in ("ap", "bpref", "rr", "r")
        ]


def test_a_run_may_be_the_baseline(call: Call, judged: Path, tmp_path: Path) -> None:
    run = tmp_path / "mine.run"
    call("run", judged, "-m", "bm25", "-o", run, "--tag", "mine")
    found = json.loads(
        call("evaluate", judged, "-m", "dense", "--run", run, "--baseline", "mine", "--json").stdout
    )
    assert found["baseline"] == "mine (run)" and "p_values" in found["methods"]["dense"]


def test_a_ranking_of_others_is_the_baseline_by_the_name_in_the_table(call: Call, judged: Path) -> None:
    """A ranking that is named as a method was unknown by the name that the table shows it by."""
    (judged / "baseline_rankings.jsonl").write_text(
        '{"query_id": "q1", "model": "bm25", "rank": 1, "premise_id": "a3"}\n'
    )
    asked = ["evaluate", judged, "-m", "bm25", "--measure", "P@1", "--json", "--baseline"]
    found = json.loads(call(*asked, "bm25 (given)").stdout)
    assert found["baseline"] == "bm25 (given)" and list(found["published"]) == ["bm25 (given)"]


def test_a_method_named_as_the_baseline_is_not_its_run(call: Call, judged: Path, tmp_path: Path) -> None:
    """Of a method and a run of one name the run was taken, though the method has exactly that name."""
    run = tmp_path / "bm25.run"
    call("run", judged, "-m", "bm25", "-o", run)
    asked = ["evaluate", judged, "-m", "dense", "-m", "bm25", "--run", run, "--json", "--baseline"]
    for baseline in ("bm25", "bm25 (run)"):
        assert json.loads(call(*asked, baseline).stdout)["baseline"] == baseline


def test_a_run_of_other_queries_is_not_pooled(call: Call, judged: Path, tmp_path: Path) -> None:
    """It added nothing, and a pool without an item was written as if all were well."""
    run, out = tmp_path / "theirs.run", tmp_path / "pool.jsonl"
    run.write_text("q99 Q0 a1 1 1.0 theirs\n")
    with pytest.raises(InputError, match=r"theirs\.run: theirs answers no query of cars; check the ids"):
        call("pool", judged, "--run", run, "--out", out)
    assert not out.exists()


def test_figures_of_each_query_in_every_format(call: Call, judged: Path) -> None:
    asked = ["evaluate", judged, "-m", "bm25", "--measure", "RR", "-q"]
    document = json.loads(call(*asked, "--json").stdout)["methods"]["bm25"]
    values = document["per_query"]["rr"]
    assert set(values) == {"q1", "q2"} and sum(values.values()) / 2 == document["rr"]
    rows = list(csv.DictReader(io.StringIO(call(*asked, "--format", "csv").stdout)))
    assert [(row["query"], float(row["value"])) for row in rows] == list(values.items())
    for name in ("table", "markdown", "latex"):
        text = call(*asked, "--format", name).stdout
        assert all(f"{value:.4f}" in text for value in values.values()) and "nDCG" not in text


def test_what_is_named_minus_goes_to_standard_output(call: Call, judged: Path, tmp_path: Path) -> None:
    assert call("run", judged, "-m", "bm25", "-o", "-").stdout.split()[1] == "Q0"
    assert json.loads(call("pool", judged, "-m", "bm25", "-o", "-").stdout.splitlines()[0])["query_id"]
    assert call("evaluate", judged, "-m", "bm25", "--report", "-").stdout.startswith("<!doctype html>")
    assert not Path("-").exists()


def test_methods_and_experiments_are_listed(call: Call) -> None:
    methods = {one["name"]: one for one in json.loads(call("methods", "--json").stdout)}
    assert set(methods) == set(METHODS)
    assert methods["bm25"]["parameters"]["claims"] == str(METHODS["bm25"].claims)  # type: ignore[attr-defined]
    assert all(one["description"] for one in methods.values())
    lines = call("methods").stdout.splitlines()
    assert {"bm25", "best"} <= set(lines)
    assert [lines[number - 1] for number, line in enumerate(lines) if "The default." in line] == ["best"]
    experiments = json.loads(call("experiments", "--json").stdout)
    assert {one["name"] for one in experiments} == set(EXPERIMENTS)
    assert all(one["paper"] and one["needs"] for one in experiments)
    assert "ecir2020" in call("experiments").stdout


def test_judged_premises_that_are_not_in_the_corpus_are_counted(call: Call, folder: Path) -> None:
    """Figures of 0 for judgments of another corpus came without a word."""
    rows = [{"query_id": "q1", "premise_id": name, "relevance": 1} for name in ("a1", "z1", "z2")]
    (folder / "judgments.jsonl").write_text("\n".join(map(json.dumps, rows)))
    said = call("evaluate", folder, "--method", "bm25", "--measure", "P@1").stderr
    assert "2 of 3 judged premises not in the corpus, such as 'z1'; no method can find them" in said
    (folder / "judgments.jsonl").write_text(json.dumps(rows[0]))
    assert "not in the corpus" not in call("evaluate", folder, "--method", "bm25").stderr


def test_a_run_of_other_queries_is_refused(call: Call, judged: Path, tmp_path: Path) -> None:
    (tmp_path / "other.run").write_text("x9 Q0 a1 1 1.0 theirs\n")
    with pytest.raises(DebatableError, match=r"theirs \(run\) answers no query of cars"):
        call("evaluate", judged, "--run", tmp_path / "other.run")
    with pytest.raises(DebatableError, match="named twice"):
        call("evaluate", judged, "--run", tmp_path / "other.run", "--run", tmp_path / "other.run")


def order_of(annotator: str, items: list[dict[str, str]]) -> list[str]:
    from debatable.evaluation.annotation.records import query_place

    return sorted({item["query_id"] for item in items}, key=lambda query: query_place(annotator, query))


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
        (["evaluate", "--depth", "5"], "a depth of 5; use 10 to 10,000"),
        (["evaluate", "--depth", "10001"], "a depth of 10001; use 10 to 10,000"),
        (["evaluate", "--measure", "nDCG@5000"], "looks beyond a depth of 1000; use 5000 or more"),
        (["evaluate", "--format", "cvs"], "unknown format 'cvs'; did you mean 'csv'?"),
        (["evaluate", "--json", "--format", "csv"], "give one of them"),
        (["evaluate", "--json", "--report", "-"], "two things go to standard output"),
        (
            ["evaluate", "--run", "nowhere.run"],
            "nowhere.run: cannot be read: No such file or directory; check",
        ),
        (["evaluate", "--measure", "P5"], "unknown measure 'P5'; did you mean 'P@5'?"),
        (["experiment", "ecir2021x", "--data", "."], "unknown experiment"),
        (["evaluate", "ir_datasets:nothing"], UNKNOWN_DATASET),
        (["pool", "nowhere", "--out", "x"], "nothing to pool"),
        (["agreement", "nowhere.jsonl"], "cannot be read"),
        (["agreement", os.devnull], "there is no annotation; judge a pool with: debatable annotate"),
        (
            ["annotate", "nowhere.jsonl", "--into", "-", "-a", "me"],
            "answers are appended to a file, and - is none",
        ),
        (["annotate", "nowhere.jsonl", "--into", ".", "-a", "me"], "this is a folder; name a file in it"),
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

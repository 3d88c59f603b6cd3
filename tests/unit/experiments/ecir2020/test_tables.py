from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from debatable.cli.main import app
from debatable.evaluation import evaluate, welch_t
from debatable.experiments import (
    Cell,
    Inputs,
    load_triples,
    run_experiment,
)
from debatable.experiments.ecir2020 import Ecir2020


def test_ecir2020_prints_the_papers_tables_with_a_manifest(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(data / "cache"))
    results = [
        CliRunner().invoke(
            app, ["experiment", "ecir2020", "--data", str(data), "--json", "--out", str(data / "o.json")]
        )
        for _ in range(2)
    ]
    assert results[0].exit_code == 0, results[0].exception
    assert results[0].stdout == results[1].stdout == (data / "o.json").read_text()
    document = json.loads(results[0].stdout)
    table_1, table_2 = document["tables"]
    assert [row["label"] for row in table_1["rows"]] == [
        "BM25F",
        *(f"all-MiniLM-L6-v2, {kind}" for kind in ("first", "sliding", "sentences")),
    ], "rows bear the name of the encoder that made the vectors"
    assert table_1["rows"][2]["cells"][0]["published"] == 0.6782
    assert table_1["columns"][4:] == ["corrected@5", "corrected@10"]
    sliding = table_1["rows"][2]["cells"]
    assert [cell["published"] for cell in sliding[4:]] == [0.455, 0.487]
    assert [cell["ours"] for cell in sliding[4:]] == [sliding[0]["ours"], sliding[2]["ours"]]
    assert [cell["published"] for cell in table_1["rows"][0]["cells"][4:]] == [None, None]
    assert [cell["published"] for cell in table_2["rows"][1]["cells"]][:3] == [0.6309, 0.4409, 0.7744]
    assert document["manifest"]["seed"] == 0
    assert set(document["manifest"]["files"]) == {"triples.csv"}
    assert {"debatable", "python", "numpy"} <= set(document["manifest"]["versions"])


def test_ecir2020_on_another_collection_scores_what_is_there(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(data / "cache"))
    found = load_triples(data / "triples.csv", data / "native")
    chosen = Ecir2020(methods=(("BM25F", "bm25"), ("sliding", "bm25(claims=0)"), ("sentences", "nothing")))
    outcome = run_experiment(chosen, Inputs(data / "native", cache=data / "cache"))
    evaluation = evaluate(found, ["bm25", "bm25(claims=0)"])
    values = {name: scores.values["alpha_nDCG@5"] for name, scores in evaluation.methods.items()}
    first, second, third = outcome.tables[0].rows
    assert first.cells[0] == Cell(float(values["bm25"].mean()), 0.6383)
    assert second.cells[0].ours == float(values["bm25(claims=0)"].mean())
    assert second.cells[1].ours == welch_t(values["bm25(claims=0)"], values["bm25"])
    assert third.cells[0] == Cell(None, 0.5943)
    assert any("not the figures" in remark for remark in outcome.tables[0].remarks)
    assert any("no method nothing" in remark for remark in outcome.tables[0].remarks)
    assert set(outcome.manifest["files"]) == {"corpus.jsonl", "queries.jsonl", "judgments.jsonl"}
    assert outcome.manifest["parameters"]["methods"][2] == ["sentences", "nothing"]


def test_judged_alone_leaves_unjudged_premises_out_of_the_corpus(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(data / "cache"))
    found = load_triples(data / "triples.csv", data / "native")
    values = evaluate(found, ["bm25"]).methods["bm25"].values["alpha_nDCG@5"]
    query = found.queries[0].text
    with (data / "native" / "corpus.jsonl").open("a") as corpus:
        for number in range(2):  # the words of a query, which would be found first
            record = {"id": f"unjudged-{number}", "claim": query, "premise": f"{query} {query} {number}"}
            corpus.write(json.dumps(record) + "\n")
    figures = {}
    for judged in (True, False):
        chosen = Ecir2020(methods=(("BM25F", "bm25"),), judged=judged)
        table = run_experiment(chosen, Inputs(data / "native", cache=data / "cache")).tables[0]
        assert ("The corpus is the judged premises alone." in table.remarks) == judged
        figures[judged] = table.rows[0].cells[0].ours
    assert figures[True] == float(values.mean()) != figures[False]

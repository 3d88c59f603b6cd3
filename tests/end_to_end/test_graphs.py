"""``debatable graphs`` from the outside: what is printed, written and said about mistakes."""

from __future__ import annotations

import json
from pathlib import Path
from xml.parsers import expat

import pytest

from tests.support.command_line import complaint, invoked

CASE = {
    "nodes": [
        {"nodeID": "1", "type": "I", "text": "Rents should be capped"},
        {"nodeID": "2", "type": "I", "text": "Tenants cannot pay"},
        {"nodeID": "3", "type": "RA", "text": "Default Inference"},
    ],
    "edges": [
        {"edgeID": "1", "fromID": "2", "toID": "3"},
        {"edgeID": "2", "fromID": "3", "toID": "1"},
        {"edgeID": "3", "fromID": "9", "toID": "1"},
    ],
    "locutions": [],
}
OTHER = {"nodes": [{"nodeID": "1", "type": "I", "text": "Dogs are loud"}], "edges": [], "locutions": []}


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    folder = tmp_path / "cases"
    folder.mkdir()
    (folder / "rent.json").write_text(json.dumps(CASE))
    (folder / "dogs.json").write_text(json.dumps(OTHER))
    (folder / "broken.json").write_text("{")
    return folder


def test_search_ranks_and_reports_bad_files(cases: Path) -> None:
    done = invoked(
        "graphs", "search", "rents must be capped", "--cases", cases, "--similarity", "lexical", "--json"
    )
    hits = json.loads(done.stdout)["hits"]
    assert [hit["case"] for hit in hits] == ["rent", "dogs"]
    assert hits[0]["optimal"] and hits[0]["nodes"][0]["case"] == "1"
    assert "broken.json: is no valid JSON" in done.stderr
    assert "edge 3 hangs on missing node '9'" in done.stderr
    shown = invoked(
        "graphs", "search", cases / "rent.json", "--cases", cases, "--similarity", "lexical", "--explain"
    )
    assert shown.stdout.startswith("  1  1.000  rent  (graph 1.000, topic 1.000, claim 1.000)")
    assert "1.00  Tenants cannot pay  =>  Tenants cannot pay" in shown.stdout


def test_search_by_the_authors_rules(cases: Path) -> None:
    options = ["--similarity", "lexical", "--rules", "authors", "--shares", "1,0,0", "--json"]
    done = invoked("graphs", "search", cases / "rent.json", "--cases", cases, *options)
    hits = json.loads(done.stdout)["hits"]
    assert [(hit["case"], hit["optimal"]) for hit in hits] == [("rent", True), ("dogs", True)]
    assert hits[0]["score"] == pytest.approx(1.0)


def test_evaluate_prints_one_json_document(
    cases: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (cases / "broken.json").unlink()
    reference = tmp_path / "reference"
    reference.mkdir()
    (reference / "rent.json").write_text('{"rankings": {"rent.json": 1, "dogs.json": 3}}')
    options: list[str | Path] = ["--queries", cases, "--reference", reference, "--similarity", "lexical"]
    document = json.loads(invoked("graphs", "evaluate", "--cases", cases, *options, "--json").stdout)
    assert {key: document[key] for key in ("P", "R", "AP", "NDCG", "CR", "CP", "queries")} == {
        "P": 0.2, "R": 1.0, "AP": 1.0, "NDCG": 1.0, "CR": 1.0, "CP": 1.0, "queries": 1,
    }  # fmt: skip
    assert document["seconds_per_query"] > 0
    (reference / "rent.json").write_text("[]")
    said = complaint(capsys, monkeypatch, "graphs", "evaluate", "--cases", cases, *options)
    assert "rent.json: is no reference ranking" in said


def test_convert_and_show_write_files(cases: Path, tmp_path: Path) -> None:
    invoked("graphs", "convert", cases, "--into", tmp_path / "aif")
    assert json.loads((tmp_path / "aif" / "rent.json").read_text())["edges"][0]["fromID"] == "2"
    records = invoked("graphs", "convert", cases / "rent.json", "--to", "jsonl").stdout.splitlines()
    assert json.loads(records[0])["claim"] == "Rents should be capped"
    assert json.loads(records[0])["stance"] == "pro"
    out = tmp_path / "map.svg"
    invoked("graphs", "show", "Cap the rents", cases / "rent.json", "--similarity", "lexical", "-o", out)
    expat.ParserCreate().Parse(out.read_text(), True)
    assert ">1 statement, 0 inferences and conflicts<" in invoked("graphs", "show", "Cap the rents").stdout
    assert "digraph" in invoked("graphs", "convert", cases / "rent.json", "--to", "dot").stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["search", "", "--cases", "."], "the query is empty"),
        (["search", "x", "--cases", "nowhere"], "there is no such folder"),
        (["search", "missing.json", "--cases", "."], "cannot be read"),
        (["show", "x", "y.json", "--shares", "1"], "--shares"),
        (["show", "x", "-o", "x.png"], "x.png: a drawing is SVG, no .png file; name a .svg file"),
        (["show", "x", "-o", "."], "this is a folder"),
        (["convert", "nowhere"], "there is no such folder"),
        (["search", "x", "--cases", ".", "--rules", "author"], "did you mean 'authors'"),
        (
            ["search", "x", "--cases", ".", "--rules", "authors", "--mapper", "astar"],
            "cannot follow the rules",
        ),
        (["search", "x", "--cases", ".", "--similarity", "contrast(weight=3)"], "weights 3.0"),
        (["search", "x", "--cases", ".", "--similarity", "dynamax(stop=nlkt)"], "did you mean 'nltk'"),
    ],
)
def test_mistakes_cost_one_sentence(
    arguments: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert message in complaint(capsys, monkeypatch, "graphs", *arguments)

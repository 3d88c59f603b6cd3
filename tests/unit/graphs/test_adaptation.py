"""What a case adds to a query graph, at the places that were mapped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from debatable.errors import InputError
from debatable.graphs import (
    Adaptation,
    ArgumentGraph,
    CaseBase,
    Edge,
    Kind,
    Node,
    Pairwise,
    Proposal,
    Retrieval,
    dump,
    load,
    parse,
    sentence,
)
from tests.support.command_line import complaint, invoked
from tests.unit.graphs.test_retrieval import overlap

CLAIM, AIR, NOISE, WORK, DENSE = (
    "cars must leave cities",
    "cars poison the air",
    "cars are loud",
    "people drive to work",
    "cities are dense",
)


def case() -> ArgumentGraph:
    """Air and noise speak for the claim, work against it, and that cities are dense for noise."""
    nodes = (
        *(Node(id, Kind.I, text) for id, text in zip("canwd", (CLAIM, AIR, NOISE, WORK, DENSE), strict=True)),
        Node("r1", Kind.RA, scheme="Positive Consequences"),
        Node("r2", Kind.RA, scheme="Negative Consequences"),
        Node("x", Kind.CA),
        Node("r3", Kind.RA),
    )
    pairs = (
        ("a", "r1"),
        ("r1", "c"),
        ("n", "r2"),
        ("r2", "c"),
        ("w", "x"),
        ("x", "c"),
        ("d", "r3"),
        ("r3", "n"),
    )
    return ArgumentGraph("cars", nodes, tuple(Edge(f"e{n}", *pair) for n, pair in enumerate(pairs)))


def query() -> ArgumentGraph:
    """The claim, for which air speaks, by no scheme that is named."""
    nodes = Node("1", Kind.I, CLAIM), Node("2", Kind.I, AIR), Node("3", Kind.RA)
    return ArgumentGraph("mine", nodes, (Edge("1", "2", "3"), Edge("2", "3", "1")))


def adapted(asked: ArgumentGraph, adaptation: Adaptation) -> Proposal:
    return adaptation(asked, CaseBase([case()], Retrieval(Pairwise(overlap))).search(asked, 1)[0])


def test_what_has_no_counterpart_is_transferred_with_its_scheme() -> None:
    found = adapted(query(), Adaptation())
    assert [(one.text, one.kind, one.scheme, one.at) for one in found.additions if one.text] == [
        (NOISE, Kind.RA, "Negative Consequences", "1"),
        (WORK, Kind.CA, "", "1"),
    ]
    (filled,) = [one for one in found.additions if not one.text]
    assert (filled.node, filled.scheme) == ("3", "Positive Consequences")
    whole = found.graph
    assert whole.nodes[:2] == query().nodes[:2] and whole.node("3").scheme == "Positive Consequences"
    assert whole.node("proposed-cars-n").text == NOISE
    leading = {(edge.source, edge.target) for edge in whole.edges}
    assert {("proposed-cars-n", "proposed-cars-r2"), ("proposed-cars-r2", "1")} <= leading
    assert {("2", "3"), ("3", "1")} <= leading, "the query is there whole"
    first = found.additions[1]
    assert first.reason == f"in cars it supports {CLAIM!r}, the counterpart of {CLAIM!r} (1.00)"


def test_deeper_layers_and_fewer_statements_are_asked_for() -> None:
    deep = adapted(query(), Adaptation(layers=2))
    assert [one.text for one in deep.additions if one.text] == [NOISE, WORK, DENSE]
    assert deep.additions[-1].at == "proposed-cars-n"
    few = adapted(query(), Adaptation(most=1))
    assert [one.text for one in few.additions if one.text] == [NOISE]
    far = adapted(sentence("dogs must leave parks now"), Adaptation(least=0.9))
    assert far.additions == () and len(far.graph.nodes) == 1


def test_aif_marks_what_is_proposed_and_reads_back() -> None:
    found = adapted(query(), Adaptation())
    document = found.as_aif()
    marked = {node["nodeID"]: node.get("proposed") for node in document["nodes"]}
    assert marked["1"] is None and marked["2"] is None
    assert marked["proposed-cars-n"]["case"] == "cars" and marked["proposed-cars-n"]["node"] == "n"
    assert marked["proposed-cars-r2"] == {"case": "cars"}
    assert parse(json.dumps(document).encode(), "mine") == found.graph


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "cases").mkdir()
    (tmp_path / "cases" / "cars.json").write_text(dump(case(), "aif"))
    (tmp_path / "mine.json").write_text(dump(query(), "aif"))
    return tmp_path


def test_the_command_prints_reasons_and_writes_aif(folder: Path) -> None:
    asked: list[str | Path] = ["graphs", "adapt", folder / "mine.json", "--cases", folder / "cases"]
    asked += ["--similarity", "lexical"]
    made = invoked(*asked, "--into", folder / "proposal.json")
    assert f"RA  {NOISE}" in made.stdout and "cars: 3 additions proposed" in made.stderr
    assert load(folder / "proposal.json").node("proposed-cars-w").text == WORK
    document = json.loads(invoked(*asked, "--json").stdout)
    assert [one["text"] for one in document["additions"]] == ["", NOISE, WORK]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--least", "2"], "least is 2.0; give a similarity from 0 to 1"),
        (["--layers", "0"], "layers is 0; give 1 or more"),
        (["--most", "0"], "most is 0; give 1 or more"),
        (["--cases", "nowhere"], "nowhere"),
    ],
)
def test_mistakes_cost_one_sentence(
    folder: Path,
    options: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str | Path] = ["graphs", "adapt", folder / "mine.json", "--cases", folder / "cases"]
    assert message in complaint(capsys, monkeypatch, *asked, *options)
    with pytest.raises(InputError):
        Adaptation(least=-0.1)


@pytest.mark.parametrize("name", ["nowhere", "nowhere.json"])
def test_a_path_without_a_file_is_no_sentence(
    folder: Path, name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = complaint(capsys, monkeypatch, "graphs", "adapt", folder / name, "--cases", folder / "cases")
    assert f"{name}: cannot be read (No such file or directory)" in said

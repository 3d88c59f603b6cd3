"""Files as they are in the world: each fault is mended or reported with file and node id."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from debatable.errors import InputError, UnknownNameError
from debatable.graphs import (
    ArgumentGraph,
    CaseBase,
    Kind,
    Node,
    configured,
    dump,
    load,
    load_folder,
    parse,
    save,
    sentence,
)


def aif(*nodes: dict[str, Any], edges: list[tuple[str, str]] = [], **more: Any) -> dict[str, Any]:  # noqa: B006
    links = [{"edgeID": str(n), "fromID": a, "toID": b} for n, (a, b) in enumerate(edges)]
    return {"nodes": list(nodes), "edges": links, "locutions": [], **more}


def node(id: object, type: object = "I", text: object = "text", **more: object) -> dict[str, object]:
    return {"nodeID": id, "type": type, "text": text, **more}


@pytest.fixture
def write(tmp_path: Path) -> Any:
    def written(document: object, name: str = "g.json") -> Path:
        path = tmp_path / name
        path.write_text(document if isinstance(document, str) else json.dumps(document))
        return path

    return written


def test_dangling_edges_are_left_out_and_reported(write: Any) -> None:
    path = write(aif(node("1"), node("2", "RA"), edges=[("1", "2"), ("2", "9"), ("1", "1")]))
    graph = load(path)
    assert [(edge.source, edge.target) for edge in graph.edges] == [("1", "2")]
    assert graph.remarks[0] == f"{path}: edge 1 hangs on missing node '9', left out"
    assert "node '1' to itself" in graph.remarks[1]


def test_duplicate_ids_equal_nodes_merge_others_are_renamed(write: Any) -> None:
    graph = load(write(aif(node("1"), node("1"), node("1", text="other"), node("1#2", text="taken"))))
    assert [(each.id, each.text) for each in graph.nodes] == [
        ("1", "text"),
        ("1#3", "other"),
        ("1#2", "taken"),
    ]
    assert "is there twice, read once" in graph.remarks[0]
    assert "the later is now '1#3'" in graph.remarks[1]


def test_many_nodes_of_one_id_all_stay(write: Any) -> None:
    texts = [f"text {number}" for number in range(5)]
    graph = load(write(aif(*(node("1", text=text) for text in texts), node("2"), edges=[("1", "2")])))
    assert [each.text for each in graph.nodes] == [*texts, "text"]
    assert [each.id for each in graph.nodes] == ["1", "1#2", "1#3", "1#4", "1#5", "2"]
    assert [(edge.source, edge.target) for edge in graph.edges] == [("1", "2")]
    assert len(graph.remarks) == 4


def test_missing_and_unknown_types_are_told_from_label_and_place(write: Any) -> None:
    document = aif(
        node("p"), node("s", None, ""), node("c"), node("d", "", "Default Conflict"), node("x", "FOO", "loose"),
        edges=[("p", "s"), ("s", "c")],
    )  # fmt: skip
    graph = load(write(document))
    assert [each.kind for each in graph.nodes] == [Kind.I, Kind.RA, Kind.I, Kind.CA, Kind.I]
    assert [remark.split(": ", 1)[1] for remark in graph.remarks] == [
        "node 's' has no type, read as RA",
        "node 'd' has no type, read as CA",
        "node 'x' has unknown type 'FOO', read as I",
    ]


def test_locutions_stay_in_the_file_but_not_in_the_argument(write: Any, tmp_path: Path) -> None:
    document = aif(
        node("1"), node("2", "L", "Bob: text"), node("3", "YA", "Asserting"), edges=[("2", "3"), ("3", "1")]
    )
    document["locutions"] = [{"nodeID": "2", "personID": "7"}, {"nodeID": "8", "personID": "7"}]
    graph = load(write(document))
    assert [each.id for each in graph.argument().nodes] == ["1"]
    assert [(said.node, said.person) for said in graph.locutions] == [("2", "7")]
    assert "locution of node '8'" in graph.remarks[0]
    save(graph, tmp_path / "again.json")
    again = load(tmp_path / "again.json")
    assert (again.nodes, again.edges, again.locutions) == (graph.nodes, graph.edges, graph.locutions)


def test_odd_fields_do_not_stop_the_reading(write: Any) -> None:
    graph = load(write(aif(node(17, text=None), node(None, text=5), node("3", text={"a": 1}))))
    assert [(each.id, each.text) for each in graph.nodes] == [("17", ""), ("unnamed-2", "5"), ("3", "")]
    assert any("node 2 has no id" in remark for remark in graph.remarks)


OVA = {"nodes": [{"id": 1, "type": "I", "text": "Autos sind laut"}], "edges": []}
ARGGRAPH = (
    '<arggraph><edu id="e">Autos sind laut</edu><adu id="1" type="pro"/>'
    '<edge src="e" trg="1" type="seg"/></arggraph>'
)


@pytest.mark.parametrize(
    "content",
    [
        dump(sentence("Autos sind laut")),
        json.dumps({"AIF": aif(node("1", text="Autos sind laut"))}),
        json.dumps(OVA),
        dump(sentence("Autos sind laut"), "arguebuf"),
        dump(sentence("Autos sind laut"), "argdown"),
        ARGGRAPH,
    ],
    ids=["aif", "xaif", "ova", "arguebuf", "argdown", "arggraph"],
)
def test_a_language_is_that_of_texts_whose_file_names_none(content: str) -> None:
    """Documents in JSON were taken for English; with a byte-order mark arguebuf and arggraph were refused."""
    for mark in (b"", b"\xef\xbb\xbf"):
        graph = parse(mark + content.encode(), "g.txt", language="de")
        assert [(one.text, graph.language) for one in graph.information] == [("Autos sind laut", "de")]


def test_statements_whose_ids_have_signs_of_argdown_keep_titles_of_their_own() -> None:
    """The second was numbered as the third is called, and both became one statement."""
    texts = {"a": "One", "[a]": "Two", "a~2": "Three", "{a}": "Four"}
    graph = ArgumentGraph("g", tuple(Node(id, Kind.I, text) for id, text in texts.items()))
    read = parse(dump(graph, "argdown").encode(), "g.argdown")
    assert {one.id: one.text for one in read.information} == texts


def test_a_language_that_a_file_names_counts() -> None:
    document = aif(node("1"), language="pt")
    assert parse(json.dumps(document).encode(), "g.json", language="de").language == "pt"


@pytest.mark.parametrize(("major", "what"), [("2", "no I-node"), ("4", "no I-node"), ("9", "missing")])
def test_a_major_claim_that_is_no_statement_is_ignored(write: Any, major: str, what: str) -> None:
    """A scheme as the major claim ended a search with a KeyError, a locution with "there is no node"."""
    nodes = node("1"), node("2", "RA"), node("3", text="conclusion"), node("4", "L")
    path = write(aif(*nodes, edges=[("1", "2"), ("2", "3")], majorClaim=major))
    graph = load(path)
    assert graph.remarks == (f"{path}: major claim {major!r} is {what}, ignored",)
    found = CaseBase([graph], configured("lexical")).search(graph)
    conclusion = graph.argument().conclusion()
    assert conclusion is not None and conclusion.id == "3" and found[0].claim == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "is no valid JSON"),
        ("[" * 100_000, "is no valid JSON"),
        ("[1, 2]", "in no format"),
        ('{"nodes": 3, "locutions": []}', "in no format"),
        ('{"nodes": ["a"], "locutions": []}', "entry 1 of 'nodes' is of type str"),
        ('{"statements": [], "arguments": {}}', "'statements' is of type list"),
        ("<arggraph>", "no well-formed XML"),
        ("<arggraph></arggraph>", "no argumentative unit"),
    ],
)
def test_what_is_no_graph_is_refused_with_its_file(write: Any, content: str, message: str) -> None:
    path = write(content)
    with pytest.raises(InputError, match=message) as caught:
        load(path)
    assert caught.value.where == str(path)


def test_entities_are_never_expanded(write: Any) -> None:
    declared = '<!DOCTYPE g [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
    bomb = f'<?xml version="1.0"?>{declared}<arggraph><edu id="e">&b;</edu></arggraph>'
    with pytest.raises(InputError, match="declares entities"):
        load(write(bomb, "g.xml"))


def test_arggraph_undercuts_point_at_edges_and_linked_premises_share_one(write: Any) -> None:
    document = """<?xml version='1.0'?><!DOCTYPE arggraph SYSTEM "arggraph.dtd"><arggraph id="m" topic_id="waste">
      <edu id="e1"><![CDATA[Sort]]></edu><edu id="e2">it</edu><edu id="e3">dirty</edu><edu id="e4">and dear</edu>
      <edu id="e5">wash</edu><joint id="j"/><adu id="a1" type="pro"/><adu id="a2" type="opp"/>
      <adu id="a3" type="opp"/><adu id="a4" type="pro"/>
      <edge id="c1" src="e1" trg="j" type="seg"/><edge id="c2" src="e2" trg="j" type="seg"/>
      <edge id="c3" src="j" trg="a1" type="seg"/><edge id="c4" src="e3" trg="a2" type="seg"/>
      <edge id="c5" src="e4" trg="a3" type="seg"/><edge id="c6" src="e5" trg="a4" type="seg"/>
      <edge id="r" src="a2" trg="a1" type="reb"/><edge id="l" src="a3" trg="r" type="add"/>
      <edge id="u" src="a4" trg="r" type="und"/></arggraph>"""
    graph = load(write(document, "m.xml"))
    assert [(each.id, each.kind.value, each.text) for each in graph.nodes] == [
        ("a1", "I", "Sort it"), ("a2", "I", "dirty"), ("a3", "I", "and dear"), ("a4", "I", "wash"),
        ("r", "CA", "Default Conflict"), ("u", "CA", "Default Conflict"),
    ]  # fmt: skip
    assert {(edge.source, edge.target) for edge in graph.edges} == {
        ("a2", "r"), ("r", "a1"), ("a3", "r"), ("a4", "u"), ("u", "r"),
    }  # fmt: skip
    assert (graph.major_claim, graph.topic) == ("a1", "waste")


def test_argdown_inferences_relations_and_tags(write: Any) -> None:
    said = {
        "type": "statement",
        "text": "Rents rise #city",
        "ranges": [{"type": "tag", "start": 11, "stop": 15}],
    }
    document = {
        "statements": {"A": {"members": [said]}, "B": {"members": []}, "Untitled 1": {"members": []}},
        "arguments": {
            "One": {
                "pcs": [{"title": "A"}, {"title": "B", "inference": {"inferenceRules": ["Modus ponens"]}}]
            },
            "Two": {"pcs": [], "members": [{"text": "No"}]},
        },
        "relations": [
            {
                "relationType": "undercut",
                "from": "Two",
                "fromType": "argument",
                "to": "One",
                "toType": "argument",
            },
            {"relationType": "odd", "from": "A", "to": "B"},
        ],
    }
    graph = load(write(document))
    texts = {each.id: (each.kind.value, each.text) for each in graph.nodes}
    assert texts == {
        "[A]": ("I", "Rents rise"), "[B]": ("I", "B"), "<Two>": ("I", "No"),
        "s1": ("RA", "Modus ponens"), "s2": ("CA", "Default Conflict"),
    }  # fmt: skip
    links = {(edge.source, edge.target) for edge in graph.edges}
    assert links == {("[A]", "s1"), ("s1", "[B]"), ("<Two>", "s2"), ("s2", "s1")}
    assert any("relation 'odd'" in remark for remark in graph.remarks)
    assert any("1 statements outside" in remark for remark in graph.remarks)


def test_xaif_is_the_aif_inside(write: Any) -> None:
    assert load(write({"AIF": aif(node("1", text="in"))})).topic_text == "in"


def test_folder_goes_on_after_a_bad_file_only_if_asked(write: Any, tmp_path: Path) -> None:
    write(aif(node("1")), "a.json")
    bad = write("{", "b.json")
    with pytest.raises(InputError):
        load_folder(tmp_path)
    problems: list[str] = []
    graphs = load_folder(tmp_path, on_problem=lambda problem: problems.append(str(problem.where)))
    assert [graph.id for graph in graphs] == ["a"]
    assert problems == [str(bad)]


def test_unknown_formats_are_named() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'argdown'"):
        load("x.json", format="argdwn")
    with pytest.raises(UnknownNameError):
        dump(sentence("a"), "pdf")

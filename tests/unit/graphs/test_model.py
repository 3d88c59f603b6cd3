"""Argument graphs: what they argue for, what of them is argument, and what is no graph."""

from __future__ import annotations

import pytest

from debatable.errors import InputError
from debatable.graphs import ArgumentGraph, Edge, Kind, Node, sentence
from debatable.graphs.model import Locution


def graph(kinds: dict[str, Kind], links: list[tuple[str, str]], major: str | None = None) -> ArgumentGraph:
    nodes = tuple(Node(id, kind, f"Text {id}") for id, kind in kinds.items())
    edges = tuple(Edge(f"e{place}", *ends) for place, ends in enumerate(links))
    return ArgumentGraph("g", nodes, edges, major)


SAYS, RA, YA, L = Kind.I, Kind.RA, Kind.YA, Kind.L


def conclusion(argued: ArgumentGraph) -> str | None:
    found = argued.conclusion()
    return None if found is None else found.id


def test_a_graph_argues_for_what_most_nodes_lead_to() -> None:
    # One premise leads to a; two lead to b, one of them through another.
    links = [("p", "r"), ("r", "a"), ("q", "s"), ("s", "t"), ("t", "u"), ("u", "b")]
    kinds = {"a": SAYS, "p": SAYS, "r": RA, "b": SAYS, "q": SAYS, "s": RA, "t": SAYS, "u": RA}
    assert conclusion(graph(kinds, links)) == "b"
    assert conclusion(graph(kinds, links, "p")) == "p"


def test_of_equals_the_first_and_in_a_circle_the_first_of_all() -> None:
    assert conclusion(graph({"a": SAYS, "b": SAYS, "p": SAYS}, [("p", "a"), ("p", "b")])) == "a"
    assert conclusion(graph({"a": SAYS, "b": SAYS}, [("a", "b"), ("b", "a")])) == "a"
    assert conclusion(graph({"r": RA}, [])) is None


def test_only_the_argument_of_a_dialogue_is_compared() -> None:
    whole = graph(
        {"l": L, "y": YA, "a": SAYS, "r": RA, "b": SAYS}, [("l", "y"), ("y", "b"), ("b", "r"), ("r", "a")]
    )
    argued = whole.argument()
    assert [node.id for node in argued.nodes] == ["a", "r", "b"]
    assert [edge.id for edge in argued.edges] == ["e2", "e3"]
    assert (whole.size, argued.size) == (9, 5)
    assert argued.topic_text == whole.topic_text == "Text a Text b"
    assert [node.id for node in whole.information] == ["a", "b"]
    assert "r" in [node.id for node in whole.schemes]
    assert argued.argument() is argued
    spoken = ArgumentGraph("g", argued.nodes, argued.edges, locutions=(Locution("a"),))
    assert spoken.argument().locutions == ()


def test_what_is_no_graph_is_refused() -> None:
    with pytest.raises(InputError, match="two nodes have the id 'a'"):
        ArgumentGraph("g", (Node("a", SAYS), Node("a", RA)))
    for ends in (("a", "x"), ("x", "a")):
        with pytest.raises(InputError, match="hangs on node 'x'"):
            ArgumentGraph("g", (Node("a", SAYS),), (Edge("e", *ends),))
    with pytest.raises(InputError, match="no node 'z'"):
        sentence("Ban cars").node("z")
    with pytest.raises(InputError, match="empty"):
        sentence("  ")
    assert sentence(" Ban cars ", language="de").information[0].text == "Ban cars"

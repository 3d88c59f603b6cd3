"""Small files of graphs that would take long or grow large: each costs little, and one sentence at most."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from debatable.errors import InputError
from debatable.graphs import ArgumentGraph, Edge, Kind, Node, draw, parse


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Fails where a block takes the processor longer."""
    start = time.process_time()
    yield
    spent = time.process_time() - start
    assert spent < seconds, f"{spent:.1f} s were taken"


def seg(source: str, target: str) -> str:
    return f'<edge src="{source}" trg="{target}" type="seg"/>'


def test_joints_that_double_a_text_are_refused() -> None:
    """Each joint had the text of the one before it twice: a file of 3 kB took all memory."""
    count = 25  # 2 ** 24 times "a"
    joints = "".join(f'<joint id="j{number}"/>' for number in range(count))
    twice = "".join(2 * seg(f"j{number}", f"j{number + 1}") for number in range(count - 1))
    ends = seg("e", "j0") + twice + seg(f"j{count - 1}", "c")
    document = f'<arggraph><edu id="e">a</edu><adu id="c" type="pro"/>{joints}{ends}</arggraph>'
    assert len(document) < 4_000
    with pytest.raises(InputError, match="joins its text units to more than 16,777,216 characters"):
        parse(document.encode(), "g.xml")


def test_a_long_chain_of_linked_premises_is_followed_once() -> None:
    """It was followed from each of its edges: the time grew with the square of their number."""
    count = 10_000
    links = "".join(f'<edge id="l{n}" src="b" trg="l{n + 1}" type="add"/>' for n in range(count))
    document = (
        '<arggraph><edu id="e">Ban</edu><edu id="f">Loud</edu><adu id="a" type="pro"/><adu id="b" type="pro"/>'
        f'{seg("e", "a")}{seg("f", "b")}{links}<edge id="l{count}" src="b" trg="a" type="sup"/></arggraph>'
    )
    with within(seconds=2):
        graph = parse(document.encode(), "g.xml")
    assert {edge.target for edge in graph.edges if edge.source == "b"} == {f"l{count}"}
    assert len(graph.edges) == count + 2


def test_linked_premises_in_a_circle_hang_on_nothing() -> None:
    document = (
        '<arggraph><edu id="e">Ban</edu><adu id="a" type="pro"/><adu id="b" type="pro"/>'
        f'{seg("e", "a")}<edge id="x" src="b" trg="y" type="add"/><edge id="y" src="b" trg="x" type="add"/>'
        "</arggraph>"
    )
    graph = parse(document.encode(), "g.xml")
    assert not graph.edges and sum("hangs on missing node" in remark for remark in graph.remarks) == 2


def aif(nodes: list[dict[str, str]], edges: list[dict[str, str]]) -> bytes:
    return json.dumps({"nodes": nodes, "edges": edges, "locutions": []}).encode()


def test_many_nodes_of_one_id_are_numbered_at_once() -> None:
    """Each looked for a free number from 2 on: 500 kB took a service a minute."""
    count = 10_000
    nodes = [{"nodeID": "a", "type": "I", "text": str(number)} for number in range(count)]
    with within(seconds=2):
        graph = parse(aif(nodes, []), "g.json")
    assert [node.id for node in graph.nodes] == ["a", *(f"a#{number}" for number in range(2, count + 1))]


def test_many_edges_without_an_id_are_numbered_at_once() -> None:
    """Each looked for a free number from its own on, past all that were taken."""
    count = 10_000
    nodes = [{"nodeID": "p", "type": "I", "text": "Loud"}, {"nodeID": "s", "type": "RA", "text": "RA"}]
    ends = {"fromID": "p", "toID": "s"}
    named = [{"edgeID": f"e{count + number}", **ends} for number in range(1, count + 1)]
    with within(seconds=2):
        graph = parse(aif(nodes, [*named, *(count * [ends])]), "g.json")
    assert [edge.id for edge in graph.edges] == [f"e{count + number}" for number in range(1, 2 * count + 1)]


def test_types_of_many_nodes_are_inferred_at_once() -> None:
    """Each looked at all nodes and edges."""
    count = 5_000
    ids = [f"{kind}{number}" for number in range(count) for kind in "psc"]
    nodes = [{"nodeID": id, "text": id} | ({} if id[0] == "s" else {"type": "I"}) for id in ids]
    pairs = [(f"p{n}", f"s{n}") for n in range(count)] + [(f"s{n}", f"c{n}") for n in range(count)]
    with within(seconds=4):
        graph = parse(aif(nodes, [{"fromID": start, "toID": end} for start, end in pairs]), "g.json")
    assert {node.id[0]: node.kind.value for node in graph.nodes} == {"p": "I", "s": "RA", "c": "I"}


def test_a_claim_with_hundreds_of_premises_is_drawn_at_once() -> None:
    """The time grew with the cube of the nodes beside each other: of 300 it took 20 s, of 1,000 ten minutes."""
    nodes, edges = [Node("claim", Kind.I, "Ban cars")], []
    for number in range(1_000):
        nodes += [Node(f"s{number}", Kind.RA), Node(f"p{number}", Kind.I, "They are loud")]
        edges += [Edge(f"a{number}", f"p{number}", f"s{number}"), Edge(f"b{number}", f"s{number}", "claim")]
    graph = ArgumentGraph("g", tuple(nodes), tuple(edges))
    with within(seconds=4):
        drawing = draw(graph)
    assert drawing.count("They are loud</tspan>") == 1_000


def test_a_statement_that_speaks_to_thousands_is_drawn_at_once() -> None:
    """All that it speaks to was looked at again for each of them."""
    count = 4_000
    nodes = [Node("p", Kind.I, "They are loud"), *(Node(f"s{number}", Kind.RA) for number in range(count))]
    edges = [Edge(f"e{number}", "p", f"s{number}") for number in range(count)]
    with within(seconds=4):
        assert draw(ArgumentGraph("g", tuple(nodes), tuple(edges))).count('<path d="M') > count


def test_of_many_conclusions_the_one_that_most_lead_to_is_found_at_once() -> None:
    """All edges were gone through for each of them."""
    count = 2_000
    ids = [f"{kind}{number}" for number in range(count) for kind in "psc"]
    nodes = [Node(id, Kind.RA if id[0] == "s" else Kind.I, id) for id in ids]
    edges = [Edge(f"a{n}", f"p{n}", f"s{n}") for n in range(count)]
    edges += [Edge(f"b{n}", f"s{n}", f"c{n}") for n in range(count)] + [Edge("more", "p0", "s7")]
    with within(seconds=1):
        conclusion = ArgumentGraph("g", tuple(nodes), tuple(edges)).conclusion()
    assert conclusion is not None and conclusion.id == "c7"

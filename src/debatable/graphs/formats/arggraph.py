"""arggraph XML of the argumentative microtexts (Peldszus and Stede 2015).

Text units (``edu``) form argumentative units (``adu``); an edge supports (``sup``), exemplifies
(``exa``), rebuts (``reb``) a unit, undercuts another edge (``und``) or adds a linked premise to it (``add``).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from xml.parsers import expat

from debatable.errors import InputError
from debatable.graphs.formats.repair import RawNode, assemble
from debatable.graphs.model import ArgumentGraph, Edge

SCHEMES = {
    "sup": ("RA", "Default Inference"),
    "exa": ("RA", "Example"),
    "reb": ("CA", "Default Conflict"),
    "und": ("CA", "Default Conflict"),
}
MOST_TEXT = 2**24
"""Characters that text units are joined to: joints of joints, each joined twice, double them again and again."""


@dataclass(slots=True)
class _Elements:
    """What the file holds, in its order."""

    graph: dict[str, str] = field(default_factory=dict)
    units: dict[str, str] = field(default_factory=dict)
    claims: dict[str, str] = field(default_factory=dict)
    joints: set[str] = field(default_factory=set)
    edges: list[dict[str, str]] = field(default_factory=list)


def read(content: bytes, id: str, where: str, language: str = "en") -> ArgumentGraph:
    """Reads an arggraph document; the unit that supports and attacks nothing is the major claim."""
    elements = _parsed(content, where)
    remarks: list[str] = []
    texts = _texts(elements, where, remarks)
    nodes = [RawNode(claim, "I", texts[claim]) for claim in elements.claims]
    links = {edge["id"]: edge for edge in elements.edges if edge.get("type") in (*SCHEMES, "add")}
    ends = _chain_ends(links)
    edges = []
    for name, link in links.items():
        kind = link["type"]
        if kind == "add":
            target = ends[name]
        else:
            node_type, scheme = SCHEMES[kind]
            nodes.append(RawNode(name, node_type, scheme, scheme))
            target = link.get("trg", "")
            edges.append(Edge(f"{name}-to", name, ends.get(target, target)))
            target = name
        edges.append(Edge(f"{name}-from", link.get("src", ""), target))
    leaving = {edge.source for edge in edges}
    tops = [claim for claim in elements.claims if claim not in leaving]
    major = tops[0] if len(tops) == 1 else None
    return assemble(
        id,
        nodes,
        edges,
        where=where,
        major_claim=major,
        language=language,
        topic=elements.graph.get("topic_id", ""),
        remarks=remarks,
    )


def _texts(elements: _Elements, where: str, remarks: list[str]) -> dict[str, str]:
    """Texts of the argumentative units: those of their text units, joined in order."""
    parts: dict[str, list[str]] = {name: [] for name in (*elements.claims, *elements.joints)}
    steps = [edge for edge in elements.edges if edge.get("type") == "seg"]
    size = 0
    for edge in sorted(steps, key=lambda edge: edge.get("src", "") not in elements.units):
        source, target = edge.get("src", ""), edge.get("trg", "")
        texts = [elements.units[source]] if source in elements.units else parts.get(source)
        if texts is None or target not in parts:
            remarks.append(f"{where}: edge {edge['id']!r} joins {source!r} to {target!r}, one is missing")
            continue
        size += sum(len(part) + 1 for part in texts)
        if size > MOST_TEXT:
            todo = "join each text unit once"
            raise InputError(
                f"joins its text units to more than {MOST_TEXT:,} characters", where=where, todo=todo
            )
        parts[target] += texts
    return {name: " ".join(texts) for name, texts in parts.items()}


def _chain_ends(links: dict[str, dict[str, str]]) -> dict[str, str]:
    """Returns the edge that the chain of each ``add`` edge ends in; of a circle, one of its own."""
    ends: dict[str, str] = {}
    for name in links:
        chain: dict[str, None] = {}
        while name in links and links[name]["type"] == "add" and name not in ends and name not in chain:
            chain[name] = None
            name = links[name].get("trg", "")
        ends |= dict.fromkeys(chain, ends.get(name, name))
    return ends


def _parsed(content: bytes, where: str) -> _Elements:
    elements = _Elements()
    open_unit: list[str] = []

    def start(tag: str, attributes: dict[str, str]) -> None:
        name = attributes.get("id", "")
        if tag == "arggraph":
            elements.graph = attributes
        elif tag == "edu":
            elements.units[name] = ""
            open_unit[:] = [name]
        elif tag == "adu":
            elements.claims[name] = attributes.get("type", "")
        elif tag == "joint":
            elements.joints.add(name)
        elif tag == "edge":
            elements.edges.append({"id": f"edge-{len(elements.edges) + 1}"} | attributes)

    def characters(text: str) -> None:
        if open_unit:
            elements.units[open_unit[0]] += text

    def end(tag: str) -> None:
        if tag == "edu":
            open_unit.clear()

    def entity(*_: object) -> None:
        raise InputError("declares entities, which are not expanded", where=where, todo="remove them")

    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler, parser.EntityDeclHandler = characters, entity
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        raise InputError(f"is no well-formed XML ({error})", where=where) from error
    if not elements.claims:
        raise InputError("is no arggraph document: it has no argumentative unit (adu)", where=where)
    return elements

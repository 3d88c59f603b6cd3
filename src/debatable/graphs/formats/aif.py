"""AIF JSON, as AIFdb and its tools write it (nodes, edges, locutions), and the JSON of OVA, its editor."""

from __future__ import annotations

from typing import Any

from debatable.corpus.aif import edge_end, node_id
from debatable.graphs.formats.repair import RawNode, assemble, listed, mapping, text
from debatable.graphs.model import ArgumentGraph, Edge, Locution


def is_aif(document: Any) -> bool:
    """Whether a JSON document looks like AIF: its nodes carry ``nodeID`` or it has ``locutions``."""
    if not isinstance(document, dict) or not isinstance(document.get("nodes"), list):
        return False
    return "locutions" in document or any(
        isinstance(node, dict) and "nodeID" in node for node in document["nodes"]
    )


def read(document: Any, id: str, where: str, language: str = "en") -> ArgumentGraph:
    """Reads an AIF JSON document; the language is that of the texts where it names none.

    >>> graph = read({"nodes": [{"nodeID": 1, "type": "I", "text": "Ban cars"}], "edges": []}, "g", "g.json")
    >>> graph.nodes
    (Node(id='1', kind=<Kind.I: 'I'>, text='Ban cars', scheme='', timestamp=''),)
    """
    document = mapping(document, "the document", where)
    remarks: list[str] = []
    nodes = []
    for number, entry in enumerate(listed(document, "nodes", where, required=True), 1):
        name = _name(entry, number, where, remarks)
        kind, label, scheme = (text(entry.get(key)) for key in ("type", "text", "scheme"))
        nodes.append(RawNode(name, kind, label, scheme, text(entry.get("timestamp"))))
    locutions = [
        Locution(*(text(entry.get(key)) for key in LOCUTION))
        for entry in listed(document, "locutions", where)
    ]
    return assemble(
        id,
        nodes,
        _edges(document, "edgeID", where),
        where=where,
        major_claim=text(document.get("majorClaim")) or None,
        language=text(document.get("language")) or language,
        topic=text(document.get("topic")),
        locutions=locutions,
        remarks=remarks,
    )


def _name(entry: dict[str, Any], number: int, where: str, remarks: list[str]) -> str:
    """Returns the id of a node, made up and remarked on where it has none."""
    if name := text(node_id(entry)):
        return name
    remarks.append(f"{where}: node {number} has no id, now 'unnamed-{number}'")
    return f"unnamed-{number}"


def _edges(document: dict[str, Any], id_key: str, where: str) -> list[Edge]:
    return [
        Edge(text(entry.get(id_key)), text(edge_end(entry, "from")), text(edge_end(entry, "to")))
        for entry in listed(document, "edges", where)
    ]


LOCUTION = ("nodeID", "personID", "timestamp", "start", "end", "source")


def dump(graph: ArgumentGraph) -> dict[str, Any]:
    """Returns a graph as an AIF JSON document, which reads back as the same graph.

    What AIF has no place for (major claim, language, topic) stands beside its three lists,
    and only where it differs from the default.
    """
    nodes = []
    for node in graph.nodes:
        entry = {"nodeID": node.id, "text": node.text, "type": node.kind.value, "timestamp": node.timestamp}
        nodes.append(entry | ({"scheme": node.scheme} if node.scheme else {}))
    edges: list[dict[str, Any]] = [
        {"edgeID": edge.id, "fromID": edge.source, "toID": edge.target, "formEdgeID": None}
        for edge in graph.edges
    ]
    locutions: list[dict[str, Any]] = []
    for one in graph.locutions:
        values = (one.node, one.person, one.timestamp, one.start, one.end, one.source)
        locutions.append({key: value or None for key, value in zip(LOCUTION, values, strict=True)})
    document: dict[str, Any] = {"nodes": nodes, "edges": edges, "locutions": locutions}
    extra = {"majorClaim": graph.major_claim, "topic": graph.topic}
    if graph.language != "en":
        extra["language"] = graph.language
    return document | {key: value for key, value in extra.items() if value}


def is_ova(document: Any) -> bool:
    """Whether a JSON document looks like OVA: its nodes carry ``id`` beside a ``type``."""
    if not isinstance(document, dict) or not isinstance(document.get("nodes"), list):
        return False
    marks = [isinstance(node, dict) and "id" in node and "type" in node for node in document["nodes"]]
    return any(marks) or "analysis" in document


def read_ova(document: Any, id: str, where: str, language: str = "en") -> ArgumentGraph:
    """Reads an OVA JSON document, whose edges hold their two nodes whole, or only their ids.

    In OVA the label of an S-node names its scheme; ``scheme`` is a number of its own list.

    >>> nodes = [{"id": 1, "type": "I", "text": "Ban cars", "majorClaim": True}, {"id": 2, "type": "RA"}]
    >>> whole = read_ova({"nodes": nodes, "edges": [{"from": {"id": 2}, "to": {"id": 1}}]}, "g", "g.json")
    >>> ids = read_ova({"nodes": nodes, "edges": [{"from": 2, "to": 1}]}, "g", "g.json")
    >>> whole == ids, whole.major_claim
    (True, '1')
    """
    document = mapping(document, "the document", where)
    nodes, remarks, major = [], list[str](), list[str]()
    for number, entry in enumerate(listed(document, "nodes", where, required=True), 1):
        name = _name(entry, number, where, remarks)
        label = text(entry.get("text"))
        nodes.append(RawNode(name, text(entry.get("type")), label, "", text(entry.get("date"))))
        if entry.get("majorClaim") is True:
            major.append(name)
    if len(major) > 1:
        remarks.append(f"{where}: {len(major)} major claims, the first ({major[0]!r}) is taken")
    edges = _edges(document, "id", where)
    return assemble(
        id,
        nodes,
        edges,
        where=where,
        major_claim=major[0] if major else None,
        language=language,
        remarks=remarks,
    )

"""AIF JSON, as AIFdb and its tools write it: nodes, edges, locutions."""

from __future__ import annotations

from typing import Any

from debatable.corpus.aif import edge_end, node_id
from debatable.graphs.formats.fields import listed, mapping, text
from debatable.graphs.formats.repair import RawNode, assemble
from debatable.graphs.model import ArgumentGraph, Edge, Locution

__all__ = ["dump", "is_aif", "read"]


def is_aif(document: Any) -> bool:
    """Whether a JSON document looks like AIF: its nodes carry ``nodeID`` or it has ``locutions``."""
    if not isinstance(document, dict) or not isinstance(document.get("nodes"), list):
        return False
    return "locutions" in document or any(
        isinstance(node, dict) and "nodeID" in node for node in document["nodes"]
    )


def read(document: Any, id: str, where: str) -> ArgumentGraph:
    """Reads an AIF JSON document.

    >>> graph = read({"nodes": [{"nodeID": 1, "type": "I", "text": "Ban cars"}], "edges": []}, "g", "g.json")
    >>> graph.nodes
    (Node(id='1', kind=<Kind.I: 'I'>, text='Ban cars', scheme='', timestamp=''),)
    """
    document = mapping(document, "the document", where)
    remarks: list[str] = []
    nodes = []
    for number, entry in enumerate(listed(document, "nodes", where, required=True), 1):
        name = text(node_id(entry))
        if not name:
            name = f"unnamed-{number}"
            remarks.append(f"{where}: node {number} has no id, now {name!r}")
        kind, label, scheme = (text(entry.get(key)) for key in ("type", "text", "scheme"))
        nodes.append(RawNode(name, kind, label, scheme, text(entry.get("timestamp"))))
    edges = [
        Edge(text(entry.get("edgeID")), text(edge_end(entry, "from")), text(edge_end(entry, "to")))
        for entry in listed(document, "edges", where)
    ]
    locutions = [
        Locution(*(text(entry.get(key)) for key in LOCUTION))
        for entry in listed(document, "locutions", where)
    ]
    return assemble(
        id,
        nodes,
        edges,
        where=where,
        major_claim=text(document.get("majorClaim")) or None,
        language=text(document.get("language")) or "en",
        topic=text(document.get("topic")),
        locutions=locutions,
        remarks=remarks,
    )


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
    for said in graph.locutions:
        values = (said.node, said.person, said.timestamp, said.start, said.end, said.source)
        locutions.append({key: value or None for key, value in zip(LOCUTION, values, strict=True)})
    document: dict[str, Any] = {"nodes": nodes, "edges": edges, "locutions": locutions}
    extra = {"majorClaim": graph.major_claim, "topic": graph.topic}
    if graph.language != "en":
        extra["language"] = graph.language
    return document | {key: value for key, value in extra.items() if value}

"""OVA JSON: nodes with places and colours; edges hold their two nodes whole, or only their ids."""

from __future__ import annotations

from typing import Any

from debatable.corpus.aif import edge_end, node_id
from debatable.graphs.formats.fields import listed, mapping, text
from debatable.graphs.formats.repair import RawNode, assemble
from debatable.graphs.model import ArgumentGraph, Edge

__all__ = ["is_ova", "read"]


def is_ova(document: Any) -> bool:
    """Whether a JSON document looks like OVA: its nodes carry ``id`` beside a ``type``."""
    if not isinstance(document, dict) or not isinstance(document.get("nodes"), list):
        return False
    marks = [isinstance(node, dict) and "id" in node and "type" in node for node in document["nodes"]]
    return any(marks) or "analysis" in document


def read(document: Any, id: str, where: str) -> ArgumentGraph:
    """Reads an OVA JSON document of either dialect.

    In OVA the label of an S-node names its scheme; ``scheme`` is a number of its own list.

    >>> nodes = [{"id": 1, "type": "I", "text": "Ban cars", "majorClaim": True}, {"id": 2, "type": "RA"}]
    >>> whole = read({"nodes": nodes, "edges": [{"from": {"id": 2}, "to": {"id": 1}}]}, "g", "g.json")
    >>> ids = read({"nodes": nodes, "edges": [{"from": 2, "to": 1}]}, "g", "g.json")
    >>> whole == ids, whole.major_claim
    (True, '1')
    """
    document = mapping(document, "the document", where)
    nodes, remarks, major = [], list[str](), list[str]()
    for number, entry in enumerate(listed(document, "nodes", where, required=True), 1):
        name = text(node_id(entry))
        if not name:
            name = f"unnamed-{number}"
            remarks.append(f"{where}: node {number} has no id, now {name!r}")
        label = text(entry.get("text"))
        nodes.append(RawNode(name, text(entry.get("type")), label, "", text(entry.get("date"))))
        if entry.get("majorClaim") is True:
            major.append(name)
    if len(major) > 1:
        remarks.append(f"{where}: {len(major)} major claims, the first ({major[0]!r}) is taken")
    edges = [
        Edge(text(entry.get("id")), text(edge_end(entry, "from")), text(edge_end(entry, "to")))
        for entry in listed(document, "edges", where)
    ]
    return assemble(id, nodes, edges, where=where, major_claim=major[0] if major else None, remarks=remarks)

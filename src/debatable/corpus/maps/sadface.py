"""SADFace's JSON: a list of atoms and schemes, and a list of edges with ``source_id`` and ``target_id``."""

from __future__ import annotations

from typing import Any, Final

from debatable.corpus.maps.base import ArgumentMap, RawNode, listed, mapping, scheme_node, text

_ATTACKS: Final = ("attack", "conflict", "con")
_KINDS: Final = {"rephrase": "MA", "preference": "PA"}


def is_sadface(document: Any) -> bool:
    """Returns whether a JSON document looks like SADFace: edges with ``source_id``, or nodes that are atoms."""
    edges, nodes = (
        (document.get("edges"), document.get("nodes")) if isinstance(document, dict) else (None, None)
    )
    if not isinstance(edges, list) or not isinstance(nodes, list):
        return False
    return any(isinstance(edge, dict) and "source_id" in edge for edge in edges) or any(
        isinstance(node, dict) and node.get("type") in ("atom", "scheme") for node in nodes
    )


def read(document: Any, where: str) -> ArgumentMap:
    """Reads a document.

    >>> atoms = [{"id": "1", "type": "atom", "text": "Loud"}, {"id": "2", "type": "scheme", "name": "attack"}]
    >>> found = read({"nodes": atoms, "edges": [{"source_id": "1", "target_id": "2"}]}, "g.json")
    >>> found.nodes[1].type, found.links
    ('CA', (('1', '2'),))
    """
    whole = mapping(document, "the document", where)
    nodes = [_node(entry) for entry in listed(whole, "nodes", where, required=True)]
    links = tuple(
        (text(edge.get("source_id")), text(edge.get("target_id"))) for edge in listed(whole, "edges", where)
    )
    metadata = whole.get("metadata")
    core = metadata.get("core") if isinstance(metadata, dict) else None
    facts = core if isinstance(core, dict) else {}
    sources = sum(1 for entry in whole["nodes"] if entry.get("sources"))
    left = [f"sources of {sources} nodes left out"] if sources else []
    if any(text(facts.get(key)) for key in ("analyst_name", "analyst_email", "notes")):
        left.append("analyst and notes left out")
    return ArgumentMap(tuple(nodes), links, topic=text(facts.get("title")), omissions=tuple(left))


def _node(entry: dict[str, Any]) -> RawNode:
    name = text(entry.get("id"))
    if text(entry.get("type")) == "atom":
        return RawNode(name, "I", text(entry.get("text")))
    label = text(entry.get("name")).strip()
    kind = "CA" if label.lower() in _ATTACKS else _KINDS.get(label.lower(), "RA")
    plain = scheme_node(name, kind)
    known = label.lower() in (*_ATTACKS, *_KINDS, "support", "")
    return plain if known else RawNode(name, kind, label, label)

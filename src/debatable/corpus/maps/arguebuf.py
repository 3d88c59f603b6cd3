"""arguebuf's JSON: nodes by id, each an atom or a scheme, and edges by id; read and written without its package."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from debatable.corpus.maps.base import ArgumentMap, RawNode, mapping, scheme_node, text

KINDS: Final = {"support": "RA", "attack": "CA", "rephrase": "MA", "preference": "PA"}
"""The kind of S-node of each family of schemes."""

_FORMS: Final = re.compile(r"[A-Z][A-Z_]*")


def is_arguebuf(document: Any) -> bool:
    """Returns whether a JSON document looks like a graph of arguebuf: nodes by id, atoms and schemes among them."""
    nodes = document.get("nodes") if isinstance(document, dict) else None
    return isinstance(nodes, dict) and any(
        isinstance(node, dict) and ("atom" in node or "scheme" in node) for node in nodes.values()
    )


def read(document: Any, where: str) -> ArgumentMap:
    """Reads a graph.

    >>> nodes = {"1": {"atom": {"text": "Loud"}}, "2": {"scheme": {"support": "SUPPORT_SIGN"}}}
    >>> found = read({"nodes": nodes, "edges": {"e": {"source": "1", "target": "2"}}}, "g.json")
    >>> found.nodes[1].scheme, found.links
    ('Sign', (('1', '2'),))
    """
    whole = mapping(document, "the document", where)
    entries = mapping(whole.get("nodes", {}), "'nodes'", where)
    nodes = [
        _node(str(name), mapping(node, f"node {name!r}", where), where) for name, node in entries.items()
    ]
    edges = mapping(whole.get("edges", {}), "'edges'", where)
    ends = [mapping(edge, f"edge {name!r}", where) for name, edge in edges.items()]
    links = tuple((text(edge.get("source")), text(edge.get("target"))) for edge in ends)
    data = whole.get("userdata")
    topic = text(data.get("topic")) if isinstance(data, dict) else ""
    named = [name for name in ("resources", "participants", "analysts") if whole.get(name)]
    left = [f"{' and '.join(named)} left out"] if named else []
    return ArgumentMap(tuple(nodes), links, text(whole.get("majorClaim")) or None, topic, tuple(left))


def _node(name: str, node: dict[str, Any], where: str) -> RawNode:
    data = node.get("userdata")
    own = data if isinstance(data, dict) else {}
    if "scheme" not in node:
        atom = mapping(node.get("atom", {}), f"the atom of node {name!r}", where)
        return RawNode(name, "I", text(atom.get("text")), timestamp=text(own.get("timestamp")))
    scheme = mapping(node["scheme"] or {}, f"the scheme of node {name!r}", where)
    family, value = next(((one, text(scheme[one])) for one in KINDS if one in scheme), ("support", ""))
    plain = scheme_node(name, text(own.get("kind")) or KINDS[family])
    label, words = text(own.get("scheme")), text(own.get("text"))
    if not (label or words):  # not written by us: the name of the scheme is all there is
        label = _label(family, value) or plain.scheme
    return RawNode(name, plain.type, words or label or plain.text, label, text(own.get("timestamp")))


def _label(family: str, value: str) -> str:
    """Returns the name of a scheme in words, empty for the default one."""
    name = value.removeprefix(f"{family.upper()}_")
    if name in ("", "DEFAULT", "UNSPECIFIED") or not _FORMS.fullmatch(name):
        return ""
    return name.replace("_", " ").capitalize()


def scheme_name(family: str, scheme: str, known: Iterable[str] = ()) -> str:
    """Returns the name that arguebuf has for a scheme, its default one where it has none.

    >>> scheme_name("support", "Expert Opinion", ["EXPERT_OPINION"]), scheme_name("attack", "Default Conflict")
    ('SUPPORT_EXPERT_OPINION', 'ATTACK_DEFAULT')
    """
    name = re.sub(r"\W+", "_", scheme.strip().upper())
    return f"{family.upper()}_{name if name in known else 'DEFAULT'}"

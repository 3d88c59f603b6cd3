"""From the content of a file to a graph; faults are repaired, each with a remark."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from debatable.corpus.maps.base import ArgumentMap, RawNode, listed, mapping, text
from debatable.graphs.model import ArgumentGraph, Edge, Kind, Locution, Node

__all__ = ["RawNode", "assemble", "from_map", "listed", "mapping", "text"]


DEFAULTS = {"default inference": Kind.RA, "default conflict": Kind.CA, "default rephrase": Kind.MA}
KINDS = {kind.value: kind for kind in Kind}


def from_map(read: ArgumentMap, id: str, where: str, language: str = "en") -> ArgumentGraph:
    """Builds the graph of a map in another format; what was left out are its first remarks."""
    return assemble(
        id,
        list(read.nodes),
        [Edge("", source, target) for source, target in read.links],
        where=where,
        major_claim=read.major_claim,
        language=language,
        topic=read.topic,
        remarks=[f"{where}: {omission}" for omission in read.omissions],
    )


def assemble(
    id: str,
    nodes: list[RawNode],
    edges: list[Edge],
    *,
    where: str,
    major_claim: str | None = None,
    language: str = "en",
    topic: str = "",
    locutions: list[Locution] | None = None,
    remarks: list[str] | None = None,
) -> ArgumentGraph:
    """Builds a graph from raw nodes and edges, repairing faults, each with a remark that has file and id.

    Of nodes with the same id, equal ones are merged, others get a new id and edges stay with the first. Dangling and
    circular edges and locutions of missing nodes are left out. Missing and unknown types are inferred.
    """
    remarks = [] if remarks is None else remarks
    nodes = _unique_nodes(nodes, where, remarks)
    ids = {node.id for node in nodes}
    edges = _sound_edges(edges, ids, where, remarks)
    neighbours = _Neighbours(nodes, edges)
    typed = tuple(_typed(node, neighbours, where, remarks) for node in nodes)
    kept = []
    for locution in locutions or ():
        if locution.node in ids:
            kept.append(locution)
        else:
            remarks.append(f"{where}: locution of node {locution.node!r}, which is missing, left out")
    if major_claim is not None and major_claim not in {node.id for node in typed if node.kind is Kind.I}:
        what = "no I-node" if major_claim in ids else "missing"
        remarks.append(f"{where}: major claim {major_claim!r} is {what}, ignored")
        major_claim = None
    return ArgumentGraph(id, typed, tuple(edges), major_claim, language, topic, tuple(kept), tuple(remarks))


def _unique_nodes(nodes: list[RawNode], where: str, remarks: list[str]) -> list[RawNode]:
    first: dict[str, RawNode] = {}
    taken = {node.id for node in nodes}
    serials: dict[str, Iterator[int]] = {}
    unique = []
    for node in nodes:
        if node.id not in first:
            first[node.id] = node
            unique.append(node)
        elif replace(node, timestamp="") == replace(first[node.id], timestamp=""):
            remarks.append(f"{where}: node {node.id!r} is there twice, read once")
        else:
            numbers = serials.setdefault(node.id, count(2))
            fresh = next(name for n in numbers if (name := f"{node.id}#{n}") not in taken)
            taken.add(fresh)
            remarks.append(f"{where}: two nodes have the id {node.id!r}, the later is now {fresh!r}")
            unique.append(replace(node, id=fresh))
    return unique


def _sound_edges(edges: list[Edge], node_ids: set[str], where: str, remarks: list[str]) -> list[Edge]:
    sound, edge_ids, free = [], set[str](), 1
    for number, edge in enumerate(edges, 1):
        missing = [end for end in (edge.source, edge.target) if end not in node_ids]
        if missing:
            fault = f"hangs on missing node {missing[0]!r}"
            remarks.append(f"{where}: edge {edge.id or number} {fault}, left out")
        elif edge.source == edge.target:
            remarks.append(f"{where}: edge {edge.id or number} of node {edge.source!r} to itself left out")
        else:
            name = edge.id
            if not name or name in edge_ids:
                free = next(n for n in count(max(free, number)) if f"e{n}" not in edge_ids)
                name = f"e{free}"
            edge_ids.add(name)
            sound.append(edge if name == edge.id else replace(edge, id=name))
    return sound


def _typed(node: RawNode, neighbours: _Neighbours, where: str, remarks: list[str]) -> Node:
    kind = KINDS.get(_type(node))
    if kind is None:
        kind = _inferred_kind(node, neighbours)
        wrong = f"unknown type {node.type[:20]!r}" if node.type.strip() else "no type"
        remarks.append(f"{where}: node {node.id!r} has {wrong}, read as {kind.value}")
    if kind is Kind.I and not node.text.strip():
        remarks.append(f"{where}: I-node {node.id!r} has no text")
    scheme = node.scheme.strip() if kind.is_scheme else ""
    if kind.is_scheme and not scheme and node.text.strip().upper() not in KINDS:
        scheme = node.text.strip()
    return Node(node.id, kind, node.text, scheme, node.timestamp)


def _inferred_kind(node: RawNode, neighbours: _Neighbours) -> Kind:
    """Infers the kind from the label, else from the neighbours: a node between I-nodes only is a scheme."""
    label = node.text.strip()
    if label.upper() in KINDS:
        return KINDS[label.upper()]
    if label.lower() in DEFAULTS:
        return DEFAULTS[label.lower()]
    between = neighbours.entering.get(node.id) == neighbours.leaving.get(node.id) == {"I"}
    return Kind.RA if between else Kind.I


class _Neighbours:
    """The types of the nodes at the other ends of the edges of each node, as the file has them."""

    def __init__(self, nodes: list[RawNode], edges: list[Edge]) -> None:
        types = {node.id: _type(node) for node in nodes}
        self.entering: dict[str, set[str]] = {}
        self.leaving: dict[str, set[str]] = {}
        for edge in edges:
            self.entering.setdefault(edge.target, set()).add(types[edge.source])
            self.leaving.setdefault(edge.source, set()).add(types[edge.target])


def _type(node: RawNode) -> str:
    return node.type.strip().upper()

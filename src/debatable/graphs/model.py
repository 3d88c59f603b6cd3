"""Argument graphs in the terms of the Argument Interchange Format: I-nodes, S-nodes, edges. No I/O."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from debatable.corpus.aif import Kind
from debatable.errors import InputError

__all__ = ["ArgumentGraph", "Edge", "Kind", "Locution", "Node", "sentence"]


@dataclass(frozen=True, slots=True)
class Node:
    """One node.

    Attributes:
        id: Unique in its graph.
        kind: I-node, locution or kind of scheme.
        text: Of an I-node; the label of an S-node.
        scheme: Name of the argumentation scheme of an S-node, if any.
        timestamp: As in the file.
    """

    id: str
    kind: Kind
    text: str = ""
    scheme: str = ""
    timestamp: str = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """A directed link between two nodes; several may run between the same two."""

    id: str
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Locution:
    """The speaker and the time of a node, as in AIF's ``locutions``."""

    node: str
    person: str = ""
    timestamp: str = ""
    start: str = ""
    end: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class ArgumentGraph:
    """A directed graph of I-nodes and S-nodes (Lenz et al. 2019, 3.1).

    Attributes:
        id: Of the graph; the name of its file without the ending.
        nodes: In the order of the file.
        edges: Each between two of the nodes.
        major_claim: Id of the I-node that the whole graph argues for, where the file has one.
        language: Of the texts.
        topic: Of the whole, where the file names one.
        locutions: Speakers of nodes.
        remarks: Faults of the file and how they were repaired; no part of equality.

    >>> graph = sentence("Ban cars")
    >>> graph.size, graph.topic_text
    (1, 'Ban cars')
    """

    id: str
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...] = ()
    major_claim: str | None = None
    language: str = "en"
    topic: str = ""
    locutions: tuple[Locution, ...] = ()
    remarks: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        """Checks ids and edges; readers repair files before."""
        counts = Counter(node.id for node in self.nodes)
        repeated = next((id for id, count in counts.items() if count > 1), None)
        if repeated is not None:
            raise InputError(f"two nodes have the id {repeated!r}", where=self.id, todo="give each its own")
        for edge in self.edges:
            for end in (edge.source, edge.target):
                if end not in counts:
                    what = f"the edge {edge.id!r} hangs on node {end!r}, which is not there"
                    raise InputError(what, where=self.id, todo="add the node or leave the edge out")

    @property
    def size(self) -> int:
        """Nodes and edges together, the denominator of eq. 3."""
        return len(self.nodes) + len(self.edges)

    @property
    def information(self) -> tuple[Node, ...]:
        """The I-nodes."""
        return tuple(node for node in self.nodes if node.kind is Kind.I)

    @property
    def schemes(self) -> tuple[Node, ...]:
        """The S-nodes."""
        return tuple(node for node in self.nodes if node.kind.is_scheme)

    @property
    def topic_text(self) -> str:
        """The text of all I-nodes in order: the topic t of the graph."""
        return " ".join(node.text for node in self.information)

    def node(self, id: str) -> Node:
        """Returns the node of an id."""
        for node in self.nodes:
            if node.id == id:
                return node
        raise InputError(f"there is no node {id!r}", where=self.id)

    def argument(self) -> ArgumentGraph:
        """Returns the graph without the dialogue: no locutions, no YA and TA, nor their edges."""
        if not self.locutions and all(node.kind.is_argument for node in self.nodes):
            return self
        nodes = tuple(node for node in self.nodes if node.kind.is_argument)
        kept = {node.id for node in nodes}
        edges = tuple(edge for edge in self.edges if edge.source in kept and edge.target in kept)
        return ArgumentGraph(
            self.id, nodes, edges, self.major_claim, self.language, self.topic, remarks=self.remarks
        )

    def conclusion(self) -> Node | None:
        """Returns the I-node that the graph argues for: the major claim, where the file names one.

        Else, of the I-nodes that no edge leaves, the first of those that most nodes lead to; else the first I-node.
        """
        if self.major_claim is not None:
            return self.node(self.major_claim)
        sources: dict[str, list[str]] = {}
        for edge in self.edges:
            sources.setdefault(edge.target, []).append(edge.source)
        leaving = {edge.source for edge in self.edges}
        ends = [node for node in self.information if node.id not in leaving] or list(self.information)
        return max(ends, key=lambda node: len(_leading_to(node.id, sources)), default=None)


def _leading_to(id: str, sources: Mapping[str, Sequence[str]]) -> set[str]:
    """Ids of the nodes from which a path leads to a node, itself among them."""
    seen, waiting = {id}, [id]
    while waiting:
        new = [source for source in sources.get(waiting.pop(), ()) if source not in seen]
        seen.update(new)
        waiting.extend(new)
    return seen


def sentence(text: str, id: str = "query", language: str = "en") -> ArgumentGraph:
    """Returns the smallest argument graph: one I-node (Lenz et al. 2019, 3.1).

    >>> sentence("Rents must be capped").information[0].text
    'Rents must be capped'
    """
    if not text.strip():
        raise InputError("the query is empty", todo="give a sentence or the file of a graph")
    return ArgumentGraph(id, (Node("1", Kind.I, text.strip()),), language=language)

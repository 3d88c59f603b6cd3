"""Adaptation: what the best case has at the places where a query graph was mapped, proposed for the query.

Retrieval finds a case; the next step of the cycle of case-based reasoning reuses it, which Lenz et al. (2019, 5) leave
to future work. Statements of the case that support or attack a mapped statement, and have no counterpart in the query,
are transferred with the scheme they argue by. Nothing is reworded, and everything is marked as proposed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from debatable.errors import InputError
from debatable.graphs.formats.aif import dump
from debatable.graphs.model import ArgumentGraph, Edge, Kind, Node
from debatable.graphs.retrieval import GraphHit
from debatable.model import text_key

VERBS = {Kind.RA: "supports", Kind.CA: "attacks", Kind.MA: "rephrases"}
PREFIX = "proposed"
"""Ids of nodes and edges that are proposed begin so."""


@dataclass(frozen=True, slots=True)
class Addition:
    """One thing that a case adds to a query.

    Attributes:
        node: Id of the node in the proposal.
        text: The statement that is transferred; empty for a scheme that an S-node of the query gets.
        kind: Of the S-node it argues by.
        scheme: Of that S-node, where the case names one.
        at: Id of the node of the query, or of an addition, that it speaks to.
        case_node: Id of what is transferred in the case.
        similarity: Of that place in the query and its counterpart in the case.
        reason: Why, in a sentence.
    """

    node: str
    text: str
    kind: Kind
    scheme: str
    at: str
    case_node: str
    similarity: float
    reason: str

    def as_dict(self) -> dict[str, Any]:
        """Returns plain JSON types."""
        names = ("node", "text", "scheme", "at", "case_node", "similarity", "reason")
        return {"kind": self.kind.value, **{name: getattr(self, name) for name in names}}


@dataclass(frozen=True, slots=True)
class Proposal:
    """A query graph with what a case adds to it."""

    graph: ArgumentGraph
    case: str
    additions: tuple[Addition, ...]

    def as_aif(self) -> dict[str, Any]:
        """Returns an AIF document; nodes that are proposed have ``proposed`` with case, node and reason."""
        document = dump(self.graph)
        marks: dict[str, dict[str, Any]] = {}
        for one in self.additions:
            marks[one.node] = {"case": self.case, "node": one.case_node, "reason": one.reason}
        for node in document["nodes"]:
            if node["nodeID"] in marks:
                node["proposed"] = marks[node["nodeID"]]
            elif str(node["nodeID"]).startswith(f"{PREFIX}-"):
                node["proposed"] = {"case": self.case}
        return document


@dataclass(frozen=True, slots=True)
class Adaptation:
    """Transfers statements and schemes of a case to the places of a query that were mapped to it.

    Undercuts, which speak to an S-node, are not transferred.

    Attributes:
        least: Similarity from which a statement of the case is the counterpart of one of the query.
        layers: How many layers of statements are transferred: 1 for those that speak to a mapped one.
        most: How many statements at most.
    """

    least: float = 0.5
    layers: int = 1
    most: int = 5

    def __post_init__(self) -> None:
        """Checks the numbers."""
        if not 0 <= self.least <= 1:
            raise InputError(f"least is {self.least}", todo="give a similarity from 0 to 1")
        for name in ("layers", "most"):
            if getattr(self, name) < 1:
                raise InputError(f"{name} is {getattr(self, name)}", todo="give 1 or more")

    def __call__(self, query: ArgumentGraph, hit: GraphHit) -> Proposal:
        """Returns a query with what a case that was found for it adds."""
        draft = _Draft(query.argument(), hit, self.least)
        draft.fill_schemes()
        for _ in range(self.layers):
            places = sorted(draft.places.items(), key=lambda place: (-place[1][1], draft.order[place[0]]))
            for case_node, (at, similarity) in places:
                for scheme, premise in draft.unmatched(case_node):
                    if draft.statements < self.most:
                        draft.add(premise, scheme, case_node, at, similarity)
        return Proposal(draft.graph(), hit.case.id, tuple(draft.additions))


class _Draft:
    """A query graph that grows."""

    def __init__(self, query: ArgumentGraph, hit: GraphHit, least: float) -> None:
        self.query, self.case = query, hit.case
        self.nodes, self.edges = {node.id: node for node in query.nodes}, list(query.edges)
        self.of_case = {node.id: node for node in self.case.nodes}
        self.order = {id: place for place, id in enumerate(self.of_case)}
        self.entering: dict[str, list[str]] = {}
        for edge in self.case.edges:
            self.entering.setdefault(edge.target, []).append(edge.source)
        mapped = {pair.case: (pair.query, pair.similarity) for pair in hit.mapping.nodes}
        self.schemes = {id: place for id, place in mapped.items() if self.of_case[id].kind.is_scheme}
        self.places = {
            id: place for id, place in mapped.items() if id not in self.schemes and place[1] >= least
        }
        self.texts = {text_key(node.text) for node in query.information}
        self.additions: list[Addition] = []

    @property
    def statements(self) -> int:
        return sum(1 for one in self.additions if one.text)

    def fill_schemes(self) -> None:
        """Gives S-nodes of the query that name no scheme the one of their counterpart."""
        for case_node, (at, similarity) in self.schemes.items():
            theirs, ours = self.of_case[case_node], self.nodes[at]
            if ours.kind is theirs.kind and theirs.scheme and not ours.scheme:
                self.nodes[at] = replace(ours, scheme=theirs.scheme)
                reason = f"its counterpart in {self.case.id} argues by {theirs.scheme!r}"
                self.additions.append(
                    Addition(at, "", ours.kind, theirs.scheme, at, case_node, similarity, reason)
                )

    def unmatched(self, claim: str) -> Iterator[tuple[Node, Node]]:
        """Yields the statements that speak to one of the case and have no counterpart, with their S-nodes."""
        for id in self.entering.get(claim, ()):
            scheme = self.of_case[id]
            for source in self.entering.get(id, ()) if scheme.kind in VERBS else ():
                premise = self.of_case[source]
                known = source in self.places or text_key(premise.text) in self.texts
                if premise.kind is Kind.I and not known and premise.text.strip():
                    yield scheme, premise

    def add(self, premise: Node, scheme: Node, claim: str, at: str, similarity: float) -> None:
        """Transfers a statement of the case to a place of the query."""
        link = self._link(scheme, at)
        new = self._named(premise.id)
        self.nodes[new] = replace(premise, id=new)
        self.edges.append(Edge(self._named(f"edge-{len(self.edges)}"), new, link))
        self.texts.add(text_key(premise.text))
        self.places[premise.id] = new, similarity
        reason = (
            f"in {self.case.id} it {VERBS[scheme.kind]} {self.of_case[claim].text!r}, the counterpart of"
            f" {self.nodes[at].text!r} ({similarity:.2f})"
        )
        self.additions.append(
            Addition(new, premise.text, scheme.kind, scheme.scheme, at, premise.id, similarity, reason)
        )

    def _link(self, scheme: Node, at: str) -> str:
        """Returns the S-node that leads to a place: the mapped one of the query, or a new one."""
        mapped = self.schemes.get(scheme.id)
        if mapped is not None and any(edge.source == mapped[0] and edge.target == at for edge in self.edges):
            return mapped[0]
        new = self._named(scheme.id)
        self.nodes[new] = replace(scheme, id=new)
        self.edges.append(Edge(self._named(f"edge-{len(self.edges)}"), new, at))
        self.schemes[scheme.id] = new, 1.0
        return new

    def _named(self, id: str) -> str:
        name = f"{PREFIX}-{self.case.id}-{id}"
        while name in self.nodes:
            name += "+"
        return name

    def graph(self) -> ArgumentGraph:
        """Returns the whole."""
        return replace(self.query, nodes=tuple(self.nodes.values()), edges=tuple(self.edges))

"""Argument graphs in the Argument Interchange Format (AIF), as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from debatable.corpus.aif import SIGNS, Kind, edge_end, extended, node_id, reached
from debatable.corpus.readers.records import MAX_ID, line, located, parse, text
from debatable.corpus.readers.source import MAX_LINE, Source
from debatable.errors import RecordError
from debatable.model import Argument, Claim, Premise, Stance, claim_id

_MEND: Final = "correct the graph, or leave it out with --on-error skip"

MAX_LINKS: Final = 100_000
"""Links of one graph: a scheme between a thousand premises and a thousand claims makes a million of them."""
MAX_STEPS: Final = 1_000_000
"""Steps from node to node until all links of one graph are found."""


@dataclass(frozen=True, slots=True)
class Aif:
    """Reads one graph a file: I-nodes joined through RA become pro links, through CA con links.

    Signs of schemes that follow each other multiply: what attacks an inference (I, CA, RA, I) is against its claim.
    Other nodes (L, YA, TA, MA, PA) are ignored. An I-node without a link becomes a premise without a claim.
    """

    language: str = "en"

    def __call__(self, source: Source) -> Iterator[Argument | RecordError]:
        """Yields a link, or what is wrong, in the order of the file."""
        raw = source.stream.read(MAX_LINE + 1)
        try:
            if len(raw) > MAX_LINE:
                raise RecordError(f"the graph is larger than {MAX_LINE:,} bytes", todo="split it")
            nodes, edges = _parts(parse(raw))
            graph = LinkedTexts()
            for problem in taken_parts(graph, nodes, edges):
                yield located(problem, str(source.path))
            yield from link_arguments(graph, source, self.language, origin="aif", discussion=source.name)
        except RecordError as error:
            raise located(error, str(source.path)) from None


FORMATS = {"aif": Aif()}


def link_arguments(
    graph: LinkedTexts, source: Source, language: str, *, origin: str, discussion: str
) -> Iterator[Argument | RecordError]:
    """Yields an argument a link of a graph, and a premise without a claim for each text without one.

    Raises:
        RecordError: There are too many links.
    """
    try:
        ends = _ends(graph)
    except RecordError as error:
        raise located(error, str(source.path)) from None
    claims = {
        end: Claim(claim_id(graph.texts[end], language), graph.texts[end], language)
        for end in {end for reached_ends in ends.values() for end, _ in reached_ends}
    }
    topic, where = line(discussion, "discussion"), str(source.path)
    for node, content in graph.texts.items():
        name = f"{source.name}:{node}"
        if len(name) > MAX_ID:
            yield RecordError(f"the id {name[:40]!r}… is longer than {MAX_ID}", where=where, todo=_MEND)
            continue
        premise = Premise(name, content, language)
        if not ends[node] and node not in claims:
            yield Argument(name, premise, source=origin, discussion=topic, where=where)
        for place, (end, stance) in enumerate(ends[node], start=1):
            link = name if place == 1 else f"{name}#{place}"
            yield Argument(link, premise, claims[end], stance, source=origin, discussion=topic, where=where)


@dataclass(slots=True)
class LinkedTexts:
    """What matters of a graph: texts of I-nodes, stances of schemes, edges out of both."""

    texts: dict[str, str] = field(default_factory=dict)
    schemes: dict[str, Stance] = field(default_factory=dict)
    edges: dict[str, list[str]] = field(default_factory=dict)


def _parts(document: Any) -> tuple[list[Any], list[Any]]:
    """Returns the nodes and the edges of a parsed document."""
    document = extended(document)
    nodes, edges = (
        (document.get("nodes"), document.get("edges")) if isinstance(document, dict) else (None, None)
    )
    if not isinstance(nodes, list) or not isinstance(edges, list):
        raise RecordError("the file is no AIF graph", todo='it needs a list of "nodes" and a list of "edges"')
    return nodes, edges


def taken_parts(graph: LinkedTexts, nodes: list[Any], edges: list[Any]) -> Iterator[RecordError]:
    """Fills a graph; yields the errors of single nodes and edges as they come: there may be a million."""
    kinds: dict[str, str] = {}
    for what, take, parts in (("node", _take_node, nodes), ("edge", _take_edge, edges)):
        for number, part in enumerate(parts, start=1):
            try:
                take(graph, kinds, part)
            except RecordError as error:
                yield RecordError(f"{what} {_shown(part, number)}: {error.what}", todo=_MEND)


def _ends(graph: LinkedTexts) -> dict[str, list[tuple[str, Stance]]]:
    """Returns the I-nodes that each I-node is linked to; raises a RecordError where there are too many."""
    steps = links = 0

    def step() -> None:
        nonlocal steps
        steps += 1
        if steps > MAX_STEPS:
            raise RecordError(
                f"its schemes are joined in more than {MAX_STEPS:,} ways", todo="split the graph"
            )

    ends: dict[str, list[tuple[str, Stance]]] = {}
    for node in graph.texts:
        ends[node] = list(reached(node, graph.edges, graph.schemes, on_step=step))
        links += len(ends[node])
        if links > MAX_LINKS:
            raise RecordError(f"its schemes make more than {MAX_LINKS:,} links", todo="split the graph")
    return ends


def _take_node(graph: LinkedTexts, kinds: dict[str, str], node: Any) -> None:
    if not isinstance(node, dict):
        raise RecordError("it is no object")
    name = _name(node_id(node), "nodeID")
    if name in kinds:
        raise RecordError("another node has the same id")
    kinds[name] = line(node.get("type"), "type")
    if kinds[name] == Kind.I:
        graph.texts[name] = text(node.get("text"), "text")
    elif kinds[name] in SIGNS:
        graph.schemes[name] = SIGNS[Kind(kinds[name])]


def _take_edge(graph: LinkedTexts, kinds: dict[str, str], edge: Any) -> None:
    if not isinstance(edge, dict):
        raise RecordError("it is no object")
    start, end = (_name(edge_end(edge, side), f"{side}ID") for side in ("from", "to"))
    for name in (start, end):
        if name not in kinds:
            raise RecordError(f"there is no node {name[:40]!r}")
    if kinds[start] == kinds[end] == Kind.I:
        raise RecordError("it joins two I-nodes without a scheme between them")
    if all(name in graph.texts or name in graph.schemes for name in (start, end)):
        graph.edges.setdefault(start, []).append(end)


def _name(value: object, key: str) -> str:
    name = line(value, "id", MAX_ID)
    if not name:
        raise RecordError(f"it has no {key}")
    return name


def _shown(thing: Any, number: int) -> str:
    """Returns the id of a node or an edge for an error, or its place in the list."""
    ids = [thing.get(key) for key in ("nodeID", "edgeID", "id")] if isinstance(thing, dict) else []
    return next((repr(str(name)[:40]) for name in ids if isinstance(name, str | int)), f"number {number}")

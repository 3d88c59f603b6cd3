"""The same graphs as claims and premises for text search, deeper layers kept."""

from __future__ import annotations

from collections.abc import Iterator

from debatable.corpus.aif import SIGNS, reached
from debatable.graphs.model import ArgumentGraph, Kind, Node
from debatable.model import Argument, Claim, Premise, Stance, claim_id

STANCES = {**SIGNS, Kind.MA: Stance.PRO}
"""The stance that each kind of scheme expresses; other kinds express none."""


def arguments(graph: ArgumentGraph) -> Iterator[Argument]:
    """Yields one argument for each path of S-nodes from an I-node to another.

    A premise may be the claim of further premises. An attack on an inference or a conflict counts towards the target of
    that one, with the sign inverted: to undercut a support is con, to undercut an attack is pro. I-nodes without links
    are premises without a claim.

    >>> from debatable.graphs import Edge
    >>> nodes = Node("p", Kind.I, "Loud"), Node("s", Kind.RA), Node("c", Kind.I, "Ban cars")
    >>> graph = ArgumentGraph("g", nodes, (Edge("1", "p", "s"), Edge("2", "s", "c")))
    >>> [(link.premise.text, link.stance.value, link.claim.text) for link in arguments(graph)]
    [('Loud', 'pro', 'Ban cars')]
    """
    graph = graph.argument()
    nodes = {node.id: node for node in graph.nodes}
    signs = {node.id: STANCES.get(node.kind, Stance.NONE) for node in graph.schemes}
    targets: dict[str, list[str]] = {}
    for edge in graph.edges:
        targets.setdefault(edge.source, []).append(edge.target)
    conclusion = graph.conclusion()
    discussion = graph.topic or (conclusion.text if conclusion is not None else "")
    linked: set[str] = set()
    for node in graph.information:
        for claim, stance in _targets(node, nodes, targets, signs):
            linked |= {node.id, claim.id}
            target = Claim(claim_id(claim.text, graph.language), claim.text, graph.language)
            yield _link(graph, node, target, stance, discussion, f"{graph.id}:{node.id}:{claim.id}")
    for node in graph.information:
        if node.id not in linked and node.text.strip():
            yield _link(graph, node, None, Stance.NONE, discussion, f"{graph.id}:{node.id}")


def _link(
    graph: ArgumentGraph, node: Node, claim: Claim | None, stance: Stance, discussion: str, id: str
) -> Argument:
    premise = Premise(f"{graph.id}:{node.id}", node.text, graph.language)
    return Argument(id, premise, claim, stance, source=graph.id, discussion=discussion)


def _targets(
    node: Node, nodes: dict[str, Node], targets: dict[str, list[str]], signs: dict[str, Stance]
) -> list[tuple[Node, Stance]]:
    """Returns the I-nodes that a node reaches through S-nodes, each once, with its stance by the shortest path."""
    stances: dict[str, Stance] = {}
    for id, stance in reached(node.id, targets, signs, nearest_first=True):
        if nodes[id].text.strip() and node.text.strip():
            stances.setdefault(id, stance)
    return [(nodes[id], stance) for id, stance in stances.items()]

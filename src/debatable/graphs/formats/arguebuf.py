"""Writing arguebuf's JSON."""

from __future__ import annotations

from typing import Any, Final

from debatable.corpus.maps.arguebuf import KINDS, scheme_name
from debatable.graphs.formats.losses import dialogue_losses, not_kept
from debatable.graphs.model import ArgumentGraph, Kind, Node

FAMILIES: Final = {Kind(kind): family for family, kind in KINDS.items()}
SCHEMES: Final = frozenset(
    (
        *("POSITION_TO_KNOW", "EXPERT_OPINION", "WITNESS_TESTIMONY", "POPULAR_OPINION", "POPULAR_PRACTICE"),
        *("EXAMPLE", "ANALOGY", "COMPOSITION", "DIVISION", "OPPOSITIONS", "ALTERNATIVES"),
        *("VERBAL_CLASSIFICATION", "VALUES", "POSITIVE_VALUES", "NEGATIVE_VALUES", "SACRIFICE"),
        *("PRACTICAL_REASONING", "WASTE", "SUNK_COSTS", "IGNORANCE", "CAUSE_TO_EFFECT"),
        *("CORRELATION_TO_CAUSE", "SIGN", "ABDUCTIVE", "EVIDENCE_TO_HYPOTHESIS", "CONSEQUENCES"),
        *("POSITIVE_CONSEQUENCES", "NEGATIVE_CONSEQUENCES", "THREAT", "FEAR_APPEAL", "DANGER_APPEAL"),
        *("NEED_FOR_HELP", "DISTRESS", "COMMITMENT", "ETHOTIC", "GENERIC_AD_HOMINEM", "BIAS", "GRADUALISM"),
        *("SLIPPERY_SLOPE", "RULES", "PRECEDENT", "PERCEPTION", "MEMORY"),
    )
)
"""Schemes that the format has a name for; others are kept in the user data."""
EPOCH: Final = "1970-01-01T00:00:00Z"
"""Graphs have no dates of their own, and the format asks for some."""


def dump(graph: ArgumentGraph) -> dict[str, Any]:
    """Returns a graph as a document of arguebuf; what its nodes have no place for stands in their user data.

    Locutions and nodes of the dialogue are left out: `losses` counts them.
    """
    kept = graph.argument()
    document: dict[str, Any] = {
        "schemaVersion": 1,
        "nodes": {node.id: _node(node) for node in kept.nodes},
        "edges": {
            edge.id: {"source": edge.source, "target": edge.target, "metadata": _metadata()}
            for edge in kept.edges
        },
        "metadata": _metadata(),
    }
    if graph.major_claim is not None:
        document["majorClaim"] = graph.major_claim
    if graph.topic:
        document["userdata"] = {"topic": graph.topic}
    return document


def _metadata() -> dict[str, str]:
    return {"created": EPOCH, "updated": EPOCH}


def _node(node: Node) -> dict[str, Any]:
    data = {"timestamp": node.timestamp} if node.timestamp else {}
    if node.kind is Kind.I:
        content: dict[str, Any] = {"atom": {"text": node.text}}
    else:
        family = FAMILIES[node.kind]
        content = {"scheme": {family: scheme_name(family, node.scheme, SCHEMES)}}
        data |= {key: value for key, value in (("scheme", node.scheme), ("text", node.text)) if value}
    return {**content, "metadata": _metadata(), **({"userdata": data} if data else {})}


def losses(graph: ArgumentGraph) -> list[str]:
    """Returns what arguebuf has no place for, a sentence each."""
    return not_kept({**dialogue_losses(graph), "language": int(graph.language != "en")})

"""What a format has no place for: counted before a graph is written in it."""

from __future__ import annotations

from collections.abc import Mapping

from debatable.graphs.model import ArgumentGraph


def not_kept(counts: Mapping[str, int]) -> list[str]:
    """Returns a sentence for each thing that is lost at least once.

    >>> not_kept({"speakers": 2, "times": 0})
    ['not kept: speakers (2)']
    """
    return [f"not kept: {name} ({count:,})" for name, count in counts.items() if count]


def dialogue_losses(graph: ArgumentGraph) -> dict[str, int]:
    """Returns how much of a graph belongs to the dialogue that the argument was made in."""
    return {
        "locutions and other nodes of a dialogue": sum(
            1 for node in graph.nodes if not node.kind.is_argument
        ),
        "speakers": len(graph.locutions),
    }

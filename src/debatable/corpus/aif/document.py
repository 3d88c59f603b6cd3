"""Where things stand in a document: AIF, the extended AIF around it, and the dialects of OVA."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["edge_end", "extended", "node_id"]


def extended(document: Any) -> Any:
    """Returns the graph inside an extended AIF document, other documents as they are.

    >>> extended({"AIF": {"nodes": []}, "text": "…"}), extended([1])
    ({'nodes': []}, [1])
    """
    return document.get("AIF", document) if isinstance(document, dict) else document


def node_id(node: Mapping[str, Any]) -> Any:
    """Returns the id of a node: ``nodeID`` in AIF, ``id`` in the files of OVA; None where it has none."""
    return next((node[key] for key in ("nodeID", "id") if node.get(key) is not None), None)


def edge_end(edge: Mapping[str, Any], side: str) -> Any:
    """Returns the id of the node at one end of an edge, None where there is none.

    It is ``fromID`` in AIF; in the files of OVA the whole node or its id under ``from``.

    >>> edge_end({"fromID": 3}, "from"), edge_end({"from": {"id": 3}}, "from"), edge_end({"to": 3}, "to")
    (3, 3, 3)
    """
    end = edge.get(side)
    if isinstance(end, dict):
        return end.get("id", end.get("nodeID"))
    return edge.get(f"{side}ID") if end is None else end

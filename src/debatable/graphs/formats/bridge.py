"""SADFace, BRAT and Kialo through ``arguebuf``, where the extra ``graphs`` is installed."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from debatable.errors import InputError, MissingExtraError
from debatable.graphs.formats.repair import RawNode, assemble
from debatable.graphs.model import ArgumentGraph, Edge

__all__ = ["FORMATS", "read"]

FORMATS = ("sadface", "brat", "kialo")
KINDS = {"Support": "RA", "Attack": "CA", "Rephrase": "MA", "Preference": "PA"}


def read(content: bytes, path: Path, format: str) -> ArgumentGraph:
    """Reads a file with arguebuf's loader of the named format; nodes are numbered in its order."""
    try:
        import arguebuf
    except ImportError as error:
        raise MissingExtraError("graphs", f"{format} files") from error
    source: Any = io.StringIO(content.decode("utf-8", "replace"))
    if format == "sadface":
        import orjson

        source = orjson.loads(content)
    try:
        graph = getattr(arguebuf.load, format)(source, path.stem)
    except Exception as error:  # arguebuf has no error of its own: whatever it raises, the file is at fault
        raise InputError(f"cannot be read as {format} ({error!r})", where=str(path)) from error
    names = {id: str(number) for number, id in enumerate(graph.nodes, 1)}
    nodes = [_node(node, names[id]) for id, node in graph.nodes.items()]
    edges = [Edge("", names[edge.source.id], names[edge.target.id]) for edge in graph.edges.values()]
    major = names[graph.major_claim.id] if graph.major_claim is not None else None
    return assemble(path.stem, nodes, edges, where=str(path), major_claim=major)


def _node(node: Any, name: str) -> RawNode:
    if hasattr(node, "plain_text"):
        # arguebuf joins the major claims of a BRAT file with full stops, starting from an empty text.
        return RawNode(name, "I", str(node.plain_text).removeprefix(". "))
    kind = KINDS.get(type(node.scheme).__name__, "RA")
    scheme = getattr(node.scheme, "value", "Default")
    if scheme == "Default":
        scheme = {"RA": "Default Inference", "CA": "Default Conflict"}.get(kind, "")
    return RawNode(name, kind, scheme or kind, scheme)

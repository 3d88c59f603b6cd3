"""Graphviz DOT: I-nodes as boxes, S-nodes as rhombs, supports green, conflicts red."""

from __future__ import annotations

import textwrap

from debatable.graphs.model import ArgumentGraph, Kind, Node

__all__ = ["dump"]

COLOURS = {Kind.RA: "#2a9d5c", Kind.CA: "#d1495b", Kind.I: "#3d6cb9"}


def dump(graph: ArgumentGraph) -> str:
    r"""Returns a graph in Graphviz's language; edges point from premises to what they speak to.

    >>> from debatable.graphs import sentence
    >>> print(dump(sentence('Say "yes"', id="g")))
    digraph "g" {
      rankdir=BT; node [fontname="Helvetica", fontsize=11, style="filled,rounded", fillcolor=white];
      "1" [label="Say \"yes\"", shape=box, color="#3d6cb9"];
    }
    """
    lines = [f"digraph {_quoted(graph.id)} {{"]
    font = 'fontname="Helvetica", fontsize=11'
    lines.append(f'  rankdir=BT; node [{font}, style="filled,rounded", fillcolor=white];')
    lines += [f"  {_quoted(node.id)} [{_attributes(node)}];" for node in graph.nodes]
    lines += [f"  {_quoted(edge.source)} -> {_quoted(edge.target)};" for edge in graph.edges]
    return "\n".join([*lines, "}"])


def _attributes(node: Node) -> str:
    label = node.scheme or node.text or node.kind.value
    if node.kind.is_scheme:
        shape = f'shape=diamond, style=filled, color="{COLOURS.get(node.kind, "#6b7280")}"'
    else:
        shape = f'shape=box, color="{COLOURS.get(node.kind, "#6b7280")}"'
    return f"label={_quoted(textwrap.fill(label, 36))}, {shape}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'

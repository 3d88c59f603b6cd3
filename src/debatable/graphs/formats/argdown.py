"""Writing Argdown: statements by their ids, inferences as premises and conclusion, conflicts as attacks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from debatable.corpus.maps.argdown_text import escaped
from debatable.corpus.maps.base import CONFLICT
from debatable.graphs.formats.losses import dialogue_losses, not_kept
from debatable.graphs.model import ArgumentGraph, Kind, Node


def dump(graph: ArgumentGraph) -> str:
    r"""Returns a graph as Argdown, which reads back with the same statements, sides and links.

    >>> from debatable.graphs import Edge
    >>> nodes = Node("1", Kind.I, "Loud"), Node("2", Kind.CA), Node("3", Kind.I, "Ban cars")
    >>> print(dump(ArgumentGraph("g", nodes, (Edge("a", "1", "2"), Edge("b", "2", "3")))))
    [1]: Loud {id: "1"}
      -> [3]
    <BLANKLINE>
    [3]: Ban cars {id: "3"}
    """
    writing = _Writing(graph)
    blocks = [writing.statement(node) for node in graph.information]
    blocks += [block for node in graph.nodes if node.kind is Kind.RA for block in writing.inferences(node)]
    return "\n\n".join(blocks)


class _Writing:
    """A graph with the ends of its edges at hand."""

    def __init__(self, graph: ArgumentGraph) -> None:
        self.graph = graph
        self.nodes = {node.id: node for node in graph.nodes}
        self.sources: dict[str, list[str]] = {}
        self.targets: dict[str, list[str]] = {}
        for edge in graph.edges:
            self.sources.setdefault(edge.target, []).append(edge.source)
            self.targets.setdefault(edge.source, []).append(edge.target)
        self.titles = _titles(graph)

    def kind(self, id: str) -> Kind:
        return self.nodes[id].kind

    def statement(self, node: Node) -> str:
        """Returns a statement with the attacks that start at it."""
        words = escaped(node.text)
        lines = [f"[{self.titles[node.id]}]: {words} {_data(node.id)}".replace("  {", " {")]
        for scheme in self.targets.get(node.id, ()):
            if self.kind(scheme) is Kind.CA:
                lines += [f"  {mark}" for mark in self.attacks(scheme)]
        return "\n".join(lines)

    def attacks(self, conflict: str) -> Iterator[str]:
        for target in self.targets.get(conflict, ()):
            if self.kind(target) is Kind.I:
                yield f"-> [{self.titles[target]}]"
            elif self.kind(target) is Kind.RA and self.conclusions(target):
                yield f"_> <{self.titles[target]}>"

    def conclusions(self, inference: str) -> list[str]:
        return [target for target in self.targets.get(inference, ()) if self.kind(target) is Kind.I]

    def premises(self, inference: str) -> list[str]:
        return [source for source in self.sources.get(inference, ()) if self.kind(source) is Kind.I]

    def inferences(self, node: Node) -> Iterator[str]:
        """Yields an argument for each conclusion of an inference."""
        premises = self.premises(node.id)
        for place, conclusion in enumerate(self.conclusions(node.id) if premises else (), 1):
            title = self.titles[node.id] if place == 1 else f"{self.titles[node.id]}#{place}"
            own = _data(node.id if place == 1 else title)
            steps = [f"({number}) [{self.titles[name]}]" for number, name in enumerate(premises, 1)]
            rule = escaped(node.scheme or "Default Inference").replace(",", ";")
            last = f"({len(premises) + 1}) [{self.titles[conclusion]}]"
            yield "\n".join([f"<{title}> {own}", "", *steps, "--", rule, "--", last])


def _titles(graph: ArgumentGraph) -> dict[str, str]:
    """Returns a title for each node: its id, as far as a title can hold it."""
    titles: dict[str, str] = {}
    taken: set[str] = set()
    numbers: dict[str, Iterator[int]] = {}
    for node in graph.nodes:
        plain = " ".join("".join(mark for mark in node.id if mark not in "[]<>\\{}#").split())[:200] or "node"
        title = plain
        while title in taken:
            title = f"{plain}~{next(numbers.setdefault(plain, count(2)))}"
        taken.add(title)
        titles[node.id] = title
    return titles


def _data(id: str) -> str:
    quoted = id.replace("\\", "").replace('"', '\\"')
    return f'{{id: "{quoted}"}}'


def losses(graph: ArgumentGraph) -> list[str]:
    """Returns what Argdown has no place for, a sentence each."""
    writing = _Writing(graph)
    conflicts = [node for node in graph.nodes if node.kind is Kind.CA]
    kinds = [(writing.kind(edge.source), writing.kind(edge.target)) for edge in graph.edges]
    joints = [pair for pair in kinds if all(kind.is_scheme for kind in pair) and pair != (Kind.CA, Kind.RA)]
    return not_kept(
        {
            **dialogue_losses(graph),
            "ids of conflicts": len(conflicts),
            "names of conflicts": sum(node.scheme not in ("", CONFLICT) for node in conflicts),
            "rephrases and preferences": sum(node.kind in (Kind.MA, Kind.PA) for node in graph.nodes),
            "inferences without a premise or a conclusion": sum(
                node.kind is Kind.RA and not (writing.premises(node.id) and writing.conclusions(node.id))
                for node in graph.nodes
            ),
            "links between schemes": len(joints),
            "line breaks and repeated spaces of texts": sum(
                " ".join(node.text.split()) != node.text for node in graph.information
            ),
            "statements without a text": sum(not node.text.strip() for node in graph.information),
            "times": sum(bool(node.timestamp) for node in graph.nodes),
            "major claim": int(graph.major_claim is not None),
            "topic": int(bool(graph.topic)),
            "language": int(graph.language != "en"),
        }
    )

"""Argdown's JSON export: statements, arguments with their premise-conclusion structure, relations.

A statement is an I-node, each inference step an RA-node. An argument without structure is an I-node
with its description. What supports or attacks a reconstructed argument as a whole points at its
inference, as Argdown leaves open which premise is meant. Text outside every argument is left out.
"""

from __future__ import annotations

from itertools import count
from typing import Any

from debatable.corpus.maps.base import CONFLICT, INFERENCE, ArgumentMap, RawNode, listed, mapping, text

RELATIONS = {
    "support": ("RA", INFERENCE),
    "entails": ("RA", INFERENCE),
    "attack": ("CA", CONFLICT),
    "undercut": ("CA", CONFLICT),
    "contrary": ("CA", CONFLICT),
    "contradictory": ("CA", CONFLICT),
}
SYMMETRIC = ("contrary", "contradictory")


def is_argdown(document: Any) -> bool:
    """Whether a JSON document looks like an Argdown export."""
    return isinstance(document, dict) and "statements" in document and "arguments" in document


def read(document: Any, where: str) -> ArgumentMap:
    """Reads an Argdown JSON export."""
    return _Reading(mapping(document, "the document", where), where).read()


class _Reading:
    """One pass over an export: the nodes and edges found so far."""

    def __init__(self, document: dict[str, Any], where: str) -> None:
        self.where = where
        self.relations = listed(document, "relations", where)
        self.statements = self._titled(document, "statements")
        self.arguments = self._titled(document, "arguments")
        self.used: dict[str, str] = {}
        self.schemes: list[RawNode] = []
        self.described: list[RawNode] = []
        self.links: list[tuple[str, str]] = []
        self.omissions: list[str] = []
        self.starts: dict[str, str] = {}
        self.targets: dict[str, str] = {}
        entries = (*self.statements.values(), *self.arguments.values())
        taken = {_own_id(entry) for entry in entries}
        self.serials = (name for number in count(1) if (name := f"s{number}") not in taken)

    def _titled(self, document: dict[str, Any], key: str) -> dict[str, dict[str, Any]]:
        entries = mapping(document.get(key), repr(key), self.where)
        return {title: mapping(entry, f"{key} {title!r}", self.where) for title, entry in entries.items()}

    def read(self) -> ArgumentMap:
        for title, argument in self.arguments.items():
            self._argument(title, argument)
        for relation in self.relations:
            self._relation(relation)
        for title, statement in self.statements.items():
            if _own_id(statement):  # it was a node of a graph, and is one again
                self._use(title)
        left = len(self.statements) - len(self.used)
        if left:
            self.omissions.append(f"{left} statements outside every argument left out")
        statements = [RawNode(name, "I", self._statement(title)) for title, name in self.used.items()]
        nodes = (*statements, *self.described, *self.schemes)
        return ArgumentMap(nodes, tuple(self.links), omissions=tuple(self.omissions))

    def _argument(self, title: str, argument: dict[str, Any]) -> None:
        steps = listed(argument, "pcs", self.where)
        if not steps:
            name = _own_id(argument) or f"<{title}>"
            self.described.append(RawNode(name, "I", _text_of(argument, self.where) or title))
            self.starts[title] = self.targets[title] = name
            return
        premises: list[str] = []
        for step in steps:
            name = self._use(text(step.get("title")))
            inference = step.get("inference")
            if isinstance(inference, dict):
                rules = inference.get("inferenceRules")
                rule = INFERENCE
                if isinstance(rules, list) and rules:
                    rule = ", ".join(map(text, rules))
                scheme = self._scheme(
                    "RA", rule, premises, name, _own_id(argument) if step is steps[-1] else ""
                )
                self.starts[title], self.targets[title] = name, scheme
                premises = [name]
            else:
                premises.append(name)
        if title not in self.starts:
            self.starts[title] = self.targets[title] = premises[-1]
            self.omissions.append(f"argument {title!r} has no inference, only its statements kept")

    def _relation(self, relation: dict[str, Any]) -> None:
        name = text(relation.get("relationType"))
        source = self._end(relation, "from", self.starts)
        target = self._end(relation, "to", self.targets)
        if name not in RELATIONS or source is None or target is None:
            ends = f"{text(relation.get('from'))!r} to {text(relation.get('to'))!r}"
            self.omissions.append(f"relation {name!r} from {ends} left out")
            return
        kind, scheme = RELATIONS[name]
        self._scheme(kind, scheme, [source], target)
        if name in SYMMETRIC:
            self._scheme(kind, scheme, [target], source)

    def _end(self, relation: dict[str, Any], side: str, of_arguments: dict[str, str]) -> str | None:
        title, kind = text(relation.get(side)), text(relation.get(f"{side}Type"))
        if kind == "argument":
            return of_arguments.get(title)
        return self._use(title) if title in self.statements else None

    def _use(self, title: str) -> str:
        return self.used.setdefault(title, _own_id(self.statements.get(title, {})) or f"[{title}]")

    def _statement(self, title: str) -> str:
        statement = self.statements.get(title)
        return (_text_of(statement, self.where) if statement else "") or title

    def _scheme(self, kind: str, scheme: str, sources: list[str], target: str, name: str = "") -> str:
        name = name or next(self.serials)
        self.schemes.append(RawNode(name, kind, scheme, scheme))
        self.links += [(source, name) for source in sources]
        self.links.append((name, target))
        return name


def _own_id(entry: dict[str, Any]) -> str:
    """The id that the metadata of a statement or argument gives it, empty where it gives none."""
    data = entry.get("data")
    return text(data.get("id")) if isinstance(data, dict) else ""


def _text_of(entry: dict[str, Any], where: str) -> str:
    """The first text among the members of a statement or argument, its tags cut out."""
    for member in listed(entry, "members", where):
        content = text(member.get("text"))
        for start, stop in sorted(_tags(member, where), reverse=True):
            content = content[:start] + content[stop + 1 :]
        if content := " ".join(content.split()):
            return content
    return ""


def _tags(member: dict[str, Any], where: str) -> list[tuple[int, int]]:
    """First and last character of each tag in a text."""
    marks = [mark for mark in listed(member, "ranges", where) if mark.get("type") == "tag"]
    places = [(mark.get("start"), mark.get("stop")) for mark in marks]
    return [(start, stop) for start, stop in places if isinstance(start, int) and isinstance(stop, int)]

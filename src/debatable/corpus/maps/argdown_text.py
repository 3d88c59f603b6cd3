"""Argdown's text: statements, arguments, relations and premise-conclusion structures, as in argdown.org/syntax.

The text becomes a document of the shape of Argdown's own JSON export, which `argdown_export` reads.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Final

from debatable.errors import InputError

_FRONT: Final = re.compile(r"\A\s*={3,}[ \t]*\n(.*?)\n={3,}[ \t]*(?:\n|\Z)", re.DOTALL)
_STRICT: Final = re.compile(r"^\s*mode\s*:\s*[\"']?strict\b", re.MULTILINE)
_COMMENT: Final = re.compile(
    r"(?<!\\)/\*.*?(?:\*/|\Z)|(?<!\\)<!--.*?(?:-->|\Z)|(?:(?<=\s)|^)//[^\n]*", re.DOTALL | re.MULTILINE
)
_BLANK: Final = re.compile(r"\n(?:[ \t\r]*\n)+")
_RELATION: Final = re.compile(r"(\+>|->|_>|<\+|<-|<_|><|\+|-|_)[ \t]+(?=\S)")
_STEP: Final = re.compile(r"\(\d+\)[ \t]+(?=\S)")
_TITLED: Final = re.compile(r"(\[([^\[\]\n]{1,500})\]|<([^<>\n]{1,500})>)(:(?=\s|$))?(?!\()")
_HEADING: Final = re.compile(r"#{1,6}[ \t]")
_ITEM: Final = re.compile(r"(?:\*|\d+\.)[ \t]+(?=\S)")
_RULE: Final = re.compile(r"-{2,}[ \t]*$")
_TAG: Final = re.compile(r"(?<![\w\\&])#(?:\([^()\n]*\)|[\w-]+)")
_LINK: Final = re.compile(r"(?<![@\\])\[([^\[\]\n]*)\]\([^()\s]*\)")
_BOLD: Final = re.compile(r"(?<![\\\w*_])(\*\*|__|\*|_)(?=\S)([^*_\n]*[^*_\s\\])\1(?!\w)")
_ESCAPE: Final = re.compile(r"\\([^A-Za-z0-9\s])")
_BRACE: Final = re.compile(r"(?<!\\)(?:\\\\)*\{")
_BEGINNING: Final = re.compile(
    rb"={3,}\s*\n|\[[^\[\]{}\",\n]+\](?::\s|[ \t]*\n)|<[^<>!/?=\n]+>(?::\s|[ \t]*\n[ \t]*(?:\n|[+\-_(]))"
)
_ID: Final = re.compile(r"[{,]\s*id\s*:\s*(?:\"((?:[^\"\\]|\\.)*)\"|'([^']*)'|([^,}\s]+))")

RELATIONS: Final = {"+": "support", "-": "attack", "_": "undercut", "><": "contradictory"}
"""The relation of each sign; an arrow after it points from the parent to the child, else it is the other way."""

STRICT: Final = {"support": "entails", "attack": "contrary"}
"""What relations between two statements mean where the file says that it is strict."""

MAX_DEPTH: Final = 1_000
"""Relations inside each other."""

SPECIAL: Final = "\\*_#@[]<>{}/"


def is_argdown(head: bytes) -> bool:
    """Returns whether a file begins as Argdown does: with a front matter, or a statement or argument with its title."""
    start = head.lstrip()
    return _BEGINNING.match(start) is not None


def escaped(text: str) -> str:
    r"""Returns a text in one line in which nothing is taken for syntax.

    >>> escaped("It's #1,\n  [sic]")
    "It's \\#1, \\[sic\\]"
    """
    return "".join(f"\\{mark}" if mark in SPECIAL else mark for mark in " ".join(text.split()))


@dataclass(slots=True)
class _Element:
    """A statement or an argument where it stands in the text."""

    kind: str
    title: str
    lines: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Parser:
    """The elements and relations found so far."""

    statements: dict[str, dict[str, Any]] = field(default_factory=dict)
    arguments: dict[str, dict[str, Any]] = field(default_factory=dict)
    relations: list[dict[str, str]] = field(default_factory=list)
    related: set[tuple[str, ...]] = field(default_factory=set)
    strict: bool = False
    element: _Element | None = None
    stack: list[tuple[int, _Element]] = field(default_factory=list)
    argument: str = ""
    steps: list[dict[str, Any]] | None = None
    inference: list[str] | None = None
    rule: dict[str, Any] | None = None
    skipped: bool = False
    untitled: int = 0

    def line(self, raw: str) -> None:
        """Takes the next line."""
        content = raw.strip()
        if not content:
            self._blank()
        elif self.skipped:
            return
        elif self.inference is not None:
            self._inference(content)
        elif self.steps is not None and _RULE.fullmatch(content):
            self._close()
            self.inference, self.rule = ([], None) if len(content) < 4 else (None, {"inferenceRules": []})
        else:
            self._content(len(raw.expandtabs(4)) - len(raw.expandtabs(4).lstrip()), content)

    def _blank(self) -> None:
        self._close()
        self.skipped = False
        if self.steps:
            self.steps = self.steps if self.inference is not None or self.rule is not None else None

    def _inference(self, content: str) -> None:
        if self.inference is not None and not _RULE.fullmatch(content):
            self.inference.append(content)
            return
        rules = [rule.strip() for rule in " ".join(self.inference or ()).partition("{")[0].split(",")]
        self.rule, self.inference = {"inferenceRules": [_plain(rule) for rule in rules if rule]}, None

    def _content(self, indent: int, content: str) -> None:
        relation, step = _RELATION.match(content), _STEP.match(content)
        if relation is not None and self.stack:
            self._child(indent, relation[1], content[relation.end() :])
        elif step is not None and (self.argument or self.steps is not None):
            self._step(indent, content[step.end() :])
        elif self.element is not None:
            self.element.lines.append(content)
        elif _HEADING.match(content):
            self.skipped, self.argument, self.steps, self.rule = True, "", None, None
        else:
            item = _ITEM.match(content)
            self.stack, self.steps, self.rule = [], None, None
            element = self._opened(content[item.end() :] if item else content)
            self.argument = element.title if element.kind == "argument" else ""
            self.stack = [(-1, element)]

    def _child(self, indent: int, sign: str, content: str) -> None:
        self._close()
        while len(self.stack) > 1 and self.stack[-1][0] >= indent:
            self.stack.pop()
        if len(self.stack) > MAX_DEPTH:
            raise InputError(f"more than {MAX_DEPTH:,} relations are inside each other", todo="split it")
        parent, child = self.stack[-1][1], self._opened(content)
        ends = (parent, child) if sign.endswith(">") or sign == "><" else (child, parent)
        self._relation(RELATIONS[sign if sign == "><" else sign.strip("<>")], *ends)
        self.stack.append((indent, child))

    def _relation(self, name: str, source: _Element, target: _Element) -> None:
        if self.strict and source.kind == target.kind == "statement":
            name = STRICT.get(name, name)
        kinds = {"argument": "argument", "statement": "equivalence-class"}
        ends = (name, source.title, kinds[source.kind], target.title, kinds[target.kind])
        if ends not in self.related:
            self.related.add(ends)
            keys = ("relationType", "from", "fromType", "to", "toType")
            self.relations.append(dict(zip(keys, ends, strict=True)))

    def _step(self, indent: int, content: str) -> None:
        self._close()
        if self.steps is None:
            self.steps = []
            self.arguments.setdefault(self.argument, {"members": []}).setdefault("pcs", self.steps)
        element = self._opened(content)
        if element.kind == "statement":
            inference = {"inference": self.rule} if self.rule is not None else {}
            self.steps.append({"title": element.title, **inference})
        self.rule = None
        self.stack = [(-1, element)]

    def _opened(self, content: str) -> _Element:
        """Starts a statement or an argument with its first line."""
        self._close()
        titled = _TITLED.match(content)
        if titled is not None and (titled[4] or _is_reference(content[titled.end() :])):
            kind = "statement" if titled[2] is not None else "argument"
            title = " ".join((titled[2] or titled[3] or "").split())
            rest = content[titled.end() :].strip()
        else:
            self.untitled += 1
            kind, title, rest = "statement", f"Untitled {self.untitled}", content
        table = self.statements if kind == "statement" else self.arguments
        table.setdefault(title, {"members": []})
        self.element = _Element(kind, title, [rest] if rest else [])
        return self.element

    def _close(self) -> None:
        """Ends the element whose lines were being read."""
        element, self.element = self.element, None
        if element is None:
            return
        entry = (self.statements if element.kind == "statement" else self.arguments)[element.title]
        content, data = _parted(" ".join(element.lines))
        plain = _plain(content)
        if plain:
            entry["members"].append({"text": plain})
        if (found := _ID.search(data)) is not None and "data" not in entry:
            entry["data"] = {
                "id": next(part for part in found.groups() if part is not None).replace('\\"', '"')
            }


def _is_reference(rest: str) -> bool:
    """Whether a title stands alone, or with metadata and tags only."""
    return not rest.strip() or rest.strip().startswith(("{", "#"))


def _parted(content: str) -> tuple[str, str]:
    """Parts a text from the metadata in braces after it."""
    start = _BRACE.search(content)
    return (content, "") if start is None else (content[: start.end() - 1], content[start.end() - 1 :])


def _plain(content: str) -> str:
    """Returns a text without tags and marks of emphasis, links by their words, escapes undone."""
    content = _LINK.sub(r"\1", _TAG.sub("", content))
    for _ in range(2):  # italics inside of bold
        content = _BOLD.sub(r"\2", content)
    return " ".join(_ESCAPE.sub(r"\1", content).split())


def document(text: str) -> dict[str, Any]:
    r"""Returns an Argdown text as a document of the shape of its JSON export.

    >>> found = document("[Ban cars]\n  + <Noise>: Cars are loud. #health\n  - They are free.")
    >>> found["arguments"]["Noise"]["members"], list(found["statements"])
    ([{'text': 'Cars are loud.'}], ['Ban cars', 'Untitled 1'])
    >>> [(one["from"], one["relationType"], one["to"]) for one in found["relations"]]
    [('Noise', 'support', 'Ban cars'), ('Untitled 1', 'attack', 'Ban cars')]
    """
    front = _FRONT.match(text)
    body = _COMMENT.sub("", text[front.end() :] if front else text)
    parser = _Parser(strict=front is not None and _STRICT.search(front[1]) is not None)
    for line in (*_BLANK.sub("\n\n", body).split("\n"), ""):
        parser.line(line)
    relations = [found for one in parser.relations if (found := _reconstructed(one, parser.arguments))]
    return {"statements": parser.statements, "arguments": parser.arguments, "relations": relations}


def _reconstructed(relation: dict[str, str], arguments: dict[str, Any]) -> dict[str, str] | None:
    """Lets the conclusion of an argument with premises stand for it; None where that is what it speaks to."""
    steps = arguments.get(relation["from"], {}).get("pcs") if relation["fromType"] == "argument" else None
    if not steps or relation["toType"] == "argument":
        return relation
    conclusion = steps[-1]["title"]
    if conclusion == relation["to"]:
        return None
    return {**relation, "from": conclusion, "fromType": "equivalence-class"}

"""Positions of nodes in a drawing: the conclusion on top, premises below, no overlaps; estimated widths of text."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from debatable.graphs.model import ArgumentGraph, Node

NARROW = set("iljtfrI.,:;'!|()[] -\"")
WIDE = set("mwMWOQ@%&GDCHNU")


def width(text: str, size: float) -> float:
    """Returns the estimated width of a line in a sans-serif font.

    >>> width("ill", 10) < width("mow", 10)
    True
    """
    units = 0.0
    for character in text:
        if character in NARROW:
            units += 0.33
        elif character in WIDE:
            units += 0.86
        elif unicodedata.east_asian_width(character) in "WF":
            units += 1.05
        else:
            units += 0.68 if character.isupper() else 0.57
    return units * size


def wrapped(text: str, size: float, most: float, lines: int) -> list[str]:
    """Breaks a text into lines no wider than a width; what does not fit ends in an ellipsis.

    >>> wrapped("Rents must be capped", 10, 60, 5)
    ['Rents must', 'be capped']
    >>> wrapped("Rents must be capped", 10, 60, 1)
    ['Rents must…']
    """
    broken: list[str] = []
    line = ""
    for piece in (piece for word in text.split() for piece in _pieces(word, size, most)):
        if len(broken) > lines:  # nobody will see the rest of a text that is far too long
            break
        longer = f"{line} {piece}" if line else piece
        if width(longer, size) <= most:
            line = longer
        else:
            broken.append(line)
            line = piece
    broken.append(line)
    if len(broken) > lines:
        broken = [*broken[: lines - 1], f"{broken[lines - 1].rstrip(' .,;:')}…"]
    return [line for line in broken if line]


def _pieces(word: str, size: float, most: float) -> Iterator[str]:
    """Yields a word in parts that fit: one for all but the longest."""
    start, units = 0, 0.0
    for place, character in enumerate(word):
        wide = width(character, size)
        if place > start and units + wide > most:
            yield word[start:place]
            start, units = place, 0.0
        units += wide
    yield word[start:]


def clean(text: str) -> str:
    r"""Takes out what XML cannot hold: control characters and lone surrogates.

    >>> clean("a\x00b\tc")
    'ab c'
    """
    kept = (character if not character.isspace() else " " for character in text)
    return "".join(
        character for character in kept if unicodedata.category(character) not in ("Cc", "Cs", "Cn", "Co")
    )


def escape(text: str) -> str:
    """Returns text as it may stand in XML, between tags or in an attribute.

    >>> escape('a < "b" & c')
    'a &lt; &quot;b&quot; &amp; c'
    """
    for plain, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(plain, entity)
    return text


CARD, TEXT, LABEL = 236.0, 13.0, 11.0
LINE, PADDING, GAP, STOREY = 18.0, 14.0, 26.0, 44.0
MOST_LINES = 9


@dataclass(slots=True)
class Box:
    """A node on the sheet: its middle, its measures and its lines of text."""

    node: Node
    lines: list[str]
    width: float
    height: float
    x: float = 0.0
    y: float = 0.0

    @property
    def left(self) -> float:
        """The left border."""
        return self.x - self.width / 2

    @property
    def right(self) -> float:
        """The right border."""
        return self.x + self.width / 2

    @property
    def top(self) -> float:
        """The upper border."""
        return self.y - self.height / 2

    @property
    def bottom(self) -> float:
        """The lower border."""
        return self.y + self.height / 2


@dataclass(frozen=True, slots=True)
class Layout:
    """All boxes of a graph by node id, and the measures of the sheet they need."""

    boxes: dict[str, Box]
    width: float
    height: float


def laid_out(graph: ArgumentGraph) -> Layout:
    """Places the nodes of a graph in storeys, each ordered so that edges cross little."""
    storeys = _ordered(graph, _storeys(graph))
    boxes = {node.id: _box(node) for node in graph.nodes}
    top = 0.0
    for storey in storeys:
        height = max(boxes[id].height for id in storey)
        for id in storey:
            boxes[id].y = top + height / 2
        top += height + STOREY
    _spread(graph, storeys, boxes)
    left = min((box.left for box in boxes.values()), default=0.0)
    for box in boxes.values():
        box.x -= left
    return Layout(boxes, max((box.right for box in boxes.values()), default=0.0), max(top - STOREY, 0.0))


def _box(node: Node) -> Box:
    if node.kind.is_scheme:
        label = clean(node.scheme or node.kind.value)
        lines = wrapped(label, LABEL, CARD - 2 * PADDING, 1) or [node.kind.value]
        return Box(node, lines, width(lines[0], LABEL) + 26.0, 24.0)
    lines = wrapped(clean(node.text) or "(no text)", TEXT, CARD - 2 * PADDING, MOST_LINES)
    return Box(node, lines, CARD, LINE * len(lines) + 2 * PADDING - 4.0)


def _storeys(graph: ArgumentGraph) -> list[list[str]]:
    """Nodes by the longest way to a node from which no edge leaves; edges of a circle are not followed twice."""
    targets: dict[str, list[str]] = {node.id: [] for node in graph.nodes}
    for edge in graph.edges:
        targets[edge.source].append(edge.target)
    levels: dict[str, int] = {}
    for start in targets:
        open_now = {start: iter(targets[start])} if start not in levels else {}
        stack = list(open_now)
        while stack:
            id = stack[-1]
            waiting = (target for target in open_now[id] if target not in levels and target not in open_now)
            if (first := next(waiting, None)) is not None:
                open_now[first] = iter(targets[first])
                stack.append(first)
                continue
            levels[id] = max((levels[target] + 1 for target in targets[id] if target in levels), default=0)
            del open_now[id]
            stack.pop()
    storeys: list[list[str]] = [[] for _ in range(max(levels.values(), default=-1) + 1)]
    for node in graph.nodes:
        storeys[levels[node.id]].append(node.id)
    return storeys


def _neighbours(graph: ArgumentGraph) -> dict[str, list[str]]:
    neighbours: dict[str, list[str]] = {node.id: [] for node in graph.nodes}
    for edge in graph.edges:
        neighbours[edge.source].append(edge.target)
        neighbours[edge.target].append(edge.source)
    return neighbours


def _ordered(graph: ArgumentGraph, storeys: list[list[str]]) -> list[list[str]]:
    """Orders each storey by the mean place of its neighbours, sweeping down and up."""
    neighbours = _neighbours(graph)
    place = {id: float(number) for storey in storeys for number, id in enumerate(storey)}
    for sweep in range(8):
        for storey in storeys if sweep % 2 == 0 else reversed(storeys):
            means = {id: _mean([place[other] for other in neighbours[id]], place[id]) for id in storey}
            storey.sort(key=lambda id: (means[id], place[id]))
            middle = (len(storey) - 1) / 2
            for number, id in enumerate(storey):
                place[id] = number - middle
    return storeys


def _spread(graph: ArgumentGraph, storeys: list[list[str]], boxes: dict[str, Box]) -> None:
    """Moves each node towards its neighbours, keeping order and gaps within a storey."""
    neighbours = _neighbours(graph)
    for storey in storeys:
        _packed([boxes[id] for id in storey], [0.0] * len(storey))
    for sweep in range(12):
        for storey in storeys if sweep % 2 == 0 else reversed(storeys):
            row = [boxes[id] for id in storey]
            _packed(row, [_mean([boxes[other].x for other in neighbours[id]], boxes[id].x) for id in storey])


def _packed(row: list[Box], wishes: list[float]) -> None:
    """Sets each box as near to its wish as the others allow: overlapping ones form a block at their mean."""
    edges = [0.0, *accumulate(box.width + GAP for box in row)]
    middles = [edge + box.width / 2 for edge, box in zip(edges[:-1], row, strict=True)]
    blocks: list[tuple[float, int]] = []  # how far its boxes want to move from there, added, and their number
    for wish, middle in zip(wishes, middles, strict=True):
        total, size = wish - middle, 1
        while blocks and blocks[-1][0] / blocks[-1][1] > total / size:
            before, boxes = blocks.pop()
            total, size = before + total, boxes + size
        blocks.append((total, size))
    moves = (total / size for total, size in blocks for _ in range(size))
    for box, middle, move in zip(row, middles, moves, strict=True):
        box.x = middle + move


def _mean(values: list[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise

"""The argument graph of an answer: the claim in the middle, what speaks for it left, what against it right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from debatable.graphs.layout import clean, wrapped
from debatable.model import Answer, Hit

__all__ = ["Card", "Diagram", "diagram"]

WIDTH, CARD, HIGH, GAP = 960.0, 300.0, 74.0, 12.0
LETTER, LINE, MOST_LINES = 12.5, 17.0, 3
CLAIM = 240.0
"""Width of the claim in the middle."""


@dataclass(frozen=True, slots=True)
class Card:
    """A premise in the graph, with the edge that leads from it to the claim.

    Attributes:
        number: Of the hit, from 1.
        hit: The premise.
        x: Of the left edge.
        y: Of the upper edge.
        lines: Its first words.
        path: The edge, as SVG writes it.
        weight: Width of the edge: the closer to the claim, the wider.
    """

    number: int
    hit: Hit
    x: float
    y: float
    lines: tuple[str, ...]
    path: str
    weight: float


@dataclass(frozen=True, slots=True)
class Diagram:
    """The whole graph.

    Attributes:
        cards: The premises.
        claim: Lines of the claim.
        top: Upper edge of the claim.
        claim_height: How high the claim is.
        height: Of the sheet.
    """

    cards: tuple[Card, ...]
    claim: tuple[str, ...]
    top: float
    claim_height: float
    height: float


def diagram(answer: Answer) -> Diagram:
    """Returns the graph of an answer; what is on neither side stands below the claim."""
    numbers = {hit.premise.id: number for number, hit in enumerate(answer.hits, 1)}
    claim = tuple(wrapped(clean(answer.searched), 14.0, CLAIM - 24, 6))
    claim_height = 20.0 * len(claim) + 24
    longest = max(len(answer.pro), len(answer.con), 1)
    top = max(0.0, (min(longest * (HIGH + GAP), 700.0) - claim_height) / 2)
    middle = top + claim_height / 2
    left, right = (WIDTH - CLAIM) / 2, (WIDTH + CLAIM) / 2
    below = top + claim_height + 60
    cards = (
        *_column(answer.pro, numbers, 0.0, 0.0, (CARD, left, middle)),
        *_column(answer.con, numbers, WIDTH - CARD, 0.0, (WIDTH - CARD, right, middle)),
        *_column(
            answer.undecided,
            numbers,
            (WIDTH - CARD) / 2,
            max(below, longest * (HIGH + GAP) + 20) if len(answer.undecided) else below,
            None,
        ),
    )
    height = max([top + claim_height, *(card.y + HIGH for card in cards)]) + GAP
    return Diagram(cards, claim, top, claim_height, height)


def _column(
    hits: Sequence[Hit],
    numbers: dict[str, int],
    x: float,
    y: float,
    edge: tuple[float, float, float] | None,
) -> list[Card]:
    """Returns the cards of a side, one below the other; an edge is given by where it starts, ends and how high."""
    cards = []
    for place, hit in enumerate(hits):
        upper = y + place * (HIGH + GAP)
        lines = tuple(wrapped(clean(hit.premise.text), LETTER, CARD - 44, MOST_LINES))
        path = ""
        if edge is not None:
            start, end, middle = edge
            bend = (start + end) / 2
            at = upper + HIGH / 2
            path = (
                f"M{start:.0f} {at:.0f} C{bend:.0f} {at:.0f} {bend:.0f} {middle:.0f} {end:.0f} {middle:.0f}"
            )
        weight = round(1.0 + 3.0 * (hit.relevance if hit.relevance is not None else 0.5), 1)
        cards.append(Card(numbers[hit.premise.id], hit, x, upper, lines, path, weight))
    return cards

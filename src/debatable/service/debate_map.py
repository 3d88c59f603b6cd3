"""A debate at a glance: its points as a map of bubbles, its premises as an argument graph."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from debatable.arrays import Floats
from debatable.engines import Engine
from debatable.engines.answer_points import hits_of_points, premise_vectors, word_cosines
from debatable.graphs.layout import clean, wrapped
from debatable.key_points import Points
from debatable.model import Answer, Hit, Premise, Stance

WIDTH = 960.0
"""Width of the map and of the diagram."""

LABEL, LETTER, LINE = 142.0, 11.0, 13.0
"""Of a bubble: width of its label, size of the letters, height of a line."""

COLUMNS, SPARE = 6, 1.6
"""Fields of the map in a row, and fields for each bubble."""

CARD, HIGH, GAP, CARD_LETTER, CARD_LINES = 300.0, 74.0, 12.0, 12.5, 3
"""Of a card of the diagram: width, height, distance to the next, size of the letters, lines at most."""

CLAIM, CLAIM_LETTER = 240.0, 16.5
"""Width of the claim in the middle of the diagram, and of its letters: 14 high, and bold, so wider than others."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What a bubble stands for: a point, or a hit that makes none.

    Attributes:
        premise: The hit's, or the one that has the headline of the point.
        text: The headline, or the text of the premise.
        stance: Towards the claim.
        size: How many say it.
        point: Name of the point, such as ``pro-1``; empty for a hit.
        number: Of the hit, from 1; 0 for a point.
    """

    premise: Premise
    text: str
    stance: Stance
    size: int
    point: str = ""
    number: int = 0


def marks(points: Points, hits: Sequence[Hit]) -> list[Mark]:
    """Returns the points of an answer that several premises make, then the hits that make none of them."""
    premises = {one.id: one for hit in hits for one in (hit.premise, *hit.others)}
    made = hits_of_points(points, hits)
    drawn = [
        Mark(
            premises[point.quote.premise],
            point.headline,
            point.stance,
            point.count,
            f"{point.stance.value}-{number}",
        )
        for side in points.sides
        for number, point in enumerate(side.points, 1)
        if point.count > 1
    ]
    names = {mark.point for mark in drawn}
    return drawn + [
        Mark(hit.premise, hit.premise.text, hit.stance, hit.cluster.size, number=number)
        for number, hit in enumerate(hits, 1)
        if not names & set(made[hit.premise.id])
    ]


def likeness(engine: Engine, drawn: Sequence[Mark]) -> Floats:
    """Returns the pairwise similarities of premises: the cosine of their vectors, or of their sets of words."""
    backend = engine.backend
    if backend.has_vectors and drawn:
        vectors = premise_vectors(backend, [mark.premise.id for mark in drawn])
        return np.asarray(vectors @ vectors.T)
    return word_cosines(backend, [mark.premise.text for mark in drawn])


def plane(similarity: Floats) -> Floats:
    """Returns points in the plane, one a row, whose squared distances approximate 2 - 2 s.

    Classical scaling: the two strongest axes of the doubly centred squared distances. Each axis points to its farthest
    point. Where axes are equally strong, their rotation is chosen by the points alone, so that equal premises give
    equal maps on every processor.

    >>> plane(np.array([[1.0, 0.0], [0.0, 1.0]])).round(2).tolist()
    [[0.71, 0.0], [-0.71, 0.0]]
    """
    places = np.zeros((len(similarity), 2))
    if len(similarity) < 2:
        return places
    squared = np.maximum(2.0 - (similarity + similarity.T), 0.0)
    centred = squared - squared.mean(axis=0) - squared.mean(axis=1)[:, None] + squared.mean()
    values, axes = np.linalg.eigh(-centred / 2.0)
    strengths = np.sqrt(np.maximum(values[:-3:-1], 0.0))
    for column, axis in enumerate(_strongest(values[::-1], axes[:, ::-1])):
        places[:, column] = np.where(np.abs(axis) < 1e-9, 0.0, axis) * strengths[column]
    return places


def _strongest(values: Floats, axes: Floats) -> list[Floats]:
    """Returns the two strongest axes, each pointing to the place that is farthest along it, the first of equals.

    Axes of equal strength span a space; the place with the longest projection into it gives the next axis. Two of
    equal strength are swapped: a map is wider than high, and the others lie to the left and right of that place.

    Args:
        values: Strengths, falling.
        axes: Of unit length, a column each.
    """
    strongest: list[Floats] = []
    for run in _equal_runs(values):
        projections = axes[:, run] @ axes[:, run].T
        chosen: list[Floats] = []
        while len(chosen) < run.stop - run.start and len(strongest) + len(chosen) < 2:
            length = np.sqrt(np.maximum(np.diag(projections), 0.0))
            farthest = int(np.argmax(length > length.max() - 1e-6))
            axis = projections[farthest] / length[farthest]
            projections = projections - np.outer(axis, axis)
            chosen.append(axis)
        strongest += reversed(chosen)
    return strongest


def _equal_runs(values: Floats) -> list[slice]:
    """Returns where falling values are equal but for the last digits.

    >>> _equal_runs(np.array([3.0, 2.0, 2.0 - 1e-12, 0.5]))
    [slice(0, 1, None), slice(1, 3, None), slice(3, 4, None)]
    """
    steps = np.flatnonzero(-np.diff(values) > 1e-9 * max(float(np.abs(values).max()), 1.0)) + 1
    edges = [0, *steps.tolist(), len(values)]
    return [slice(start, end) for start, end in pairwise(edges)]


@dataclass(frozen=True, slots=True)
class Bubble:
    """A point or a premise on the map: its centre, its radius by how many say it, its first words."""

    mark: Mark
    x: float
    y: float
    radius: float
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Map:
    """A debate as a map, ``WIDTH`` wide."""

    bubbles: tuple[Bubble, ...]
    height: float


def debate_map(drawn: Sequence[Mark], similarity: Floats) -> Map:
    """Returns the map of points: similar ones are near each other, and no bubble covers another.

    Each bubble gets a field of a grid, so that together they move least from their points in the plane.
    """
    from scipy.optimize import linear_sum_assignment  # a third of the time that a server takes to start

    radius = [min(15.0 + 7.0 * (mark.size - 1) ** 0.5, 48.0) for mark in drawn]
    rows = max(4, math.ceil(SPARE * len(drawn) / COLUMNS))
    field = np.array([WIDTH / COLUMNS, 2 * max(radius, default=15.0) + 2 * LINE + 12])
    across, down = np.meshgrid(np.arange(COLUMNS), np.arange(rows))
    fields = (np.stack([across.ravel(), down.ravel()], axis=1) + 0.5) * field
    wanted = _spread(plane(similarity)) * np.array([WIDTH, rows * field[1]])
    away = ((wanted[:, None, :] - fields[None, :, :]) ** 2).sum(axis=2)
    _, chosen = linear_sum_assignment(away)
    bubbles = tuple(
        Bubble(
            mark,
            round(float(x), 1),
            round(float(y - LINE), 1),
            round(size, 1),
            tuple(wrapped(clean(mark.text), LETTER, LABEL, 2)),
        )
        for mark, (x, y), size in zip(drawn, fields[chosen], radius, strict=True)
    )
    return Map(bubbles, round(float(rows * field[1]), 1))


def _spread(places: Floats) -> Floats:
    """Stretches places over the sheet, as shares of it; what all have in common stays in the middle."""
    low, high = places.min(axis=0, initial=np.inf), places.max(axis=0, initial=-np.inf)
    extent = np.where(high - low > 1e-9, high - low, 1.0)
    return np.asarray(np.where(high - low > 1e-9, (places - low) / extent, 0.5))


@dataclass(frozen=True, slots=True)
class Card:
    """A premise in the graph: its upper left corner, its first words, and the edge to the claim.

    Attributes:
        number: Of the hit, from 1.
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
    """The whole graph: its premises, and the lines, upper edge and height of the claim."""

    cards: tuple[Card, ...]
    claim: tuple[str, ...]
    top: float
    claim_height: float
    height: float


def diagram(answer: Answer) -> Diagram:
    """Returns the graph of an answer; what is on neither side stands below the claim."""
    numbers = {hit.premise.id: number for number, hit in enumerate(answer.hits, 1)}
    claim = tuple(wrapped(clean(answer.searched), CLAIM_LETTER, CLAIM - 24, 6))
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
    hits: Sequence[Hit], numbers: dict[str, int], x: float, y: float, edge: tuple[float, float, float] | None
) -> list[Card]:
    """Returns the cards of a side, one below the other; an edge is given by where it starts, ends and how high."""
    cards = []
    for place, hit in enumerate(hits):
        upper = y + place * (HIGH + GAP)
        lines = tuple(wrapped(clean(hit.premise.text), CARD_LETTER, CARD - 44, CARD_LINES))
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

"""The map of a debate: a bubble a premise, larger the more say it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linear_sum_assignment

from debatable.arrays import Floats
from debatable.graphs.layout import clean, wrapped
from debatable.model import Hit
from debatable.service.overview.plane import plane

__all__ = ["WIDTH", "Bubble", "Map", "debate_map"]

WIDTH = 960.0
LABEL, LETTER, LINE = 142.0, 11.0, 13.0
"""Width of the words under a bubble, their size and the height of a line."""

COLUMNS, ROOM = 6, 1.6
"""Fields of the map in a row, and how many fields there are for each bubble."""


@dataclass(frozen=True, slots=True)
class Bubble:
    """A premise on the map.

    Attributes:
        number: Of the hit, from 1.
        hit: The premise.
        x: Of the middle.
        y: Of the middle.
        radius: Grows with the root of how many say it.
        lines: The first words.
    """

    number: int
    hit: Hit
    x: float
    y: float
    radius: float
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Map:
    """A debate as a map.

    Attributes:
        bubbles: Its premises, in the order of the hits.
        height: Of the sheet, which is ``WIDTH`` wide.
    """

    bubbles: tuple[Bubble, ...]
    height: float


def debate_map(hits: Sequence[Hit], similarity: Floats) -> Map:
    """Returns the map of hits: near where the premises are alike, none on another.

    Each bubble has a field of a grid for itself; of all ways to give them fields, the one that moves them least from
    their places in the plane.
    """
    radius = [min(15.0 + 7.0 * (hit.cluster.size - 1) ** 0.5, 48.0) for hit in hits]
    rows = max(4, math.ceil(ROOM * len(hits) / COLUMNS))
    field = np.array([WIDTH / COLUMNS, 2 * max(radius, default=15.0) + 2 * LINE + 12])
    across, down = np.meshgrid(np.arange(COLUMNS), np.arange(rows))
    fields = (np.stack([across.ravel(), down.ravel()], axis=1) + 0.5) * field
    wanted = _spread(plane(similarity)) * np.array([WIDTH, rows * field[1]])
    away = ((wanted[:, None, :] - fields[None, :, :]) ** 2).sum(axis=2)
    _, chosen = linear_sum_assignment(away)
    drawn = tuple(
        Bubble(
            number,
            hit,
            round(float(x), 1),
            round(float(y - LINE), 1),
            round(size, 1),
            tuple(wrapped(clean(hit.premise.text), LETTER, LABEL, 2)),
        )
        for number, (hit, (x, y), size) in enumerate(zip(hits, fields[chosen], radius, strict=True), 1)
    )
    return Map(drawn, round(float(rows * field[1]), 1))


def _spread(places: Floats) -> Floats:
    """Stretches places over the sheet, as shares of it; what all have in common stays in the middle."""
    low, high = places.min(axis=0, initial=np.inf), places.max(axis=0, initial=-np.inf)
    extent = np.where(high - low > 1e-9, high - low, 1.0)
    return np.asarray(np.where(high - low > 1e-9, (places - low) / extent, 0.5))

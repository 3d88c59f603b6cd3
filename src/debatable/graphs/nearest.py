"""The MAC phase: the cases whose whole text is nearest to that of the query."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from debatable.graphs.measures import TextMeasure

__all__ = ["Nearest", "nearest"]

Nearest = Callable[[str, int | None], list[tuple[int, float]]]


def nearest(measure: TextMeasure, topics: Sequence[str]) -> Nearest:
    """Returns a function that finds the places of the nearest topics, nearest first, equal ones by place.

    >>> from debatable.graphs.measures import Lexical
    >>> nearest(Lexical("standard"), ["cheap rents", "old dogs"])("the rents", 1)[0][0]
    0
    """
    compare = measure.prepare(topics)

    def find(topic: str, most: int | None) -> list[tuple[int, float]]:
        similarities = compare([topic])[0]
        order = np.argsort(-similarities, kind="stable")[:most]
        return [(int(place), float(similarities[place])) for place in order]

    return find

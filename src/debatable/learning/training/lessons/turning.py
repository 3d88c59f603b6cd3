"""Turned claims: a frame around a statement that keeps its side or takes the other one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from debatable.learning.training.lessons.lesson import Lesson

__all__ = ["turned", "with_turned"]

SAME = ("It is true that {s}", "I am convinced that {s}", "There is every reason to think that {s}")
OPPOSITE = ("It is not true that {s}", "It is wrong to say that {s}", "Nobody should believe that {s}")
SHARE = 0.25
"""Of the lessons that are learned a second time, turned."""


def turned(text: str, frame: str) -> str:
    """Returns a statement in a frame, its first letter small where it is no name.

    >>> turned("Zoos are cruel.", "It is not true that {s}")
    'It is not true that zoos are cruel'
    """
    inner = text.strip().rstrip(".!")
    if inner[:1].isupper() and inner[1:2].islower():
        inner = inner[0].lower() + inner[1:]
    return frame.format(s=inner)


def with_turned(lessons: Iterable[Lesson], seed: int) -> Iterator[Lesson]:
    """Yields the lessons, and some of them again with their first text turned; questions are left as they are."""
    draw = np.random.default_rng(seed)
    for lesson in lessons:
        yield lesson
        chance, opposite, frame = draw.random(), draw.random() < 0.5, int(draw.integers(len(SAME)))
        if chance < SHARE and not lesson.first.rstrip().endswith("?"):
            first = turned(lesson.first, (OPPOSITE if opposite else SAME)[frame])
            yield replace(lesson, first=first, label=1 - lesson.label if opposite else lesson.label)

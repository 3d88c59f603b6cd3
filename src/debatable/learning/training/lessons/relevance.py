"""Lessons of relevance: premises that belong to a claim or query, and those judged not to."""

from __future__ import annotations

from collections.abc import Sequence

from debatable.learning.training.lessons.debates import Debates
from debatable.learning.training.lessons.lesson import Lesson, unequivocal
from debatable.learning.training.lessons.material import Material

__all__ = ["relevance_lessons"]


def relevance_lessons(materials: Sequence[Material], debates: Debates) -> list[Lesson]:
    """Returns lessons whose label is 1 where the second text is relevant to the first."""
    lessons = []
    for material in materials:
        lessons += [Lesson(link.target, link.premise, 1.0, debates(link.target)) for link in material.links()]
        lessons += [
            Lesson(row.query, row.premise, 0.0, debates(row.query))
            for row in material.judged
            if row.relevance <= 0
        ]
    return unequivocal(lessons)

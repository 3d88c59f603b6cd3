"""Lessons of quality: of two premises judged for one query, the better one first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations

import numpy as np

from debatable.learning.training.lessons.debates import Debates
from debatable.learning.training.lessons.lesson import Lesson, unequivocal
from debatable.learning.training.lessons.material import Material

__all__ = ["quality_lessons"]

MOST = 2000
"""Pairs of one query, drawn where there are more."""


def quality_lessons(materials: Sequence[Material], debates: Debates, seed: int) -> list[Lesson]:
    """Returns lessons whose first text is better than the second."""
    draw = np.random.default_rng(seed)
    graded: dict[str, dict[str, float]] = defaultdict(dict)
    for material in materials:
        for row in material.judged:
            if row.quality is not None:
                graded[row.query][row.premise] = row.quality
    lessons = []
    for query, premises in graded.items():
        pairs = [
            (one, other) if left > right else (other, one)
            for (one, left), (other, right) in combinations(premises.items(), 2)
            if left != right
        ]
        for place in draw.permutation(len(pairs))[:MOST].tolist():
            better, worse = pairs[place]
            lessons.append(Lesson(better, worse, 1.0, debates(query)))
    return unequivocal(lessons)

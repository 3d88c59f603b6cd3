"""Lessons of an encoder: texts whose vectors should be near, premises of one cluster or a claim and its premise."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from debatable.learning.training.lessons.debates import Debates
from debatable.learning.training.lessons.lesson import Lesson, unequivocal
from debatable.learning.training.lessons.material import Material

__all__ = ["nearness_lessons"]


def nearness_lessons(materials: Sequence[Material], debates: Debates, seed: int) -> list[Lesson]:
    """Returns pairs that belong together; those of a cluster carry its name."""
    draw = np.random.default_rng(seed)
    lessons = []
    clusters: dict[str, dict[str, int]] = defaultdict(dict)
    for material in materials:
        for link in material.links():
            lessons.append(Lesson(link.target, link.premise, 1.0, debates(link.target)))
        for row in material.judged:
            if row.cluster is not None and row.relevance > 0:
                name = f"{material.name}\n{row.query}\n{row.cluster}"
                clusters[name][row.premise] = debates(row.query)
    for name, members in clusters.items():
        texts = [list(members)[place] for place in draw.permutation(len(members))]
        for one, other in zip(texts, texts[1:], strict=False):  # a chain through the cluster: each text twice
            lessons.append(Lesson(one, other, 1.0, members[one], name))
    return unequivocal(lessons)

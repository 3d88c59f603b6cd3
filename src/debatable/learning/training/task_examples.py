"""The training examples of each task: stance, relevance, quality, encoder."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from debatable.learning.training.examples import Debates, Lesson, Link, Material, unequivocal

__all__ = [
    "nearness_lessons",
    "quality_lessons",
    "relevance_lessons",
    "sides",
    "stance_lessons",
    "turned",
    "with_turned",
]

AGREED = 0.8
"""Share of the premises between two targets that must agree on how these stand to each other."""
MOST_BETWEEN = 100
"""Pairs of targets that one target in their middle gives at most."""


def stance_lessons(materials: Sequence[Material], debates: Debates) -> list[Lesson]:
    """Returns lessons whose label is 1 where the second text takes the side of the first."""
    links = [link for material in materials for link in material.links() if link.sign]
    lessons = [
        Lesson(link.target, link.premise, float(link.sign > 0), debates(link.target)) for link in links
    ]
    for (one, other), sign in sides(links).items():
        for first, second in ((one, other), (other, one)):
            lessons.append(Lesson(first, second, float(sign > 0), debates(first)))
    return unequivocal(lessons)


def sides(links: Sequence[Link]) -> dict[tuple[str, str], int]:
    """Returns how claims and queries stand to each other: 1 on one side, -1 opposed.

    A premise for one and against the other opposes them; where most premises that two share agree, that is their
    relation. Two that both stand somehow to a third stand accordingly to each other.

    >>> sides([Link("Ban cars", "loud", 1), Link("Keep cars", "loud", -1)])
    {('Ban cars', 'Keep cars'): -1}
    """
    by_premise: dict[str, dict[str, int]] = defaultdict(dict)
    for link in links:
        by_premise[link.premise][link.target] = link.sign
    votes: dict[tuple[str, str], list[int]] = defaultdict(list)
    for targets in by_premise.values():
        for (one, left), (other, right) in combinations(sorted(targets.items()), 2):
            votes[one, other].append(left * right)
    decided = {
        pair: 1 if sum(signs) > 0 else -1
        for pair, signs in votes.items()
        if abs(sum(signs)) >= (2 * AGREED - 1) * len(signs)
    }
    return {**dict(_through_a_third(decided)), **decided}


def _through_a_third(decided: Mapping[tuple[str, str], int]) -> Iterator[tuple[tuple[str, str], int]]:
    near: dict[str, dict[str, int]] = defaultdict(dict)
    for (one, other), sign in decided.items():
        near[one][other] = near[other][one] = sign
    for _, targets in sorted(near.items()):
        for count, ((one, left), (other, right)) in enumerate(combinations(sorted(targets.items()), 2)):
            if count == MOST_BETWEEN:
                break
            yield (one, other), left * right


SAME = ("It is true that {s}", "I am convinced that {s}", "There is every reason to think that {s}")
OPPOSITE = ("It is not true that {s}", "It is wrong to say that {s}", "Nobody should believe that {s}")
TURNED = 0.25
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
        if chance < TURNED and not lesson.first.rstrip().endswith("?"):
            first = turned(lesson.first, (OPPOSITE if opposite else SAME)[frame])
            yield replace(lesson, first=first, label=1 - lesson.label if opposite else lesson.label)


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


MOST_PAIRS = 2000
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
        for place in draw.permutation(len(pairs))[:MOST_PAIRS].tolist():
            better, worse = pairs[place]
            lessons.append(Lesson(better, worse, 1.0, debates(query)))
    return unequivocal(lessons)


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

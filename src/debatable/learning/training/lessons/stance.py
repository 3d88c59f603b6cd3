"""Lessons of stance: a premise about its claim or query, and claims of one debate about each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from debatable.learning.training.lessons.debates import Debates
from debatable.learning.training.lessons.lesson import Lesson, unequivocal
from debatable.learning.training.lessons.material import Link, Material

__all__ = ["sides", "stance_lessons"]

AGREED = 0.8
"""Share of the premises between two targets that must agree on how these stand to each other."""
MOST = 100
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
            if count == MOST:
                break
            yield (one, other), left * right

"""A lesson: two texts and what a model should say of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["Lesson", "unequivocal"]


@dataclass(frozen=True, slots=True)
class Lesson:
    """Two texts of one debate.

    Attributes:
        first: Topic, claim or query; of two qualities the better; of an encoder's pair either.
        second: What is said about it; the worse one; the other one.
        label: 1 for the same side, relevant, or better; 0 for the opposite.
        debate: Number of the debate, by which lessons are held out.
        cluster: Name of the cluster that both are in, where an encoder learns that.
    """

    first: str
    second: str
    label: float
    debate: int
    cluster: str = ""


def unequivocal(lessons: Iterable[Lesson]) -> list[Lesson]:
    """Returns every pair of texts once, in the order of their first appearance, without those of two labels.

    >>> twice = [Lesson("a", "b", 1, 0), Lesson("a", "b", 0, 0), Lesson("a", "c", 1, 0), Lesson("a", "c", 1, 0)]
    >>> [(lesson.second, lesson.label) for lesson in unequivocal(twice)]
    [('c', 1)]
    """
    labels: dict[tuple[str, str], set[float]] = {}
    firsts: dict[tuple[str, str], Lesson] = {}
    for lesson in lessons:
        texts = (lesson.first, lesson.second)
        labels.setdefault(texts, set()).add(lesson.label)
        firsts.setdefault(texts, lesson)
    return [lesson for texts, lesson in firsts.items() if len(labels[texts]) == 1]

"""Debates: texts that hang together, so that none is split between what is learned and what is measured."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from debatable.errors import InputError
from debatable.learning.training.lessons.lesson import Lesson
from debatable.learning.training.lessons.material import Material
from debatable.model import text_key

__all__ = ["Debates", "Parts", "parted"]

SHARE = 0.1
"""Of the lessons that stop and calibrate a training, and again of those that are reported."""


class Debates:
    """The debate of every text: claims, queries and discussions that share a premise are one debate."""

    def __init__(self, materials: Iterable[Material]) -> None:
        """Joins what hangs together, over all collections."""
        self._parent: dict[bytes, bytes] = {}
        for material in materials:
            for argument in material.arguments:
                if argument.claim is not None:
                    self._join(argument.claim.text, argument.premise.text)
                if argument.discussion:
                    self._join(f"{material.name}\n{argument.discussion}", argument.premise.text)
            for row in material.judged:
                if row.relevance > 0 or row.quality is not None:
                    self._join(row.query, row.premise)
        self._numbers: dict[bytes, int] = {}

    def __call__(self, text: str) -> int:
        """Returns the number of the debate of a text; the same text has the same number."""
        return self._numbers.setdefault(self._root(text_key(text)), len(self._numbers))

    def _join(self, one: str, other: str) -> None:
        left, right = self._root(text_key(one)), self._root(text_key(other))
        self._parent[right] = left

    def _root(self, key: bytes) -> bytes:
        way = []
        while (parent := self._parent.setdefault(key, key)) != key:
            way.append(key)
            key = parent
        for passed in way:
            self._parent[passed] = key
        return key


@dataclass(frozen=True, slots=True)
class Parts:
    """Lessons by what they are for; no debate is in two parts.

    Attributes:
        train: What the model learns.
        tune: What stops the training and calibrates the model.
        report: What its figures are measured on.
    """

    train: tuple[Lesson, ...]
    tune: tuple[Lesson, ...]
    report: tuple[Lesson, ...]


def parted(lessons: Sequence[Lesson], seed: int, least: int = 1) -> Parts:
    """Splits lessons by debate.

    Args:
        lessons: All of them.
        seed: Of the draw.
        least: Debates that a part has at least.

    Raises:
        InputError: There are too few debates.

    >>> parts = parted([Lesson("a", "b", 1, debate) for debate in range(20)], seed=1)
    >>> len(parts.train), len(parts.tune), len(parts.report)
    (16, 2, 2)
    """
    sizes = Counter(lesson.debate for lesson in lessons)
    if len(sizes) < 3 * least:
        raise InputError(
            f"{len(sizes)} debates to learn from, {3 * least} are needed to hold some out",
            todo="add a collection; claims and queries that share a premise are one debate",
        )
    least = max(least, min(2, len(sizes) // 3))  # a figure of one debate says little
    order = [sorted(sizes)[place] for place in np.random.default_rng(seed).permutation(len(sizes))]
    tune = _held_out(order, sizes, least, len(lessons))
    left = [debate for debate in order if debate not in tune]
    report = _held_out(left, sizes, least, len(lessons))
    return Parts(
        tuple(lesson for lesson in lessons if lesson.debate not in tune | report),
        tuple(lesson for lesson in lessons if lesson.debate in tune),
        tuple(lesson for lesson in lessons if lesson.debate in report),
    )


def _held_out(order: Sequence[int], sizes: Counter[int], least: int, total: int) -> set[int]:
    """Returns debates that make up the share, the first that fit, a third at most; the smallest where none does."""
    chosen: set[int] = set()
    count = 0
    for debate in order:
        if count + sizes[debate] <= SHARE * total and len(chosen) < max(least, len(order) // 3):
            chosen.add(debate)
            count += sizes[debate]
    for debate in sorted(order, key=lambda each: sizes[each]):
        if len(chosen) >= least:
            break
        chosen.add(debate)
    return chosen

"""Training examples: pairs of texts with labels, from corpora and collections, split by debate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from debatable.errors import InputError
from debatable.model import Argument, Stance, text_key

SHARE = 0.1
"""Of the examples that stop and calibrate a training, and again of those that are reported."""


@dataclass(frozen=True, slots=True)
class JudgedPremise:
    """A premise that somebody judged for a query.

    Attributes:
        query: Text of the query.
        premise: Text of the premise.
        relevance: Graded; not above 0 for what is not relevant.
        cluster: Group of premises that say the same, or None for a group of its own.
        stance: Of the premise towards the query.
        quality: Graded quality, where somebody judged it.
    """

    query: str
    premise: str
    relevance: float
    cluster: str | None = None
    stance: Stance = Stance.NONE
    quality: float | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """A premise that belongs to a target: to its claim, or to a query it is relevant for."""

    target: str
    premise: str
    sign: int


@dataclass(frozen=True, slots=True)
class Material:
    """One corpus or collection.

    Attributes:
        name: Of the collection, or of the first file of the corpus.
        arguments: Links of the corpus.
        judged: Judgments of premises for queries; empty for a corpus alone.
    """

    name: str
    arguments: tuple[Argument, ...]
    judged: tuple[JudgedPremise, ...] = ()

    def links(self) -> Iterator[Link]:
        """Yields the links of the corpus, then those of the judgments, signed where a stance is known."""
        for argument in self.arguments:
            if argument.claim is not None:
                yield Link(argument.claim.text, argument.premise.text, argument.stance.sign)
        for row in self.judged:
            if row.relevance > 0:
                yield Link(row.query, row.premise, row.stance.sign)


@dataclass(frozen=True, slots=True)
class Example:
    """Two texts of one debate with a label.

    Attributes:
        first: Topic, claim or query; of two qualities the better; of an encoder's pair either.
        second: What is said about it; the worse one; the other one.
        label: 1 for the same side, relevant, or better; 0 for the opposite.
        debate: Number of the debate, by which examples are held out.
        cluster: Name of the cluster that both are in, where an encoder learns that.
    """

    first: str
    second: str
    label: float
    debate: int
    cluster: str = ""


def consistent(examples: Iterable[Example]) -> list[Example]:
    """Returns every pair of texts once, in the order of their first appearance, without those of two labels.

    >>> twice = [Example("a", "b", 1, 0), Example("a", "b", 0, 0), Example("a", "c", 1, 0), Example("a", "c", 1, 0)]
    >>> [(example.second, example.label) for example in consistent(twice)]
    [('c', 1)]
    """
    labels: dict[tuple[str, str], set[float]] = {}
    firsts: dict[tuple[str, str], Example] = {}
    for example in examples:
        texts = (example.first, example.second)
        labels.setdefault(texts, set()).add(example.label)
        firsts.setdefault(texts, example)
    return [example for texts, example in firsts.items() if len(labels[texts]) == 1]


class Debates:
    """The debate of every text: claims, queries and discussions that share a premise are one debate."""

    def __init__(self, materials: Iterable[Material]) -> None:
        """Joins texts that belong together, over all collections."""
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
        path = []
        while (parent := self._parent.setdefault(key, key)) != key:
            path.append(key)
            key = parent
        self._parent.update(dict.fromkeys(path, key))
        return key


@dataclass(frozen=True, slots=True)
class Split:
    """Examples by what they are for; no debate is in two parts.

    Attributes:
        train: What the model learns.
        tune: What stops the training and calibrates the model.
        report: What its metrics are measured on.
    """

    train: tuple[Example, ...]
    tune: tuple[Example, ...]
    report: tuple[Example, ...]

    @property
    def parts(self) -> tuple[tuple[Example, ...], ...]:
        """The three parts."""
        return self.train, self.tune, self.report


def split_by_debate(examples: Sequence[Example], seed: int, least: int = 1) -> Split:
    """Splits examples by debate.

    Raises:
        InputError: There are too few debates.

    >>> split = split_by_debate([Example("a", "b", 1, debate) for debate in range(20)], seed=1)
    >>> len(split.train), len(split.tune), len(split.report)
    (16, 2, 2)
    """
    sizes = Counter(example.debate for example in examples)
    if len(sizes) < 3 * least:
        raise InputError(
            f"{len(sizes)} debates to learn from, {3 * least} are needed to hold some out",
            todo="add a collection; claims and queries that share a premise are one debate",
        )
    least = max(least, min(2, len(sizes) // 3))  # one debate gives no reliable metric
    order = [sorted(sizes)[place] for place in np.random.default_rng(seed).permutation(len(sizes))]
    tune = _held_out(order, sizes, least, len(examples))
    report = _held_out([debate for debate in order if debate not in tune], sizes, least, len(examples))
    return Split(
        tuple(example for example in examples if example.debate not in tune | report),
        tuple(example for example in examples if example.debate in tune),
        tuple(example for example in examples if example.debate in report),
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

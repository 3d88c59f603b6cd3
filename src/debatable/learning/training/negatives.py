"""Negatives: premises that do not belong to a claim, for each premise that does (Fromm et al. 2021, 3.1).

The paper takes the premises most similar to a positive one that do not occur with its claim: ``nearest-unlinked``. With
``nearest``, the default, those of the same debate are no candidates: a corpus names few of the claims that a premise
speaks to, so near premises of one debate are mostly relevant and only not linked. With ``same-topic`` these alone are
taken, drawn: the variant that loses in the paper.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import islice
from typing import TypeAlias

import numpy as np

from debatable.arrays import Ints, Matrix
from debatable.embedding import Encoder
from debatable.errors import InputError
from debatable.learning.training.examples import Example
from debatable.progress import Step

PER_POSITIVE = 2
"""L of the paper: 320,000 negatives for 160,000 positives."""
BLOCK = 128
"""Premises compared with all others at once."""

Draw: TypeAlias = np.random.Generator
Way: TypeAlias = Callable[["Premises", Sequence[Example], Draw, Encoder, Step | None], list[list[int]]]


class Premises:
    """The premises of some positive examples, each once, with their debates and what each is linked to."""

    def __init__(self, positives: Sequence[Example]) -> None:
        """Numbers the premises by first appearance."""
        self.row: dict[str, int] = {}
        debates: list[int] = []
        self.linked: dict[str, set[int]] = defaultdict(set)
        for example in positives:
            row = self.row.setdefault(example.second, len(self.row))
            if row == len(debates):
                debates.append(example.debate)
            self.linked[example.first].add(row)
        self.texts = list(self.row)
        self.debate: Ints = np.array(debates, dtype=np.int64)


def _nearest(
    premises: Premises, positives: Sequence[Example], draw: Draw, encoder: Encoder, step: Step | None
) -> list[list[int]]:
    """Returns the premises of other debates that are most similar to each positive one."""
    vectors: Matrix = encoder(premises.texts, step)
    near = np.empty((len(vectors), min(PER_POSITIVE, len(vectors))), dtype=np.int64)
    for start in range(0, len(vectors), BLOCK):
        part = slice(start, start + BLOCK)
        cosines = vectors[part] @ vectors.T
        cosines[premises.debate[part, None] == premises.debate[None]] = -np.inf
        near[part] = np.argsort(-cosines, axis=1, kind="stable")[:, : near.shape[1]]
    rows = [premises.row[example.second] for example in positives]
    return [
        [int(other) for other in near[row] if premises.debate[other] != premises.debate[row]] for row in rows
    ]


def _nearest_unlinked(
    premises: Premises, positives: Sequence[Example], draw: Draw, encoder: Encoder, step: Step | None
) -> list[list[int]]:
    """Returns the premises most similar to each positive one that are not linked to its claim, of whatever debate."""
    vectors: Matrix = encoder(premises.texts, step)
    by_row: dict[int, list[int]] = defaultdict(list)
    for number, example in enumerate(positives):
        by_row[premises.row[example.second]].append(number)
    chosen: list[list[int]] = [[] for _ in positives]
    for start in range(0, len(vectors), BLOCK):
        order = np.argsort(-(vectors[start : start + BLOCK] @ vectors.T), axis=1, kind="stable")
        for row, nearest in enumerate(order, start=start):
            for number in by_row[row]:
                linked = premises.linked[positives[number].first]
                free = (int(other) for other in nearest if int(other) not in linked)
                chosen[number] = list(islice(free, PER_POSITIVE))
    return chosen


def _other_topics(
    premises: Premises, positives: Sequence[Example], draw: Draw, encoder: Encoder, step: Step | None
) -> list[list[int]]:
    """Returns premises of other debates, drawn."""
    rows_of_each = []
    for example in positives:
        drawn = draw.integers(len(premises.texts), size=8 * PER_POSITIVE)
        rows_of_each.append(
            [int(row) for row in drawn if premises.debate[row] != example.debate][:PER_POSITIVE]
        )
    return rows_of_each


def _same_topic(
    premises: Premises, positives: Sequence[Example], draw: Draw, encoder: Encoder, step: Step | None
) -> list[list[int]]:
    """Returns premises of the same debate that are not linked, drawn."""
    members = {debate: np.flatnonzero(premises.debate == debate) for debate in set(premises.debate.tolist())}
    rows_of_each = []
    for example in positives:
        free = [int(row) for row in members[example.debate] if int(row) not in premises.linked[example.first]]
        chosen = draw.permutation(len(free))[:PER_POSITIVE]
        rows_of_each.append([free[place] for place in chosen])
    return rows_of_each


NEGATIVES: dict[str, Way] = {
    "nearest": _nearest,
    "nearest-unlinked": _nearest_unlinked,
    "other-topics": _other_topics,
    "same-topic": _same_topic,
}
"""Ways to choose negatives, by name."""


def with_negatives(
    positives: Sequence[Example], way: str, seed: int, encoder: Encoder, step: Step | None = None
) -> list[Example]:
    """Returns the examples of relevance, and negatives for those that are positive.

    Args:
        positives: Examples of one part; judged negatives among them stay, and get none of their own.
        way: A name of ``NEGATIVES``.
        seed: Of the draw.
        encoder: Finds the nearest premises.
        step: Called with the number of premises encoded.

    Raises:
        InputError: There is no premise that could be a negative.
    """
    relevant = [example for example in positives if example.label]
    premises = Premises(relevant)
    chosen = NEGATIVES[way](premises, relevant, np.random.default_rng(seed), encoder, step)
    pairs = {(example.first, example.second) for example in positives}
    negatives: dict[tuple[str, str], Example] = {}
    for example, rows in zip(relevant, chosen, strict=True):
        for row in rows:
            pair = (example.first, premises.texts[row])
            if pair not in pairs:
                negatives.setdefault(pair, Example(*pair, 0.0, example.debate))
    if not negatives and all(example.label for example in positives):
        raise InputError(
            f"no premise is a negative by {way}: all are linked to all claims of their debate",
            todo="take other negatives or a larger collection",
        )
    return [*positives, *negatives.values()]

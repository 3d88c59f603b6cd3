"""Texts as tokens, cut and marked as the readers cut and mark them, and put into batches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from debatable.arrays import Ints
from debatable.embedding.graph import padding_of, token_ids
from debatable.learning.pair_graph import marked, padded

__all__ = ["Inputs", "epoch_batches", "text_inputs"]

CHUNK = 50
"""Batches among which lessons of similar length meet."""


@dataclass(frozen=True, slots=True)
class Inputs:
    """Tokens of pairs, or of texts that stand alone.

    Attributes:
        rows: Tokens of both texts with their marks; the second is empty where a text stands alone.
        padding: Id that fills short rows up.
    """

    rows: tuple[tuple[list[int], list[int]], ...]
    padding: int

    @property
    def lengths(self) -> Ints:
        """Tokens of every row, marks included."""
        return np.array([len(first) + len(second) for first, second in self.rows], dtype=np.int64)

    def padded(self, chosen: Ints) -> dict[str, Ints]:
        """Returns ids, mask and types of some rows, padded to the longest of them."""
        rows = [self.rows[place] for place in chosen.tolist()]
        width = max(len(first) + len(second) for first, second in rows)
        return padded(rows, width, self.padding)


def text_inputs(
    tokenizer: Any, firsts: Sequence[str], seconds: Sequence[str] | None, first_limit: int, limit: int
) -> Inputs:
    """Returns the inputs of pairs, or of texts that stand alone where there are no seconds."""
    begin, end = (tokenizer.token_to_id(mark) for mark in ("[CLS]", "[SEP]"))
    ones = token_ids(tokenizer, firsts)
    others = [None] * len(ones) if seconds is None else token_ids(tokenizer, seconds)
    rows = tuple(
        marked(one, other, first_limit, limit, (begin, end)) for one, other in zip(ones, others, strict=True)
    )
    return Inputs(rows, padding_of(tokenizer))


def epoch_batches(lengths: Ints, size: int, seed: int, epoch: int) -> list[Ints]:
    """Returns the batches of an epoch: drawn, with rows of similar length together; the same every time.

    >>> sorted(batch.tolist() for batch in epoch_batches(np.array([3, 9, 4, 8]), 2, seed=1, epoch=0))
    [[0, 2], [1, 3]]
    """
    draw = np.random.default_rng([seed, epoch])
    order = draw.permutation(len(lengths))
    batches = []
    for start in range(0, len(order), CHUNK * size):
        chunk = order[start : start + CHUNK * size]
        chunk = chunk[np.argsort(lengths[chunk], kind="stable")]
        batches += [np.sort(chunk[place : place + size]) for place in range(0, len(chunk), size)]
    return [batches[place] for place in draw.permutation(len(batches))]

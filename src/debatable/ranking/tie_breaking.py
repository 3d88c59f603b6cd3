"""Ties as Dumani and Schenkel 2020 (Touché, 2.4) break them: by length, then alphabetically."""

from __future__ import annotations

import numpy as np

from debatable.corpus.links import Ints
from debatable.ranking.grouping import Groups
from debatable.ranking.index import ArgumentIndex

__all__ = ["ties_broken"]


def ties_broken(index: ArgumentIndex, groups: Groups, k: int) -> list[int]:
    """Returns the best k groups: by falling score, then length of the longest member, then its text."""
    longest = np.zeros(len(groups.score), np.int64)
    np.maximum.at(longest, groups.group, index.premise_lengths[groups.premise])
    order = np.lexsort((longest, groups.score))[::-1]
    if len(order) > k:
        last = order[k - 1]
        tied = (groups.score == groups.score[last]) & (longest == longest[last])
        reach = int(np.flatnonzero(tied[order])[-1]) + 1
        order = order[:reach]
    members = dict(zip(order.tolist(), groups.members(order.tolist()), strict=True))
    keys = groups.score, longest
    same = [
        place > 0 and all(key[order[place]] == key[order[place - 1]] for key in keys)
        for place in range(len(order))
    ]
    tied_with = [*same[1:], False][: len(same)]
    text = {
        number: min(index.premise_texts(members[number][_longest(index, members[number])]))
        for number, before, after in zip(order.tolist(), same, tied_with, strict=True)
        if before or after
    }
    ranked = sorted(
        order.tolist(), key=lambda number: (-keys[0][number], -keys[1][number], text.get(number, ""))
    )
    return ranked[:k]


def _longest(index: ArgumentIndex, rows: Ints) -> Ints:
    lengths = index.premise_lengths[rows]
    return np.flatnonzero(lengths == lengths.max())

"""Ties as Dumani and Schenkel 2020 (Touché, 2.4) break them: by length, then alphabetically."""

from __future__ import annotations

import numpy as np

from debatable.arrays import Ints
from debatable.ranking.diversity.groups import Groups
from debatable.ranking.protocol import Backend

__all__ = ["ties_broken"]


def ties_broken(backend: Backend, groups: Groups, k: int) -> list[int]:
    """Returns the best k groups: by falling score, then length of the longest member, then its text."""
    longest = np.zeros(len(groups.score), np.int64)
    np.maximum.at(longest, groups.group, backend.lengths(groups.premise))
    order = np.lexsort((longest, groups.score))[::-1]
    if len(order) > k:
        last = order[k - 1]
        tied = (groups.score == groups.score[last]) & (longest == longest[last])
        reach = int(np.flatnonzero(tied[order])[-1]) + 1
        order = order[:reach]
    members = dict(zip(order.tolist(), groups.members(order.tolist()), strict=True))
    keys = groups.score, longest
    tied_before = [
        place > 0 and all(key[order[place]] == key[order[place - 1]] for key in keys)
        for place in range(len(order))
    ]
    tied_after = [*tied_before[1:], False][: len(tied_before)]
    text = {
        number: min(backend.texts("premises", _longest(backend, members[number])))
        for number, before, after in zip(order.tolist(), tied_before, tied_after, strict=True)
        if before or after
    }
    ranked = sorted(
        order.tolist(), key=lambda number: (-keys[0][number], -keys[1][number], text.get(number, ""))
    )
    return ranked[:k]


def _longest(backend: Backend, rows: Ints) -> Ints:
    lengths = backend.lengths(rows)
    return np.asarray(rows[lengths == lengths.max()])

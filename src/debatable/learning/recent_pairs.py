"""What was read lately, so that a pair about which two questions are asked is read once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

import numpy as np

from debatable.arrays import Floats

__all__ = ["Pair", "RecentPairs"]

Pair = tuple[str, str | None, int | None]
"""Two texts, or one, and how many tokens of the first are kept."""

MOST = 2048
"""Pairs that are remembered, those read last; some hundred searches read as many."""

LONGEST = 4000
"""Characters of a pair that is remembered, so that all of them take some megabytes at most."""


class RecentPairs:
    """The logits of the pairs read last; safe to share between threads.

    >>> recent = RecentPairs(1)
    >>> recent.learn([("a", "b", 8)], np.array([[0.5]]))
    >>> recent.known([("a", "b", 8), ("a", "c", 8)])
    [array([0.5]), None]
    """

    def __init__(self, most: int = MOST) -> None:
        """Remembers so many pairs."""
        self._most = most
        self._logits: OrderedDict[Pair, Floats] = OrderedDict()
        self._lock = Lock()

    def known(self, pairs: Sequence[Pair]) -> list[Floats | None]:
        """Returns the logits of each pair, or None where it was not read lately."""
        with self._lock:
            for pair in pairs:
                if pair in self._logits:
                    self._logits.move_to_end(pair)
            return [self._logits.get(pair) for pair in pairs]

    def learn(self, pairs: Sequence[Pair], logits: Floats) -> None:
        """Remembers the logits (pairs, heads) of pairs, and forgets those that were not asked for longest."""
        short = [
            row for row, (first, second, _) in enumerate(pairs) if len(first) + len(second or "") <= LONGEST
        ]
        with self._lock:
            for row in short[-self._most :]:
                self._logits[pairs[row]] = np.array(logits[row])
                self._logits.move_to_end(pairs[row])
            while len(self._logits) > self._most:
                self._logits.popitem(last=False)

"""How often an address may do something."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable

MOST_KNOWN = 10_000
"""Addresses that are remembered; the least recent is forgotten first."""


class Rates:
    """Token buckets: each address may ask `rate` times at once, and gets as many again over a minute.

    >>> now = [0.0]
    >>> rates = Rates(2, clock=lambda: now[0])
    >>> rates.wait("a"), rates.wait("a"), rates.wait("a"), rates.wait("b")
    (0, 0, 30, 0)
    >>> now[0] = 30.0
    >>> rates.wait("a"), rates.wait("a")
    (0, 30)
    """

    def __init__(self, rate: int, clock: Callable[[], float] = time.monotonic) -> None:
        """Allows a number of requests a minute, 0 for any number."""
        self._rate, self._clock = rate, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, address: str, *, count: bool = True) -> int:
        """Counts a request of an address, or returns the seconds after which it may ask again.

        Args:
            address: Who asks.
            count: Whether it is counted, or only asked whether it would be let pass.
        """
        if not self._rate:
            return 0
        now = self._clock()
        left, seen = self._left.pop(address, (float(self._rate), now))
        left = min(self._rate, left + (now - seen) * self._rate / 60)
        allowed = left >= 1
        self._left[address] = (left - 1 if allowed and count else left, now)
        if len(self._left) > MOST_KNOWN:
            self._left.popitem(last=False)
        return 0 if allowed else max(1, math.ceil((1 - left) * 60 / self._rate))

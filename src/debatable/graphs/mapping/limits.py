"""How long a search may take before it answers with the best mapping so far."""

from __future__ import annotations

import time
from dataclasses import dataclass

from debatable.errors import InputError

__all__ = ["Clock", "Limits"]


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one search; the answer says when one was hit.

    Attributes:
        steps: Most states looked at, one of a large problem counting as several. The same problem stops at
            the same state on every machine.
        queue: Most states kept waiting.
        seconds: Most seconds, or None for no such limit; the answer then depends on the machine.
    """

    steps: int = 2_000
    queue: int = 100_000
    seconds: float | None = None

    def __post_init__(self) -> None:
        """Refuses limits under which nothing could be found."""
        if self.steps < 1 or self.queue < 1 or (self.seconds is not None and self.seconds <= 0):
            raise InputError("limits must be positive", where=repr(self))


class Clock:
    """Counts the steps of one search against its limits."""

    def __init__(self, limits: Limits, cells: int = 0) -> None:
        """Starts counting; a state of a problem of so many cells counts 1 + cells / 200."""
        self.limits = limits
        self.steps = 0
        self.most = max(1, int(limits.steps / (1.0 + cells / 200)))
        self.end = None if limits.seconds is None else time.monotonic() + limits.seconds

    def over(self, waiting: int = 0) -> bool:
        """Counts one step and says whether a limit is now hit."""
        self.steps += 1
        if self.steps > self.most or waiting > self.limits.queue:
            return True
        return self.end is not None and time.monotonic() > self.end

"""Progress of long work: the step, how much of it is done, and of how much; and when it must end."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeAlias

Progress: TypeAlias = Callable[[str, int, int | None], None]
"""Called with the name of a step, how much of it is done, and the total; None where it is unknown."""

Step: TypeAlias = Callable[[int, int | None], None]
"""The same for one step, whose name is fixed."""


READING = 0.8
"""Share of the time of a search in which may be read."""

FIRST_BATCH = 2
"""Pairs that are read first, before it is known how long one takes."""

LONGEST_BATCH = 0.5
"""Seconds that reading a batch should take at most."""


def step(progress: Progress | None, name: str) -> Step | None:
    """Returns the callback of one step.

    >>> step(print, "encoding")(3, 10)
    encoding 3 10
    """
    return None if progress is None else lambda done, total: progress(name, done, total)


def shifted(report: Step | None, start: int, total: int | None) -> Step | None:
    """Returns the callback of a part, which reports progress of the whole.

    >>> shifted(print, 100, 300)(7, 50)
    107 300
    """
    return None if report is None else lambda done, _: report(start + done, total)


class Deadline:
    """The moment from which a search reads nothing more, and the one from which it asks no server any more.

    Reading ends after four fifths of the seconds: the answer must be put together, too, beside those of others. What
    was left unread is counted. Without a server's answer there is none at all: requests have all of the seconds.

    Attributes:
        seconds: How long the search has from the start.
        unread: Pairs of texts that were not read because the time was over; whoever leaves some out adds them.
        waited: Seconds for which a server was waited for; whoever waits adds them.
        missed: Whether a server did not answer before the end.

    >>> Deadline(0.0).over, Deadline(60.0).over
    (True, False)
    """

    __slots__ = ("_clock", "_end", "_pace", "_start", "missed", "seconds", "unread", "waited")

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Starts now, by a clock that tells seconds."""
        self.seconds, self.unread, self.waited, self.missed = seconds, 0, 0.0, False
        self._clock, self._start = clock, clock()
        self._end = self._start + READING * seconds
        self._pace = 0.0

    @property
    def over(self) -> bool:
        """Whether the time to read is over."""
        return self._clock() >= self._end

    @property
    def left(self) -> float:
        """Seconds until the end, below 0 after it."""
        return self._start + self.seconds - self._clock()

    def batches(self, pairs: int) -> Iterator[slice]:
        """Yields which of some pairs to read next; none after the time is over, and those left count as unread.

        What is done with each batch is timed. Models are quicker with many pairs at once, but a batch that has begun
        cannot be stopped, and others wait for the same cores. So at the slowest pace so far a batch takes half of the
        time left, and half a second, at most.
        """
        done = 0
        while done < pairs:
            begun = self._clock()
            if begun >= self._end:
                self.unread += pairs - done
                return
            most = min((self._end - begun) / 2, LONGEST_BATCH)
            size = min(max(1, int(most / self._pace)) if self._pace else FIRST_BATCH, pairs - done)
            yield slice(done, done + size)
            done += size
            self._pace = max(self._pace, (self._clock() - begun) / size)


DEADLINE: ContextVar[Deadline | None] = ContextVar("deadline", default=None)
"""That of the search which this thread works on."""


@contextmanager
def within(deadline: Deadline | None) -> Iterator[None]:
    """Ends the requests of this thread with a deadline, where there is one."""
    token = DEADLINE.set(deadline)
    try:
        yield
    finally:
        DEADLINE.reset(token)

"""Progress of long work: the step, how much of it is done, and of how much; and when it must end."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeAlias

__all__ = ["Deadline", "Progress", "Step", "shifted", "step"]

Progress: TypeAlias = Callable[[str, int, int | None], None]
"""Called with the name of a step, how much of it is done, and the total; None where it is unknown."""

Step: TypeAlias = Callable[[int, int | None], None]
"""The same for one step, whose name is fixed."""


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
    """The moment from which a search reads nothing more; it counts what was left unread.

    Attributes:
        seconds: How long the search had from the start.
        unread: Pairs of texts that were not read because the time was over; whoever leaves some out adds them.

    >>> Deadline(0.0).over, Deadline(60.0).over
    (True, False)
    """

    __slots__ = ("_end", "seconds", "unread")

    def __init__(self, seconds: float) -> None:
        """Starts now."""
        self.seconds, self.unread = seconds, 0
        self._end = time.monotonic() + seconds

    @property
    def over(self) -> bool:
        """Whether the time is over."""
        return time.monotonic() >= self._end

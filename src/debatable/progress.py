"""Progress of long work: whoever does it tells the step, how much is done, and of how much."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

__all__ = ["Progress", "Step", "shifted", "step"]

Progress: TypeAlias = Callable[[str, int, int | None], None]
"""Told the name of a step, how much of it is done, and of how much; None where nobody knows."""

Step: TypeAlias = Callable[[int, int | None], None]
"""The same of one step, whose name whoever started it knows."""


def step(progress: Progress | None, name: str) -> Step | None:
    """Returns what one step has to tell.

    >>> step(print, "encoding")(3, 10)
    encoding 3 10
    """
    return None if progress is None else lambda done, total: progress(name, done, total)


def shifted(told: Step | None, start: int, total: int | None) -> Step | None:
    """Returns what a part has to tell, so that it is heard as progress of the whole.

    >>> shifted(print, 100, 300)(7, 50)
    107 300
    """
    return None if told is None else lambda done, _: told(start + done, total)

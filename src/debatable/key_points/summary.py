"""The one entrance: comments in, points out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from debatable.key_points.report import Comment, Points
from debatable.progress import Progress

__all__ = ["PointMethod", "summarise"]


class PointMethod(Protocol):
    """Finds the points of comments."""

    def __call__(
        self,
        comments: Sequence[Comment],
        *,
        about: str | None = None,
        progress: Progress | None = None,
        checkpoint: Path | None = None,
    ) -> Points:
        """See `summarise`."""


def summarise(
    comments: Sequence[Comment],
    *,
    about: str | None = None,
    method: str | PointMethod = "points",
    progress: Progress | None = None,
    checkpoint: Path | None = None,
) -> Points:
    """Returns the points that comments make.

    Args:
        comments: With ids that differ. Sides are theirs where they have any; where they have none and a claim is
            named, the stance model tells them.
        about: The claim that comments are for or against; without one there are no sides.
        method: How points are found: a name, ``points(matching=…,coverage=…)``, or the method itself.
        progress: Called with the step and how much of it is done.
        checkpoint: A folder where the costly steps are kept, so that a run that was stopped goes on from there.

    Raises:
        InputError: There are no comments, or two have one id.
        UnknownNameError: There is no such method.
    """
    raise NotImplementedError

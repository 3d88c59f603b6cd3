"""Sides of prose: what was read of long premises, with how all of them lean."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from debatable.arrays import Bools, Floats
from debatable.errors import InputError

__all__ = ["ProseSides"]


@dataclass(frozen=True, slots=True)
class ProseSides:
    """Adds to the log-odds of each long premise how the long premises of a query lean together.

    A comment of a hundred words has irony, detours and several points, and is often misread. Comments on one question
    lean to one side more than chance would have it, though, and where they do, that is evidence on each of them. The
    lean is the sum of their log-odds, taken times 1 - (sum of squares) / (square of the sum): nothing where the sum is
    no larger than that of premises on random sides.

    Attributes:
        words: Words from which a premise counts as prose.
        share: Weight of the lean beside the log-odds of the premise.
        slope: What both together are taken times.
        bound: Largest log-odds of a side, for or against.
    """

    words: int = 40
    share: float = 0.3
    slope: float = 1.2
    bound: float = 4.0

    def __post_init__(self) -> None:
        """Checks the numbers."""
        for name in ("words", "share", "slope", "bound"):
            if getattr(self, name) < 0:
                raise InputError(f"{name} is {getattr(self, name)}", todo="give 0 or more")

    def is_prose(self, texts: list[str]) -> Bools:
        """Marks the texts that are long enough."""
        return np.array([len(text.split(maxsplit=self.words)) >= self.words for text in texts], np.bool_)

    def __call__(self, log_odds: Floats) -> Floats:
        """Returns the log-odds of long premises with their lean.

        >>> ProseSides(share=0.5, slope=1.0)(np.array([1.0, 1.0, -0.5])).round(2).tolist()
        [1.0, 1.0, -0.5]
        >>> ProseSides(share=0.5, slope=1.0)(np.array([1.0, 1.0, 0.5, -0.5])).round(2).tolist()
        [1.38, 1.38, 0.88, -0.12]
        """
        return np.clip(self.slope * (log_odds + self.share * _lean(log_odds)), -self.bound, self.bound)


def _lean(log_odds: Floats) -> float:
    """Returns the sum of log-odds as far as it is larger than that of random sides.

    >>> _lean(np.array([2.0, 2.0])), _lean(np.array([2.0, -2.0])), _lean(np.array([2.0]))
    (2.0, 0.0, 0.0)
    """
    total = float(log_odds.sum())
    spread = float(np.square(log_odds).sum())
    return total - spread / total if total * total > spread else 0.0

"""Ranking methods of one's own, for tests of what is done with methods."""

from __future__ import annotations

from dataclasses import dataclass

from debatable.model import Explanation, Stance
from debatable.ranking import Backend, Question, Scored

__all__ = ["Backwards", "nothing"]


@dataclass(frozen=True, slots=True)
class Backwards:
    """Ranks the last premises first, whatever the query.

    Attributes:
        step: Rows between two hits.
    """

    step: int = 1

    def __call__(self, question: Question, backend: Backend, k: int) -> list[Scored]:
        """Ranks premises by falling row."""
        rows = range(backend.counts.premises - 1, -1, -self.step)
        return [
            Scored(row, float(row), Stance.NONE, Explanation("row", float(row)), members=(row,))
            for row in rows[:k]
        ]


def nothing(question: Question, backend: Backend, k: int) -> list[Scored]:
    """Finds nothing."""
    return []

"""Unsure is an answer: a side is shown only where it is sure enough."""

from __future__ import annotations

from dataclasses import dataclass, replace

from debatable.errors import InputError
from debatable.model import Stance
from debatable.ranking.protocol import Scored

__all__ = ["SureSides"]


@dataclass(frozen=True, slots=True)
class SureSides:
    """Takes the side from premises whose side is not sure.

    Attributes:
        level: Probability from which a side is shown.
    """

    level: float = 0.75

    def __post_init__(self) -> None:
        """Checks the level."""
        if not 0.5 <= self.level <= 1:
            raise InputError(f"the level is {self.level}", todo="give a probability from 0.5 to 1")

    def __call__(self, scored: Scored) -> Scored:
        """Returns the premise, undecided where its side is less probable than the level."""
        if scored.stance.sign and scored.confidence >= self.level:
            return scored
        return replace(scored, stance=Stance.UNDECIDED)

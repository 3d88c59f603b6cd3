"""Learned quality: a small model that reads an argument alone and tells how convincing it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from debatable.arrays import Floats
from debatable.learning.learned_model import LearnedModel

__all__ = ["LearnedQuality"]

HEAD = "quality"


@dataclass(frozen=True, slots=True)
class LearnedQuality(LearnedModel):
    """Asks a model with a head of quality; nothing is loaded before the first use."""

    def __call__(self, premises: Sequence[str]) -> Floats:
        """Returns a score for every premise; of two, the one with the higher score convinces more people."""
        return self.reader.head(HEAD, premises)

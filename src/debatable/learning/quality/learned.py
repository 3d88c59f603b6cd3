"""Learned quality: a small model that reads an argument alone and tells how convincing it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from debatable.arrays import Floats
from debatable.learning.pair_reader import PairReader, model_folder

__all__ = ["LearnedQuality"]

HEAD = "quality"


@dataclass(frozen=True, slots=True)
class LearnedQuality:
    """Asks a model with a head of quality; nothing is loaded before the first use.

    Attributes:
        model: Name of a bundled model, or the folder of one.
        threads: How many batches are read at once at most; None for one a core.
    """

    model: str = "reader"
    threads: int | None = None

    @property
    def reader(self) -> PairReader:
        """The model behind it."""
        return PairReader(model_folder(self.model), self.threads)

    def __call__(self, premises: Sequence[str]) -> Floats:
        """Returns a score for every premise; of two, the one with the higher score convinces more people."""
        return self.reader.head(HEAD, premises)

"""What all models that read have: a name or a folder, and a reader behind it."""

from __future__ import annotations

from dataclasses import dataclass

from debatable.learning.pair_reader import PairReader, model_folder

__all__ = ["LearnedModel"]


@dataclass(frozen=True, slots=True)
class LearnedModel:
    """Asks a reader of pairs; nothing is loaded before the first use.

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

    def begin(self) -> None:
        """Begins to load the model."""
        self.reader.begin()

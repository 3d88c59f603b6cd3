"""An encoder small enough to reckon with by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from debatable.arrays import Matrix
from debatable.progress import Step

__all__ = ["LetterEncoder"]


@dataclass(frozen=True)
class LetterEncoder:
    """Counts letters: a text is near to one of the same letters.

    Attributes:
        letters: Those that count.
    """

    letters: str = "abcdefghijklmnopqrstuvwxyz"

    limit: None = None

    @property
    def name(self) -> str:
        return f"letters of {self.letters}"

    @property
    def dimensions(self) -> int:
        return len(self.letters) + 1

    @property
    def fingerprint(self) -> str:
        return self.name

    def __call__(self, texts: Sequence[str], progress: Step | None = None) -> Matrix:
        """Returns counts of letters, and 1 in the last place so that no vector is empty."""
        counts = [[*(text.lower().count(letter) for letter in self.letters), 1] for text in texts]
        matrix = np.array(counts, np.float32).reshape(len(texts), self.dimensions)
        return np.asarray(matrix / np.linalg.norm(matrix, axis=1, keepdims=True), np.float32)

"""Embeddings side by side: A ⊕ B has dim(A) + dim(B) dimensions (Lenz et al. 2019, 3.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from debatable.arrays import Matrix
from debatable.embedding.encoder import Encoder, normalised
from debatable.embedding.words.vectors import WordVectors
from debatable.errors import InputError, UnknownNameError
from debatable.progress import Step

__all__ = ["SCALES", "Joined", "JoinedWords", "Unscaled"]

SCALES = ("equal", "raw")


@runtime_checkable
class Unscaled(Protocol):
    """An encoder whose vectors have lengths of their own."""

    def unscaled(self, texts: Sequence[str]) -> Matrix:
        """Returns the vectors as they are."""
        ...


@dataclass(frozen=True, slots=True)
class JoinedWords:
    """Several word vectors a word; a word that only some of them know has zeros for the others."""

    parts: tuple[WordVectors, ...]

    def __post_init__(self) -> None:
        """Wants at least one."""
        if not self.parts:
            raise InputError("a concatenation takes at least one set of word vectors")

    @property
    def name(self) -> str:
        """All names."""
        return " ⊕ ".join(part.name for part in self.parts)

    @property
    def dimensions(self) -> int:
        """The sum."""
        return sum(part.dimensions for part in self.parts)

    @property
    def fingerprint(self) -> str:
        """Of all."""
        return "+".join(part.fingerprint for part in self.parts)

    def of_text(self, text: str) -> Matrix:
        """Returns the vectors of the words that any part knows, in order."""
        words = self.parts[0].split(text)
        found = [part.look_up(words) for part in self.parts]
        known = np.any([known for _, known in found], axis=0)
        return np.concatenate([vectors for vectors, _ in found], axis=1)[known]


@dataclass(frozen=True, slots=True)
class Joined:
    """Several encoders side by side: A ⊕ B of the paper, of dimension dim(A) + dim(B).

    Attributes:
        encoders: Side by side.
        scale: ``equal`` makes each vector as long as the others first, so that each encoder has the same
            share; ``raw`` takes them as they are, as the paper does, so that longer ones count more.
    """

    encoders: tuple[Encoder, ...]
    scale: str = "equal"

    def __post_init__(self) -> None:
        """Wants at least one, and a scale that is there."""
        if not self.encoders:
            raise InputError("a concatenation takes at least one encoder")
        if self.scale not in SCALES:
            raise UnknownNameError("scale of a concatenation", self.scale, SCALES)

    @property
    def name(self) -> str:
        """All names."""
        return " ⊕ ".join(encoder.name for encoder in self.encoders)

    @property
    def dimensions(self) -> int:
        """The sum."""
        return sum(encoder.dimensions for encoder in self.encoders)

    @property
    def limit(self) -> int | None:
        """The least."""
        return min((e.limit for e in self.encoders if e.limit is not None), default=None)

    @property
    def fingerprint(self) -> str:
        """Of all."""
        return "+".join((*(encoder.fingerprint for encoder in self.encoders), self.scale))

    def __call__(self, texts: Sequence[str], progress: Step | None = None) -> Matrix:
        """Returns one vector of length 1 a text."""
        return normalised(np.concatenate([self._part(encoder, texts) for encoder in self.encoders], axis=1))

    def _part(self, encoder: Encoder, texts: Sequence[str]) -> Matrix:
        if self.scale == "raw" and isinstance(encoder, Unscaled):
            return encoder.unscaled(texts)
        return encoder(texts)

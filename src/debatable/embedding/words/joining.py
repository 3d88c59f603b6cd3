"""Embeddings side by side: A ⊕ B has dim(A) + dim(B) dimensions (Lenz et al. 2019, 3.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from debatable.arrays import Matrix
from debatable.embedding.encoder import Encoder, normalised
from debatable.embedding.words.vectors import WordVectors
from debatable.errors import InputError
from debatable.progress import Step

__all__ = ["Joined", "JoinedWords"]


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
    """Several encoders side by side: A ⊕ B of the paper, of dimension dim(A) + dim(B)."""

    encoders: tuple[Encoder, ...]

    def __post_init__(self) -> None:
        """Wants at least one."""
        if not self.encoders:
            raise InputError("a concatenation takes at least one encoder")

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
        return "+".join(encoder.fingerprint for encoder in self.encoders)

    def __call__(self, texts: Sequence[str], progress: Step | None = None) -> Matrix:
        """Returns one vector of length 1 a text; each encoder has the same share in it."""
        return normalised(np.concatenate([encoder(texts) for encoder in self.encoders], axis=1))

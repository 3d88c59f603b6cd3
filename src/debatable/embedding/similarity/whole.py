"""Similarity of vectors of whole texts: cosine and angular."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from debatable.arrays import Floats
from debatable.embedding.encoder import Encoder
from debatable.embedding.onnx import OnnxEncoder

__all__ = ["Angular", "Cosine", "angular", "cosine"]


def cosine(a: npt.ArrayLike, b: npt.ArrayLike) -> Floats:
    """Returns the cosine of every row of a with every row of b; 0 where one is zero.

    >>> cosine([[1, 0], [0, 0]], [[1, 1]]).round(4).tolist()
    [[0.7071], [0.0]]
    """
    x, y = (np.atleast_2d(np.asarray(m, dtype=np.float64)) for m in (a, b))
    lengths = np.outer(np.linalg.norm(x, axis=1), np.linalg.norm(y, axis=1))
    product = np.divide(x @ y.T, lengths, out=np.zeros((len(x), len(y))), where=lengths > 0)
    return np.clip(product, -1, 1)


def angular(a: npt.ArrayLike, b: npt.ArrayLike) -> Floats:
    """Returns 1 - angle/π of every row of a with every row of b (Cer et al. 2018).

    >>> angular([[1, 0]], [[1, 0], [0, 1], [-1, 0]]).tolist()
    [[1.0, 0.5, 0.0]]
    """
    return np.asarray(1 - np.arccos(cosine(a, b)) / np.pi)


@dataclass(frozen=True, slots=True)
class Cosine:
    """Cosine of the vectors of two texts."""

    encoder: Encoder = field(default_factory=OnnxEncoder)

    def __call__(self, texts: Sequence[str], others: Sequence[str]) -> Floats:
        """Returns a matrix, texts by others."""
        return cosine(self.encoder(texts), self.encoder(others))


@dataclass(frozen=True, slots=True)
class Angular:
    """Angle between the vectors of two texts, as a similarity."""

    encoder: Encoder = field(default_factory=OnnxEncoder)

    def __call__(self, texts: Sequence[str], others: Sequence[str]) -> Floats:
        """Returns a matrix, texts by others."""
        return angular(self.encoder(texts), self.encoder(others))

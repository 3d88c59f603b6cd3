"""A map of points: a matrix after which premises that make one point lie near each other.

An encoder of sentences knows what a text is about. Premises of one debate are all about the same, so that its cosines
tell little of whether two of them make the same point. The map is a matrix, taught on premises of one debate
and side, that turns towards what tells them apart; it costs no further reading of texts and nothing in an index.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from debatable.arrays import Floats

__all__ = ["AsEncoded", "PointMap", "PointModel"]


class PointModel(Protocol):
    """Makes vectors of premises such that the cosine of two tells whether they make the same point."""

    def __call__(self, vectors: Floats, encoder: str) -> Floats:
        """Returns a unit vector for each of an encoder's unit vectors.

        Args:
            vectors: In double precision, (n, d).
            encoder: Name of the encoder.
        """


@dataclass(frozen=True, slots=True)
class AsEncoded:
    """Takes premises that are about the same for the same.

    >>> AsEncoded()(np.array([[0.6, 0.8]]), "any").tolist()
    [[0.6, 0.8]]
    """

    def __call__(self, vectors: Floats, encoder: str) -> Floats:
        """See PointModel."""
        return vectors


@dataclass(frozen=True, slots=True)
class PointMap:
    """Takes the mean of two cosines: of the encoder's vectors, and of what a matrix makes of them.

    Vectors of another encoder than the one it was taught with stay as they are.

    Attributes:
        encoder: Name of the encoder whose vectors it knows.
        weights: The matrix, (d, d) in double precision.

    >>> turned = PointMap("small", np.array([[0.0, 1.0], [1.0, 0.0]]))
    >>> one, other = turned(np.array([[1.0, 0.0], [0.6, 0.8]]), "small")
    >>> round(float(one @ other), 4)
    0.6
    """

    encoder: str
    weights: Floats = field(repr=False, compare=False)

    def __call__(self, vectors: Floats, encoder: str) -> Floats:
        """See PointModel; a vector has twice as many dimensions."""
        if encoder != self.encoder or vectors.shape[1] != len(self.weights):
            return vectors
        mapped = vectors @ self.weights
        lengths = np.linalg.norm(mapped, axis=1, keepdims=True)
        mapped /= np.maximum(lengths, np.finfo(np.float64).tiny)
        return np.asarray(np.concatenate([vectors, mapped], axis=1) * np.sqrt(0.5))

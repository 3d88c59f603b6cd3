"""Matching: the probability that a unit of a text makes a point, from the cosine of two vectors."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from debatable.arrays import Floats, Matrix, Vectors, sigmoid
from debatable.embedding import ENCODERS, CachedEncoder, Encoder
from debatable.embedding.encoder import normalised
from debatable.errors import InputError
from debatable.learning.sameness import POINTS, PointModel
from debatable.naming import Table, named, resolve
from debatable.progress import Step

__all__ = ["MATCHINGS", "MatchingModel", "VectorMatching", "matching"]


class MatchingModel(Protocol):
    """Tells whether a unit makes the point that another text names, in two steps, so that many pairs cost little."""

    def vectors(
        self, texts: Sequence[str], progress: Step | None = None, checkpoint: Path | None = None
    ) -> Matrix:
        """Returns a vector of length 1 for every text, the same bytes whether it was kept in a folder or not.

        Args:
            texts: Units and headlines alike.
            progress: Called with the number of texts done, and of all.
            checkpoint: Folder where vectors are kept, so that a run that was stopped goes on from there.
        """
        ...

    def probability(self, cosines: Vectors) -> Floats:
        """Returns P(the unit makes the point) for cosines of two vectors, rising with them."""
        ...


@dataclass(frozen=True, slots=True)
class VectorMatching:
    """A logistic line over the cosine of an encoder's vectors, after a map that brings equal points together.

    Attributes:
        encoder: Makes the vectors.
        points: What is done to them before they are compared.
        slope: Log-odds that one unit of cosine adds.
        shift: Log-odds at a cosine of 0.

    >>> matching("cosine").probability(np.array([0.2, 0.9])).round(2).tolist()
    [0.04, 0.5]
    """

    encoder: Encoder = named(ENCODERS, "all-MiniLM-L6-v2")
    points: PointModel = named(POINTS, "learned")
    slope: float = 4.91
    shift: float = -4.06

    def __post_init__(self) -> None:
        """Takes names for objects and checks the line."""
        resolve(self)
        if not (math.isfinite(self.slope) and math.isfinite(self.shift) and self.slope > 0):
            raise InputError(f"the slope is {self.slope}, the shift {self.shift}", todo="give a rising line")

    def vectors(
        self, texts: Sequence[str], progress: Step | None = None, checkpoint: Path | None = None
    ) -> Matrix:
        """See MatchingModel."""
        if checkpoint is not None:
            encoded = CachedEncoder(self.encoder, checkpoint)(texts, progress)
        else:
            encoded = normalised(self.encoder(texts, progress).astype(np.float16).astype(np.float32))
        mapped = self.points(encoded.astype(np.float64), self.encoder.name)
        return np.asarray(mapped, np.float32)

    def probability(self, cosines: Vectors) -> Floats:
        """See MatchingModel."""
        return sigmoid(self.slope * cosines + self.shift)


MATCHINGS = Table[MatchingModel](
    "matching model",
    {
        "mapped": VectorMatching(),
        "cosine": VectorMatching(points=POINTS["none"], slope=4.44, shift=-3.98),
    },
    base=object,
)
"""Matching models by name."""


def matching(name: str | MatchingModel = "mapped") -> MatchingModel:
    """Returns a matching model by its name, with parameters where given.

    >>> MATCHINGS.name(matching("cosine(slope=5.0)"))
    'cosine(slope=5.0)'
    """
    return MATCHINGS.parse(name)

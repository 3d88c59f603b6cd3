"""Matching: the probability that a unit of a text makes a point, from the cosine of two vectors."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from debatable.arrays import Floats, Matrix, Vectors, sigmoid
from debatable.embedding import BUNDLED, ENCODERS, CachedEncoder, Encoder
from debatable.embedding.encoder import normalised
from debatable.embedding.onnx import CHECKOUT, OF_POINTS
from debatable.errors import InputError
from debatable.learning.sameness import POINTS, PointModel
from debatable.naming import Table, named, resolve
from debatable.progress import Step

__all__ = ["MATCHINGS", "MatchingModel", "VectorMatching", "matching"]


BLOCK = 1_024
"""Units whose nearest ones are looked for at once."""

SPREAD = 0.1
"""Difference of cosines by which a nearer unit weighs e times as much."""


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

    def choices(self, units: Matrix, headlines: Matrix) -> Floats:
        """Returns P(the unit makes the point) of units and headlines, which are compared with each other as well.

        Args:
            units: Vectors of all units of a side, (n, d).
            headlines: Vectors of its points, (k, d).
        """
        ...


@dataclass(frozen=True, slots=True)
class VectorMatching:
    """A logistic line over the cosine of an encoder's vectors, after a map that brings equal points together.

    Attributes:
        encoder: Makes the vectors.
        points: What is done to them before they are compared.
        slope: Log-odds that one unit of cosine adds.
        shift: Log-odds at a cosine of 0.
        contrast: Share of the mean cosine with the other headlines that is taken off: who is near all of them
            makes none of them in particular.
        smoothing: Share of the cosines of a unit that comes from its nearest units, which mostly make the same point.
        neighbours: How many of them.
        crowd: Units beyond which nothing is smoothed, since all would have to be compared with all.
        choice_slope: As `slope`, for cosines after contrast and smoothing.
        choice_shift: As `shift`, for the same.

    >>> matching("cosine").probability(np.array([0.2, 0.9])).round(2).tolist()
    [0.04, 0.5]
    """

    encoder: Encoder = named(ENCODERS, OF_POINTS)
    points: PointModel = named(POINTS, "none")
    slope: float = 9.33
    shift: float = -5.67
    contrast: float = 0.7
    smoothing: float = 0.4
    neighbours: int = 6
    crowd: int = 20_000
    choice_slope: float = 12.5
    choice_shift: float = -4.15

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

    def choices(self, units: Matrix, headlines: Matrix) -> Floats:
        """See MatchingModel."""
        cosines = (units @ headlines.T).astype(np.float64)
        if self.smoothing and self.neighbours < len(units) <= self.crowd:
            cosines = (1 - self.smoothing) * cosines + self.smoothing * self._of_neighbours(units, cosines)
        if headlines.shape[0] < 2 or not self.contrast:
            return self.probability(cosines)
        others = (cosines.sum(axis=1, keepdims=True) - cosines) / (len(headlines) - 1)
        return sigmoid(self.choice_slope * (cosines - self.contrast * others) + self.choice_shift)

    def _of_neighbours(self, units: Matrix, cosines: Floats) -> Floats:
        """Returns the mean cosines of the nearest units of each, the nearer ones weighted more."""
        means = np.empty_like(cosines)
        for start in range(0, len(units), BLOCK):
            near = units[start : start + BLOCK] @ units.T
            near[np.arange(len(near)), np.arange(start, start + len(near))] = -2.0
            rows = np.sort(np.argpartition(-near, self.neighbours - 1, axis=1)[:, : self.neighbours], axis=1)
            weight = np.exp((np.take_along_axis(near, rows, axis=1).astype(np.float64) - 1.0) / SPREAD)
            weight /= weight.sum(axis=1, keepdims=True)
            means[start : start + BLOCK] = np.einsum("nk,nkh->nh", weight, cosines[rows])
        return means


_MAPPED = VectorMatching(
    ENCODERS[BUNDLED], POINTS["learned"], slope=4.91, shift=-4.06, contrast=0.0, smoothing=0.0
)

MATCHINGS = Table[MatchingModel](
    "matching model",
    {
        "learned": VectorMatching() if (CHECKOUT / OF_POINTS).is_dir() else _MAPPED,
        "mapped": _MAPPED,
        "cosine": VectorMatching(ENCODERS[BUNDLED], slope=4.44, shift=-3.98, contrast=0.0, smoothing=0.0),
    },
    base=object,
)
"""Matching models by name; without the encoder of points, which a wheel has no room for, ``learned`` is ``mapped``."""


def matching(name: str | MatchingModel = "learned") -> MatchingModel:
    """Returns a matching model by its name, with parameters where given; the bundled one without.

    >>> MATCHINGS.name(matching("cosine(slope=5.0)"))
    'cosine(slope=5.0)'
    """
    return MATCHINGS.parse(name)

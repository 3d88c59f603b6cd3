"""Matching: the probability that a unit of a text makes a point, from the cosines of their vectors and words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np

from debatable.arrays import Floats, Ints, Matrix, Vectors, sigmoid
from debatable.embedding import BUNDLED, ENCODERS, CachedEncoder, Encoder
from debatable.embedding.encoder import normalised
from debatable.embedding.table import TOKEN_VECTORS
from debatable.errors import InputError
from debatable.learning.sameness import POINTS, PointModel
from debatable.naming import Table, check_fields, check_range, named
from debatable.progress import Step

BLOCK = 1_024
"""Units whose nearest ones are looked for at once."""

SPREAD = 0.1
"""Difference of cosines by which a nearer unit weighs e times as much."""


class Nearest(NamedTuple):
    """The nearest units of each unit, (n, neighbours).

    Attributes:
        rows: Of the units.
        weights: How much each counts; they sum to 1.
    """

    rows: Ints
    weights: Floats


class MatchingModel(Protocol):
    """Tells whether a unit makes the point that another text names, in two steps, so that many pairs cost little."""

    def vectors(
        self, texts: Sequence[str], progress: Step | None = None, checkpoint: Path | None = None
    ) -> Matrix:
        """Returns a vector of length 1 for every text, the same bytes whether it was kept in a folder or not.

        Args:
            texts: Units and headlines alike; all of a debate at once, since words count by how rare they are in it.
            progress: Called with the number of texts done, and of all.
            checkpoint: Folder where vectors are kept, so that a run that was stopped goes on from there.
        """
        ...

    def probability(self, cosines: Vectors) -> Floats:
        """Returns P(the unit makes the point) for cosines of two vectors, rising with them."""
        ...

    def nearest(self, units: Matrix) -> Nearest | None:
        """Returns the nearest units of each, None where they do not count."""
        ...

    def choices(self, units: Matrix, headlines: Matrix, nearest: Nearest | None = None) -> Floats:
        """Returns P(the unit makes the point) of units and headlines, which are compared with each other as well.

        Args:
            units: Vectors of all units of a side, (n, d).
            headlines: Vectors of its points, (k, d).
            nearest: As the method of this name returns them; for whoever has them already.
        """
        ...


@dataclass(frozen=True, slots=True)
class VectorMatching:
    """A logistic line over the cosine of two texts: that of an encoder's vectors, or its mean with three others.

    The others are those of `word_vectors`. A sentence encoder knows what texts are about, words that are rare in a
    debate tell its points apart.

    Attributes:
        encoder: Makes the vectors.
        points: What is done to them before they are compared.
        words: Whether the words of texts count as well; beside the bundled table of token vectors they count alone.
        slope: Log-odds that one unit of cosine adds.
        shift: Log-odds at a cosine of 0.
        contrast: Share of the mean cosine with the other headlines that is taken off: who is near all of them
            makes none of them in particular.
        smoothing: Share of the cosines of a unit that comes from its nearest units, which mostly make the same point.
        neighbours: How many of them; with 0 nothing is smoothed.
        crowd: Units beyond which nothing is smoothed, since all would have to be compared with all.
        choice_slope: As `slope`, for cosines after contrast and smoothing.
        choice_shift: As `shift`, for the same.

    >>> matching("cosine").probability(np.array([0.2, 0.9])).round(2).tolist()
    [0.04, 0.5]
    """

    encoder: Encoder = named(ENCODERS, BUNDLED)
    points: PointModel = named(POINTS, "learned")
    words: bool = True
    slope: float = 12.8
    shift: float = -6.03
    contrast: float = 0.7
    smoothing: float = 0.5
    neighbours: int = 6
    crowd: int = 20_000
    choice_slope: float = 24.0
    choice_shift: float = -4.52

    def __post_init__(self) -> None:
        """Takes names for objects and checks the lines and the numbers."""
        check_fields(self)
        for slope, shift in ((self.slope, self.shift), (self.choice_slope, self.choice_shift)):
            if not slope > 0:
                raise InputError(f"the slope is {slope}, the shift {shift}", todo="give a rising line")
        check_range(self, "contrast", "smoothing", least=0, most=1, todo="give a share from 0 to 1")
        check_range(self, "neighbours", "crowd", least=0, todo="give 0 for none")

    def vectors(
        self, texts: Sequence[str], progress: Step | None = None, checkpoint: Path | None = None
    ) -> Matrix:
        """See MatchingModel."""
        from debatable.learning.word_vectors import word_vectors  # loads scipy.sparse

        parts = word_vectors(texts, TOKEN_VECTORS) if self.words else []
        if not parts or self.encoder is not TOKEN_VECTORS:
            parts.append(self._encoded(texts, progress, checkpoint))
        return normalised(np.concatenate(parts, axis=1))

    def _encoded(self, texts: Sequence[str], progress: Step | None, checkpoint: Path | None) -> Matrix:
        """Returns the vectors of the encoder, rounded as they are kept, after the map."""
        if checkpoint is not None:
            encoded = CachedEncoder(self.encoder, checkpoint)(texts, progress)
        else:
            encoded = normalised(self.encoder(texts, progress).astype(np.float16).astype(np.float32))
        mapped = self.points(encoded.astype(np.float64), self.encoder.name)
        return np.asarray(mapped, np.float32)

    def probability(self, cosines: Vectors) -> Floats:
        """See MatchingModel."""
        return sigmoid(self.slope * cosines + self.shift)

    def choices(self, units: Matrix, headlines: Matrix, nearest: Nearest | None = None) -> Floats:
        """See MatchingModel."""
        cosines = (units @ headlines.T).astype(np.float64)
        near = nearest or self.nearest(units)
        if near is not None:
            of_nearest = np.einsum("nk,nkh->nh", near.weights, cosines[near.rows])
            cosines = (1 - self.smoothing) * cosines + self.smoothing * of_nearest
        if headlines.shape[0] < 2 or not self.contrast:
            return self.probability(cosines)
        others = (cosines.sum(axis=1, keepdims=True) - cosines) / (len(headlines) - 1)
        return sigmoid(self.choice_slope * (cosines - self.contrast * others) + self.choice_shift)

    def nearest(self, units: Matrix) -> Nearest | None:
        """See MatchingModel."""
        if not self.smoothing or not 0 < self.neighbours < len(units) <= self.crowd:
            return None
        rows = np.empty((len(units), self.neighbours), np.int64)
        weights = np.empty(rows.shape)
        for start in range(0, len(units), BLOCK):
            near = units[start : start + BLOCK] @ units.T
            near[np.arange(len(near)), np.arange(start, start + len(near))] = -2.0
            own = np.sort(np.argpartition(-near, self.neighbours - 1, axis=1)[:, : self.neighbours], axis=1)
            weight = np.exp((np.take_along_axis(near, own, axis=1).astype(np.float64) - 1.0) / SPREAD)
            part = slice(start, start + BLOCK)
            rows[part], weights[part] = own, weight / weight.sum(axis=1, keepdims=True)
        return Nearest(rows, weights)


MATCHINGS = Table[MatchingModel](
    "matching model",
    {
        "learned": VectorMatching(),
        "words": VectorMatching(
            TOKEN_VECTORS, POINTS["none"], slope=13.1, shift=-5.28, choice_slope=24.2, choice_shift=-4.06
        ),
        "mapped": VectorMatching(words=False, slope=4.91, shift=-4.06, contrast=0.0, smoothing=0.0),
        "cosine": VectorMatching(
            points=POINTS["none"], words=False, slope=4.44, shift=-3.98, contrast=0.0, smoothing=0.0
        ),
    },
    base=object,
)
"""Matching models by name; ``words`` is ``learned`` without the sentence encoder, a hundred times as fast."""


def matching(name: str | MatchingModel = "learned") -> MatchingModel:
    """Returns a matching model by its name, with parameters where given; the bundled one without.

    >>> MATCHINGS.name(matching("cosine(slope=5.0)"))
    'cosine(slope=5.0)'
    """
    return MATCHINGS.parse(name)

"""Whether two premises make the same point: a matrix after which such premises lie near each other.

Premises of one debate are all about the same, so that the cosines of a sentence encoder tell little of whether two of
them make the same point. The matrix is trained on premises of one debate and side. It reads no further text and takes
no room in an index.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Protocol
from zipfile import BadZipFile

import numpy as np

from debatable.arrays import Floats
from debatable.errors import InputError
from debatable.literals import LITERALS
from debatable.naming import Table

MODEL = Path(__file__).parent / "models" / "points.npz"


class PointModel(Protocol):
    """Makes vectors of premises whose cosine tells whether two of them make the same point."""

    def __call__(self, vectors: Floats, encoder: str) -> Floats:
        """Returns a unit vector for each of an encoder's unit vectors.

        Args:
            vectors: In double precision, (n, d).
            encoder: Name of the encoder.
        """


@dataclass(frozen=True, slots=True)
class AsEncoded:
    """Leaves the vectors as they are.

    >>> AsEncoded()(np.array([[0.6, 0.8]]), "any").tolist()
    [[0.6, 0.8]]
    """

    def __call__(self, vectors: Floats, encoder: str) -> Floats:
        """See PointModel."""
        return vectors


@dataclass(frozen=True, slots=True)
class PointMap:
    """Takes the mean of two cosines: of the encoder's vectors, and of their products with a matrix.

    Vectors of another encoder than the one it was trained with stay as they are.

    Attributes:
        encoder: Name of the encoder it was trained with.
        weights: The matrix, (d, d) in double precision.

    >>> swapped = PointMap("small", np.array([[0.0, 1.0], [1.0, 0.0]]))
    >>> one, other = swapped(np.array([[1.0, 0.0], [0.6, 0.8]]), "small")
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
        both = np.empty((len(vectors), 2 * vectors.shape[1]))
        np.multiply(vectors, np.sqrt(0.5), out=both[:, : vectors.shape[1]])
        np.multiply(mapped, np.sqrt(0.5), out=both[:, vectors.shape[1] :])
        return both


@cache
def read_map(path: Path = MODEL) -> PointMap:
    """Reads a map that training/train_points.py wrote; the bundled one without a path.

    Raises:
        InputError: There is none, or it is damaged.
    """
    todo = "install the package again"
    try:
        with path.open("rb") as file, LITERALS, np.load(file, allow_pickle=False) as arrays:
            encoder, weights = str(arrays["encoder"]), arrays["weights"].astype(np.float64)
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        raise InputError("the map of points is missing or damaged", where=str(path), todo=todo) from error
    if weights.ndim != 2 or weights.shape[0] != weights.shape[1] or not np.isfinite(weights).all():
        raise InputError("is no map of points", where=str(path), todo=todo)
    return PointMap(encoder, weights)


@dataclass(frozen=True, slots=True)
class LearnedPoints:
    """The bundled map, trained with the bundled encoder; read when it is first used."""

    def __call__(self, vectors: Floats, encoder: str) -> Floats:
        """See PointModel."""
        return read_map()(vectors, encoder)


POINTS = Table[PointModel]("model of points", {"learned": LearnedPoints(), "none": AsEncoded()})
"""Models of points by name."""


def points(name: str | PointModel = "learned") -> PointModel:
    """Returns a model of points by its name; the bundled one without.

    >>> points("none")
    AsEncoded()
    """
    return POINTS.parse(name)

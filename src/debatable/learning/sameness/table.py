"""The table of models of points."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from debatable.arrays import Floats
from debatable.errors import InputError
from debatable.learning.sameness.point_map import AsEncoded, PointMap, PointModel
from debatable.literals import LITERALS
from debatable.naming import Table

__all__ = ["POINTS", "LearnedPoints", "points", "read_map"]

MODEL = Path(__file__).parent / "models" / "points.npz"


@cache
def read_map(path: Path = MODEL) -> PointMap:
    """Reads a map that training/train_points.py wrote; the bundled one without a path.

    Raises:
        InputError: There is none, or it is damaged.
    """
    try:
        with path.open("rb") as file, LITERALS, np.load(file, allow_pickle=False) as arrays:
            encoder, weights = str(arrays["encoder"]), arrays["weights"].astype(np.float64)
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        todo = "install the package again"
        raise InputError("the map of points is missing or damaged", where=str(path), todo=todo) from error
    if weights.ndim != 2 or weights.shape[0] != weights.shape[1] or not np.isfinite(weights).all():
        raise InputError("is no map of points", where=str(path), todo="install the package again")
    return PointMap(encoder, weights)


@dataclass(frozen=True, slots=True)
class LearnedPoints:
    """The bundled map, taught with the bundled encoder; read when it is first used."""

    def __call__(self, vectors: Floats, encoder: str) -> Floats:
        """See PointModel."""
        return read_map()(vectors, encoder)


POINTS = Table[PointModel]("model of points", {"learned": LearnedPoints(), "none": AsEncoded()})
"""Every model of points by name."""


def points(name: str | PointModel = "learned") -> PointModel:
    """Returns a model of points by its name; the bundled one without.

    >>> points("none")
    AsEncoded()
    """
    return POINTS.parse(name)

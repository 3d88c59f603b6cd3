"""The table of quality models."""

from __future__ import annotations

from functools import cache
from importlib import resources

import numpy as np

from debatable.learning.quality.model import QualityModel
from debatable.literals import LITERALS
from debatable.naming import Table

__all__ = ["QUALITIES", "quality"]


@cache
def _dagstuhl() -> QualityModel:
    """Reads the bundled model, trained on Dagstuhl-15512 for the bundled encoder."""
    source = resources.files("debatable.learning.quality") / "models" / "quality.npz"
    with source.open("rb") as file, LITERALS, np.load(file, allow_pickle=False) as arrays:
        return QualityModel(str(arrays["encoder"]), arrays["weights"].astype(np.float32))


QUALITIES = Table[QualityModel]("quality model", lambda: {"dagstuhl": _dagstuhl()}, base=QualityModel)
"""Every quality model by name, read when it is first asked for."""


def quality(name: str | QualityModel = "dagstuhl") -> QualityModel:
    """Returns a quality model by its name; the bundled one without.

    >>> quality()
    QualityModel(encoder='all-MiniLM-L6-v2')
    """
    return QUALITIES.parse(name)

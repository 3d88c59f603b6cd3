"""The types of arrays, each named once; the name says what the numbers are."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

__all__ = [
    "Bools",
    "Floats",
    "Halves",
    "Ints",
    "Labels",
    "Matrix",
    "Rows",
    "Signs",
    "Singles",
    "Vectors",
]

Bools: TypeAlias = npt.NDArray[np.bool_]
"""Whether something holds, an entry a row."""

Signs: TypeAlias = npt.NDArray[np.int8]
"""-1, 0 or 1: against, neither, for."""

Labels: TypeAlias = npt.NDArray[np.int32]
"""The cluster of each row; -1 is none."""

Ints: TypeAlias = npt.NDArray[np.int64]
"""Row numbers and counts."""

Rows: TypeAlias = npt.NDArray[np.integer[Any]]
"""Row numbers or labels of any width, where they are only read."""

Floats: TypeAlias = npt.NDArray[np.float64]
"""Scores and probabilities."""

Singles: TypeAlias = npt.NDArray[np.float32]
"""Numbers in single precision, distances for instance."""

Halves: TypeAlias = npt.NDArray[np.float16]
"""Vectors as they are kept on disk."""

Matrix: TypeAlias = npt.NDArray[np.float32]
"""Vectors as an encoder gives them, one a row."""

Vectors: TypeAlias = npt.NDArray[np.floating[Any]]
"""Vectors of any precision, one a row."""

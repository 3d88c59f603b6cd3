"""Types of arrays, named by what their numbers are, and the two functions between probabilities and log-odds."""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

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


class VectorRows(Protocol):
    """Vectors that are read row by row: a matrix, or what several files hold."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Rows and columns."""

    def __len__(self) -> int:
        """Number of rows."""

    def __getitem__(self, rows: Any, /) -> Vectors:
        """Returns some rows, given as a slice or by number."""


Numbers = TypeVar("Numbers", bound=np.generic)


def distinct(values: npt.NDArray[Numbers]) -> npt.NDArray[Numbers]:
    """Returns the different values of a list in order, as `numpy.unique` does.

    Numpy hashes them since 2.3, which takes three times as long for a hundred numbers and 400 times for seven million
    rows that are nearly in order; and it loads masked arrays first.

    >>> distinct(np.array([4, 2, 4])).tolist()
    [2, 4]
    """
    ordered = np.sort(values, kind="stable")
    first = np.ones(len(ordered), np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    return ordered[first]


def union(one: npt.NDArray[Numbers], other: npt.NDArray[Numbers]) -> npt.NDArray[Numbers]:
    """Returns the different values of two lists in order.

    >>> union(np.array([4, 2]), np.array([3, 2])).tolist()
    [2, 3, 4]
    """
    return distinct(np.concatenate([one, other]))


FEW = 4096
"""Values up to which looking each of them up is sooner than what `numpy.isin` does before."""


def is_among(values: Rows, others: Rows) -> Bools:
    """Returns which values of a list of rows are among others, as `numpy.isin` does, which is slow for few.

    >>> is_among(np.array([4, 2, 4]), np.array([7, 4])).tolist()
    [True, False, True]
    """
    if len(values) > FEW:
        return np.isin(values, others)
    if not len(others):
        return np.zeros(len(values), np.bool_)
    ordered = np.sort(others)
    return np.asarray(ordered.take(ordered.searchsorted(values), mode="clip") == values)


def sigmoid(log_odds: npt.ArrayLike) -> Floats:
    """Returns the probabilities of log-odds, which are clipped to ±36 so that nothing overflows.

    >>> sigmoid([0.0, -1000.0]).round(3).tolist()
    [0.5, 0.0]
    """
    return np.asarray(1 / (1 + np.exp(-np.minimum(np.maximum(log_odds, -36), 36))))


CERTAIN = 1e-6
"""Probabilities nearer to 0 or 1 than this are taken for this, so that log-odds stay finite."""


def bounded_log_odds(probabilities: Floats) -> Floats:
    """Returns the log-odds of probabilities, those of certain ones too, which are bounded.

    >>> bounded_log_odds(np.array([0.0, 0.5, 1.0])).round(3).tolist()
    [-13.816, 0.0, 13.816]
    """
    return log_odds(np.clip(probabilities, CERTAIN, 1 - CERTAIN))


def log_odds(probabilities: Floats) -> Floats:
    """Returns the log-odds of probabilities between 0 and 1, neither included.

    >>> log_odds(np.array([0.5, 0.75])).round(3).tolist()
    [0.0, 1.099]
    """
    return np.asarray(np.log(probabilities / (1 - probabilities)))

"""Choosing hyper-parameters without looking at the query that is scored (Fromm et al. 2021, 4)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from debatable.arrays import Floats, Ints
from debatable.errors import InputError

__all__ = ["HeldOut", "leave_one_out"]


@dataclass(frozen=True, slots=True)
class HeldOut:
    """What leave-one-query-out selection gives.

    Attributes:
        chosen: Row of the setting that each query was scored with.
        values: Value of each query under the setting chosen without it.
    """

    chosen: Ints
    values: Floats

    @property
    def mean(self) -> float:
        """Mean over the queries."""
        return float(self.values.mean())


def leave_one_out(values: npt.ArrayLike) -> HeldOut:
    """Scores each query with the setting that is best on average over all other queries.

    Args:
        values: Settings by queries.

    Returns:
        The choices and the held-out values; of equally good settings the first is chosen.

    Raises:
        InputError: There are no settings, or fewer than two queries.

    >>> leave_one_out([[1.0, 0.0, 0.0], [0.0, 0.5, 0.5]]).values
    array([0., 0., 0.])
    """
    matrix = np.asarray(values, dtype=np.float64)
    if matrix.ndim != 2 or matrix.shape[0] == 0 or matrix.shape[1] < 2:
        raise InputError(
            f"values of shape {matrix.shape}", todo="give settings by queries, two queries or more"
        )
    others = (matrix.sum(axis=1, keepdims=True) - matrix) / (matrix.shape[1] - 1)
    # Settings whose sums differ by rounding alone are equally good.
    chosen = np.argmax(np.round(others, 12), axis=0)
    return HeldOut(chosen.astype(np.int64), matrix[chosen, np.arange(matrix.shape[1])])

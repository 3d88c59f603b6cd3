"""From scores to probabilities: P(c|q) has to sum to one over the claims that were found."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from debatable.arrays import Floats
from debatable.errors import InputError, check_name


def proportional(scores: Floats, temperature: float) -> Floats:
    """Weights s^(1/T): the scores themselves at T = 1; what is not above 0 gets nothing."""
    top = scores.max()
    return (
        np.asarray((np.maximum(scores, 0.0) / top) ** (1.0 / temperature))
        if top > 0
        else np.ones_like(scores)
    )


def softmax(scores: Floats, temperature: float) -> Floats:
    """Weights exp(s / (T max s)): T is free of the scale of the similarity."""
    top = np.abs(scores).max()
    scaled = scores / top if top > 0 else np.zeros_like(scores)
    return np.asarray(np.exp((scaled - scaled.max()) / temperature))


def by_rank(scores: Floats, temperature: float) -> Floats:
    """Weights r^(-1/T) of the ranks r; equal scores share the better rank."""
    ranks = 1.0 + np.searchsorted(np.sort(-scores), -scores, side="left")
    return np.asarray(ranks ** (-1.0 / temperature))


CALIBRATIONS: dict[str, Callable[[Floats, float], Floats]] = {
    "rank": by_rank,
    "softmax": softmax,
    "sum": proportional,
}


def calibrated(scores: npt.ArrayLike, calibration: str = "sum", temperature: float = 1.0) -> Floats:
    """Returns probabilities that sum to one and keep the order of the scores.

    Args:
        scores: Similarities of the claims that were found, the more the better.
        calibration: ``sum``, ``softmax`` or ``rank``.
        temperature: Above 0; the smaller, the more the best claim gets.

    Raises:
        UnknownNameError: There is no such calibration.
        InputError: The temperature is not above 0.

    >>> calibrated([3.0, 1.0]).tolist()
    [0.75, 0.25]
    >>> calibrated([3.0, 1.0, 0.5], "rank").round(3).tolist()
    [0.545, 0.273, 0.182]
    """
    checked_calibration(calibration, temperature)
    values = np.asarray(scores, np.float64)
    if not len(values):
        return values
    weights = CALIBRATIONS[calibration](values, temperature)
    return np.asarray(weights / weights.sum())


def checked_calibration(calibration: str, temperature: float) -> None:
    """Refuses a calibration that there is not.

    Raises:
        UnknownNameError: There is no such calibration.
        InputError: The temperature is not above 0.
    """
    check_name("calibration", calibration, CALIBRATIONS)
    if not temperature > 0:
        raise InputError(f"the temperature is {temperature}", todo="give one above 0")

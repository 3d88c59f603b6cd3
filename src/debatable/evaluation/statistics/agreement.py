"""Krippendorff's alpha: how far annotators agree beyond chance, with any number of them and with gaps.

Written from the formulas in K. Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np

from debatable.arrays import Floats, Ints
from debatable.errors import InputError, check_name
from debatable.evaluation.statistics.intervals import Interval, bootstrap

Level = Literal["nominal", "ordinal", "interval", "ratio"]


def _ordinal(values: Floats, marginals: Floats) -> Floats:
    middle = np.cumsum(marginals) - marginals / 2.0
    return (middle[:, None] - middle[None, :]) ** 2


def _ratio(values: Floats, marginals: Floats) -> Floats:
    total = values[:, None] + values[None, :]
    difference = values[:, None] - values[None, :]
    return np.divide(difference, total, out=np.zeros_like(total), where=total != 0.0) ** 2


_DIFFERENCES: dict[str, Callable[[Floats, Floats], Floats]] = {
    "nominal": lambda values, _: np.asarray(values[:, None] != values[None, :], dtype=np.float64),
    "ordinal": _ordinal,
    "interval": lambda values, _: (values[:, None] - values[None, :]) ** 2,
    "ratio": _ratio,
}


def value_counts(units: Sequence[Sequence[float | str]]) -> tuple[Floats, Floats]:
    """Returns the values that occur and how often each unit got each of them, units by values.

    Units with fewer than two values are left out: there is nothing to agree on. Labels that are text get
    numbers in the order of the alphabet, which only the nominal level may use.
    """
    pairable = [unit for unit in units if len(unit) > 1]
    occurring = sorted({value for unit in pairable for value in unit}, key=lambda v: (isinstance(v, str), v))
    place = {value: column for column, value in enumerate(occurring)}
    counts = np.zeros((len(pairable), len(occurring)))
    for row, unit in enumerate(pairable):
        for value in unit:
            counts[row, place[value]] += 1.0
    text = any(isinstance(value, str) for value in occurring)
    values = np.arange(len(occurring)) if text else np.array(occurring, dtype=np.float64)
    return values.astype(np.float64), counts


def _alpha(values: Floats, counts: Floats, level: str) -> float:
    marginals = counts.sum(axis=0)
    n = float(marginals.sum())
    weights = 1.0 / (counts.sum(axis=1) - 1.0)
    coincidences = (counts * weights[:, None]).T @ counts - np.diag(counts.T @ weights)
    difference = _DIFFERENCES[level](values, marginals)
    observed = float((coincidences * difference).sum()) / n
    expected = float(marginals @ difference @ marginals) / (n * (n - 1.0))
    return np.nan if expected == 0.0 else 1.0 - observed / expected


def krippendorff_alpha(units: Sequence[Sequence[float | str]], level: Level = "nominal") -> float:
    """Returns alpha: 1 for full agreement, 0 for what chance gives, below for less than that.

    Args:
        units: For each unit the values its annotators gave; leave out those who gave none.
        level: How far two values are apart: ``nominal``, ``ordinal``, ``interval`` or ``ratio``.

    Returns:
        Alpha, or NaN where all values are the same, since agreement is undefined then.

    >>> round(krippendorff_alpha([[1, 1], [2, 2], [1, 2], [3, 3]]), 3)
    0.667
    """
    _check(units, level)
    values, counts = value_counts(units)
    return _alpha(values, counts, level) if counts.size else float("nan")


def alpha_interval(
    units: Sequence[Sequence[float | str]],
    level: Level = "nominal",
    *,
    rounds: int = 1000,
    seed: int = 0,
    confidence: float = 0.95,
) -> Interval:
    """Returns alpha with its percentile bootstrap interval over units.

    Krippendorff's own bootstrap draws pairs of values under the observed disagreement; this one draws
    whole units, which keeps annotators of a unit together and needs no assumption about pairs. Where all
    values are the same, alpha is NaN and there is no interval.
    """
    _check(units, level)
    values, counts = value_counts(units)
    if not counts.size:
        return Interval(float("nan"))

    def statistic(rows: Ints) -> Floats:
        return np.array([_alpha(values, counts[sample], level) for sample in rows])

    return bootstrap(statistic, len(counts), rounds, seed, confidence)


def _check(units: Sequence[Sequence[float | str]], level: str) -> None:
    check_name("level of measurement", level, _DIFFERENCES)
    if level != "nominal" and any(isinstance(value, str) for unit in units for value in unit):
        todo = "use the nominal level or numbers"
        raise InputError(f"labels that are text on the {level} level", todo=todo)

"""Bootstrap confidence intervals: how far a mean over queries might move with other queries."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from debatable.arrays import Floats, Ints


def or_dash(value: float, form: str = ".3f") -> str:
    """Returns a number as a table shows it, a dash where it is NaN, which is what is undefined.

    >>> or_dash(0.25), or_dash(math.nan)
    ('0.250', '–')
    """
    return "–" if math.isnan(value) else format(value, form)


@dataclass(frozen=True, slots=True)
class Interval:
    """A value and the range that holds it with some confidence.

    Attributes:
        value: Of all items together; NaN where it is undefined.
        low: Where the range begins; NaN where there is none, since one item has no spread.
        high: Where it ends; NaN likewise.

    >>> print(Interval(0.5, 0.41, 0.62))
    0.500 [0.410, 0.620]
    >>> print(Interval(0.5)), print(Interval(math.nan))
    0.500 [–]
    – [–]
    (None, None)
    """

    value: float
    low: float = math.nan
    high: float = math.nan

    @property
    def bounds(self) -> tuple[float, float] | None:
        """Where the range begins and ends, or None where there is none."""
        return None if math.isnan(self.low) else (self.low, self.high)

    def __str__(self) -> str:
        """Shows three decimals, and a dash for a value or range that there is not."""
        bounds = "–" if self.bounds is None else ", ".join(f"{bound:.3f}" for bound in self.bounds)
        return f"{or_dash(self.value)} [{bounds}]"

    def in_brief(self, between: str = "–") -> str:
        """Returns the bounds as a narrow cell of a table has them, or a dash where there are none.

        >>> Interval(0.5, 0.41, 0.62).in_brief(), Interval(1.0, 0.9, 1.0).in_brief(", "), Interval(0.5).in_brief()
        ('.410–.620', '.900, 1.000', '–')
        """
        if self.bounds is None:
            return "–"
        return between.join(f"{bound:.3f}".removeprefix("0") for bound in self.bounds)


def bootstrap_mean(
    values: Sequence[float] | Floats, *, rounds: int = 2000, seed: int = 0, confidence: float = 0.95
) -> Interval:
    """Returns the mean with its percentile bootstrap interval over queries (Efron and Tibshirani 1993).

    Queries whose value is NaN, since it is undefined, are left out.

    >>> bootstrap_mean([1.0, 1.0, 1.0])
    Interval(value=1.0, low=1.0, high=1.0)
    """
    x = np.asarray(values, dtype=np.float64)
    x = x[~np.isnan(x)]
    return bootstrap(lambda rows: x[rows].mean(axis=-1), len(x), rounds, seed, confidence)


def bootstrap_groups(
    values: Sequence[float] | Floats,
    groups: Sequence[str],
    *,
    rounds: int = 2000,
    seed: int = 0,
    confidence: float = 0.95,
) -> Interval:
    """Returns the mean over queries with its interval over groups of them, such as topics.

    Queries of one group are alike: they come and go together, so that the interval does not take them for
    independent witnesses. Queries whose value is NaN, since it is undefined, are left out.

    >>> bootstrap_groups([0.0, 0.0, 1.0, 1.0], ["a", "a", "b", "b"])
    Interval(value=0.5, low=0.0, high=1.0)
    """
    x = np.asarray(values, dtype=np.float64)
    defined = ~np.isnan(x)
    _, places = np.unique(np.asarray(groups)[defined], return_inverse=True)
    sums = np.bincount(places, weights=x[defined])
    sizes = np.bincount(places)
    return bootstrap(
        lambda rows: sums[rows].sum(axis=-1) / sizes[rows].sum(axis=-1), len(sizes), rounds, seed, confidence
    )


def bootstrap(
    statistic: Callable[[Ints], Floats], n: int, rounds: int = 2000, seed: int = 0, confidence: float = 0.95
) -> Interval:
    """Returns a statistic with its percentile bootstrap interval; fewer than two items have none, and none no value.

    The statistic takes rows of drawn positions out of n, one sample a row, and returns a value for each sample, NaN
    where it is undefined: such samples are left out, and a statistic that is undefined of all items has no interval.
    """
    if n == 0:
        return Interval(math.nan)
    value = float(statistic(np.arange(n)[None, :])[0])
    if n == 1 or math.isnan(value):
        return Interval(value)
    rows = np.random.default_rng(seed).integers(0, n, size=(rounds, n))
    samples = statistic(rows)
    tail = (1.0 - confidence) / 2.0
    low, high = np.nanquantile(samples, [tail, 1.0 - tail])
    return Interval(value, float(low), float(high))

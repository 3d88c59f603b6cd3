"""Is the difference between two methods more than luck: paired tests over queries, and corrections.

What cannot be computed, such as the p of a t-test over one query, is NaN, never a number.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from debatable.arrays import Floats
from debatable.errors import InputError
from debatable.naming import Table

Values = Sequence[float] | Floats
Test = Callable[[Values, Values], float]
Correction = Callable[[Values], Floats]


def paired_t(a: Values, b: Values) -> float:
    """Returns the two-sided p of the paired t-test (Dumani and Schenkel 2019); 1 where nothing differs.

    Fewer than two queries have no spread, and so no p: it is NaN.
    """
    difference = _difference(a, b)
    if len(difference) < 2:
        return math.nan
    if not difference.any():
        return 1.0
    if np.ptp(difference) == 0.0:
        return 0.0
    from scipy.special import stdtr  # scipy.stats, whose test this is, takes a second to load

    n = len(difference)
    t = difference.mean() / np.sqrt(difference.var(ddof=1) / n)
    return float(2.0 * stdtr(n - 1, -abs(t)))


def paired_t_matrix(values: Floats) -> Floats:
    """Returns the p of `paired_t` of every method against every other; `values` are methods by queries.

    >>> paired_t_matrix(np.array([[0.1, 0.5, 0.6], [0.1, 0.5, 0.6], [0.3, 0.6, 0.9]])).round(4).tolist()
    [[1.0, 1.0, 0.0742], [1.0, 1.0, 0.0742], [0.0742, 0.0742, 1.0]]
    """
    methods, n = values.shape
    if n < 2:
        return np.full((methods, methods), np.nan)
    p = np.ones((methods, methods))
    from scipy.special import stdtr

    for row in range(methods):
        difference = values[row] - values[row + 1 :]
        mean, error = difference.mean(axis=1), difference.std(axis=1, ddof=1) / np.sqrt(n)
        constant = np.ptp(difference, axis=1) == 0.0
        t = np.abs(mean) / np.where(constant, 1.0, error)
        of_row = np.where(constant, np.where(mean == 0.0, 1.0, 0.0), 2.0 * stdtr(n - 1, -t))
        p[row, row + 1 :] = p[row + 1 :, row] = of_row
    return p


def welch_t(a: Values, b: Values) -> float:
    """Returns the two-sided p of Welch's t-test (Dumani et al. 2020), which does not pair the queries.

    It is NaN where one side has fewer than two queries.
    """
    x, y = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    if len(x) < 2 or len(y) < 2:
        return math.nan
    if np.ptp(x) == 0.0 and np.ptp(y) == 0.0:
        return 1.0 if x[0] == y[0] else 0.0
    from scipy.special import stdtr  # scipy.stats warns where the values of one side are all the same

    of_x, of_y = x.var(ddof=1) / len(x), y.var(ddof=1) / len(y)
    share = of_x / (of_x + of_y)
    freedom = 1.0 / (share**2 / (len(x) - 1) + (1.0 - share) ** 2 / (len(y) - 1))
    t = (x.mean() - y.mean()) / np.sqrt(of_x + of_y)
    return float(2.0 * stdtr(freedom, -abs(t)))


def wilcoxon(a: Values, b: Values) -> float:
    """Returns the two-sided p of Wilcoxon's signed-rank test; queries without a difference are left out."""
    difference = _difference(a, b)
    if not len(difference):
        return math.nan
    if not difference.any():
        return 1.0
    from scipy import stats

    return float(stats.wilcoxon(difference, zero_method="wilcox").pvalue)


def randomisation(a: Values, b: Values, *, rounds: int = 10_000, seed: int = 0) -> float:
    """Returns the two-sided p of the paired randomisation test on the mean (Smucker et al. 2007).

    Up to 2^13 sign patterns are all counted; beyond, `rounds` of them are drawn, and the observed one is
    counted among them.

    >>> randomisation([0.5, 0.7, 0.9], [0.4, 0.5, 0.6])
    0.25
    """
    difference = _difference(a, b)
    if not len(difference) or np.isnan(difference).any():
        return math.nan
    difference = difference[difference != 0.0]
    n = len(difference)
    if n == 0:
        return 1.0
    observed = abs(float(difference.sum())) * (1.0 - 1e-12)
    if n <= 13:
        signs = 1.0 - 2.0 * (np.arange(2**n)[:, None] >> np.arange(n) & 1)
        return float(np.mean(np.abs(signs @ difference) >= observed))
    generator = np.random.default_rng(seed)
    extreme = 0
    for start in range(0, rounds, 1000):
        signs = 1.0 - 2.0 * generator.integers(0, 2, size=(min(1000, rounds - start), n))
        extreme += int(np.count_nonzero(np.abs(signs @ difference) >= observed))
    return (extreme + 1) / (rounds + 1)


def adjust_bonferroni(p: Values) -> Floats:
    """Returns the p-values times their number, at most 1; one that is NaN stays so and is not counted.

    >>> adjust_bonferroni([0.01, 0.04, 0.5]).tolist()
    [0.03, 0.12, 1.0]
    """
    values = np.asarray(p, dtype=np.float64)
    return np.minimum(values * np.count_nonzero(~np.isnan(values)), 1.0)


def adjust_holm(p: Values) -> Floats:
    """Returns Holm's step-down p-values (1979): as safe as Bonferroni's, never greater.

    One that is NaN stays so and is not counted.

    >>> adjust_holm([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.06, 0.06]
    """
    values = np.asarray(p, dtype=np.float64)
    defined = int(np.count_nonzero(~np.isnan(values)))
    order = np.argsort(values, kind="stable")[:defined]  # NaN comes last
    stepped = np.maximum.accumulate(values[order] * np.arange(defined, 0, -1))
    adjusted = np.full_like(values, np.nan)
    adjusted[order] = np.minimum(stepped, 1.0)
    return adjusted


def cohens_d(a: Values, b: Values) -> float:
    """Returns the effect size of paired values: mean difference in standard deviations of the difference.

    It is NaN where all differences are the same but for rounding, or there is none: they have no spread then.
    """
    difference = _difference(a, b)
    if len(difference) < 2 or np.ptp(difference) <= 1e-12 * np.abs(difference).max():
        return math.nan
    return float(difference.mean()) / float(difference.std(ddof=1))


def cliffs_delta(a: Values, b: Values) -> float:
    """Returns Cliff's delta: how much oftener a value of `a` is above one of `b` than below; NaN without values.

    >>> cliffs_delta([1, 2, 3], [0, 0, 2])
    0.6666666666666666
    """
    signs = np.sign(np.asarray(a, dtype=np.float64)[:, None] - np.asarray(b, dtype=np.float64)[None, :])
    return float(signs.mean()) if signs.size else math.nan


TESTS = Table[Test](
    "test", {"t": paired_t, "welch": welch_t, "wilcoxon": wilcoxon, "randomisation": randomisation}
)
"""Every test by name."""

CORRECTIONS = Table[Correction](
    "correction",
    {"none": lambda p: np.asarray(p, dtype=np.float64), "bonferroni": adjust_bonferroni, "holm": adjust_holm},
)
"""Every correction for many comparisons by name."""


def significance_test(name: str | Test) -> Test:
    """Returns the test of a name: t, welch, wilcoxon or randomisation; a function is returned as it is."""
    return TESTS.parse(name)


def correction(name: str | Correction) -> Correction:
    """Returns the correction of a name: none, bonferroni or holm; a function is returned as it is."""
    return CORRECTIONS.parse(name)


def _difference(a: Values, b: Values) -> Floats:
    if len(a) != len(b):
        raise InputError(f"{len(a)} values against {len(b)}", todo="compare over the same queries")
    return np.asarray(a, dtype=np.float64) - np.asarray(b, dtype=np.float64)

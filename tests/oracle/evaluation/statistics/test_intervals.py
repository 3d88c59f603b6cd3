"""Bootstrap intervals against drawing one sample after the other, and against what theory says of them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from debatable.arrays import Floats, Ints
from debatable.evaluation.statistics.intervals import bootstrap, bootstrap_groups, bootstrap_mean

VALUES = np.random.default_rng(2).random(40)


def test_the_mean_and_its_interval_one_sample_after_the_other() -> None:
    draws = np.random.default_rng(9).integers(0, len(VALUES), size=(500, len(VALUES)))
    means = sorted(sum(VALUES[row] for row in sample) / len(sample) for sample in draws.tolist())
    found = bootstrap_mean(VALUES, rounds=500, seed=9, confidence=0.9)
    assert found.value == pytest.approx(VALUES.mean())
    assert (found.low, found.high) == pytest.approx(tuple(np.quantile(means, [0.05, 0.95])))


def test_an_interval_is_as_wide_as_the_error_of_the_mean() -> None:
    found = bootstrap_mean(VALUES, rounds=4000)
    error = VALUES.std() / np.sqrt(len(VALUES))
    assert found.low == pytest.approx(VALUES.mean() - 1.96 * error, abs=0.1 * error)
    assert found.high == pytest.approx(VALUES.mean() + 1.96 * error, abs=0.1 * error)


def test_groups_come_and_go_whole_and_weigh_as_many_queries_as_they_have() -> None:
    """A topic of six queries counts six times as much as one of a single query."""
    groups = ["a"] * 6 + ["b"] * 3 + ["c"] + ["d"] * 2
    values = VALUES[: len(groups)]
    parts = [[v for v, g in zip(values, groups, strict=True) if g == name] for name in "abcd"]
    draws = np.random.default_rng(4).integers(0, 4, size=(300, 4)).tolist()
    means = [np.mean([v for part in sample for v in parts[part]]) for sample in draws]
    found = bootstrap_groups(values, groups, rounds=300, seed=4, confidence=0.8)
    assert found.value == pytest.approx(values.mean())
    assert (found.low, found.high) == pytest.approx(tuple(np.quantile(means, [0.1, 0.9])))


def test_groups_of_one_are_queries() -> None:
    names = [f"{number:02}" for number in range(len(VALUES))]
    found, plain = bootstrap_groups(VALUES, names), bootstrap_mean(VALUES)
    assert (found.value, found.low, found.high) == pytest.approx((plain.value, plain.low, plain.high))


def test_nothing_to_draw_from_has_no_value() -> None:
    """The mean of nothing was 0."""
    for found in (
        bootstrap(lambda rows: np.zeros(len(rows)), 0),
        bootstrap_mean([]),
        bootstrap_groups([], []),
    ):
        assert math.isnan(found.value) and found.bounds is None
        assert str(found) == "– [–]"


def test_undefined_values_are_left_out_of_a_mean() -> None:
    gaps = np.insert(VALUES, [3, 7], np.nan)
    assert bootstrap_mean(gaps) == bootstrap_mean(VALUES)
    groups = [f"{number % 5}" for number in range(len(VALUES))]
    assert bootstrap_groups(gaps, np.insert(groups, [3, 7], ["0", "undefined"]).tolist()) == bootstrap_groups(
        VALUES, groups
    )
    assert math.isnan(bootstrap_mean([np.nan, np.nan]).value)


def test_one_item_has_a_value_and_no_interval() -> None:
    """A width of zero would say that other queries could not move the mean."""
    for found in (bootstrap_mean([0.25]), bootstrap_groups([0.0, 0.5], ["a", "a"])):
        assert found.value == 0.25
        assert found.bounds is None
        assert str(found) == "0.250 [–]"
    assert bootstrap_mean([0.25, 0.25]).bounds == (0.25, 0.25), "two that agree have one, of no width"


def test_samples_that_have_no_value_are_left_out_of_the_interval() -> None:
    """A sample of one item over and over has none, as alpha has none where all values are the same."""

    def told(rows: Ints) -> Floats:
        return np.where(rows.min(axis=1) == rows.max(axis=1), np.nan, rows.sum(axis=1) / 2)

    draws = np.random.default_rng(3).integers(0, 4, size=(200, 4)).tolist()
    valued = [sum(sample) / 2 for sample in draws if len(set(sample)) > 1]
    assert len(valued) < len(draws)
    found = bootstrap(told, 4, rounds=200, seed=3, confidence=0.8)
    assert found.value == 3.0
    assert found.bounds == pytest.approx(tuple(np.quantile(valued, [0.1, 0.9])))

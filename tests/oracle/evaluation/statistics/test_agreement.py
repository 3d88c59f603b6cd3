"""Krippendorff's alpha against the worked examples he published."""

from __future__ import annotations

import math

import pytest

from debatable.errors import InputError, UnknownNameError
from debatable.evaluation import alpha_interval, krippendorff_alpha
from debatable.evaluation.statistics.agreement import Level

# Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", data of sections A, B and C.
BINARY = ("0100000010", "1110010000")
NOMINAL = ("aabbdcccedda", "babbbccceddd")
FOUR_OBSERVERS = ("123321412...", "1233224125.3", ".3332342251.", "12332441251.")


def units(observers: tuple[str, ...], *, numbers: bool) -> list[list[float | str]]:
    return [[int(v) if numbers else v for v in unit if v != "."] for unit in zip(*observers, strict=True)]


def test_two_observers_binary_data() -> None:
    assert krippendorff_alpha(units(BINARY, numbers=True)) == pytest.approx(0.095, abs=5e-4)


def test_two_observers_nominal_data() -> None:
    assert krippendorff_alpha(units(NOMINAL, numbers=False)) == pytest.approx(0.692, abs=5e-4)


@pytest.mark.parametrize(
    ("level", "published"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849), ("ratio", 0.797)]
)
def test_any_number_of_observers_with_missing_values(level: Level, published: float) -> None:
    assert krippendorff_alpha(units(FOUR_OBSERVERS, numbers=True), level) == pytest.approx(
        published, abs=5e-4
    )


def test_full_agreement_is_one_and_systematic_disagreement_is_below_zero() -> None:
    assert krippendorff_alpha([[1, 1], [2, 2], [3, 3]], "ordinal") == 1.0
    assert krippendorff_alpha([[1, 2], [2, 1], [1, 2]]) < 0


def test_nothing_can_be_told_from_one_value() -> None:
    assert math.isnan(krippendorff_alpha([[1, 1], [1, 1]]))
    assert math.isnan(krippendorff_alpha([[1], [2]]))
    assert math.isnan(alpha_interval([[1], [2]]).value)
    assert math.isnan(alpha_interval([[1, 1], [1, 1]]).value)


def test_the_interval_holds_alpha_and_repeats() -> None:
    data = units(FOUR_OBSERVERS, numbers=True)
    interval = alpha_interval(data, "interval", rounds=300)
    assert interval.low < interval.value < interval.high <= 1.0
    assert interval.value == krippendorff_alpha(data, "interval")
    assert alpha_interval(data, "interval", rounds=300) == interval
    assert alpha_interval(data, "interval", rounds=300, seed=1) != interval


def test_text_has_no_order() -> None:
    with pytest.raises(InputError, match="nominal level"):
        krippendorff_alpha([["a", "b"]], "ordinal")
    with pytest.raises(UnknownNameError):
        krippendorff_alpha([[1, 2]], "ordnial")  # type: ignore[arg-type]


def test_a_sample_of_one_value_does_not_take_the_interval_away() -> None:
    """Two units that agree, on different values: half of all samples draw one unit twice and tell nothing."""
    interval = alpha_interval([[1, 1], [2, 2]], rounds=100)
    assert interval.value == 1.0
    assert interval.bounds == (1.0, 1.0)

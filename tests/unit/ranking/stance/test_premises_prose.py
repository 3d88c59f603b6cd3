"""Sides of prose: the lean is reckoned by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from debatable.errors import InputError
from debatable.ranking.stance.premises import ProseLean

PLAIN = ProseLean(share=0.5, slope=1.0, bound=100.0)
LOG_ODDS = st.lists(st.floats(-4, 4), min_size=1, max_size=10)


def test_a_lean_moves_all_and_may_turn_an_unsure_one() -> None:
    """Sum 6, squares 9.5: the lean is 6 - 9.5 / 6."""
    lean = 6 - 9.5 / 6
    found = PLAIN(np.array([2.0, 2.0, 1.0, 0.5, 0.5]))
    assert found == pytest.approx([2 + lean / 2, 2 + lean / 2, 1 + lean / 2, *[0.5 + lean / 2] * 2])
    assert PLAIN(np.array([2.0, 2.0, 1.0, -0.5]))[3] > 0


@pytest.mark.parametrize("log_odds", [[2.0, -2.0], [3.0], [1.0, -3.0, 1.0], [0.0, 0.0], []])
def test_there_is_no_lean_that_chance_would_not_give(log_odds: list[float]) -> None:
    assert PLAIN(np.array(log_odds)).tolist() == log_odds


def test_slope_and_bound_come_last() -> None:
    found = ProseLean(share=0.5, slope=2.0, bound=4.0)(np.array([1.0, 1.0, -3.0]))
    assert found.tolist() == [2.0, 2.0, -4.0]


@given(LOG_ODDS)
def test_the_opposite_query_turns_all_sides(log_odds: list[float]) -> None:
    there = np.array(log_odds)
    assert ProseLean()(-there) == pytest.approx(-ProseLean()(there))


@given(LOG_ODDS)
def test_order_is_kept_and_does_not_matter(log_odds: list[float]) -> None:
    there = np.array(log_odds)
    found = ProseLean()(there)
    assert (np.diff(found[np.argsort(there)]) >= -1e-9).all()
    assert ProseLean()(there[::-1]) == pytest.approx(found[::-1])


def test_prose_begins_at_so_many_words() -> None:
    texts = ["one two", "one two three", " one  two three four "]
    assert ProseLean(words=3).is_prose(texts).tolist() == [False, True, True]
    assert ProseLean(words=3).is_prose([]).tolist() == []


@pytest.mark.parametrize("name", ["words", "share", "slope", "bound"])
def test_numbers_below_zero_are_refused(name: str) -> None:
    with pytest.raises(InputError, match=name):
        ProseLean(**{name: -1})

"""Units of comments and what makes a headline."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from debatable.key_points.headlines import comment_units, headline_quality


@given(st.text(alphabet=st.sampled_from("ab ,.!?;-'and but\n"), max_size=200))
def test_units_are_rising_spans_of_their_comment(text: str) -> None:
    end = 0
    for unit in comment_units(3, text):
        assert unit.comment == 3
        assert end <= unit.start < unit.end <= len(text)
        end = unit.end


@given(st.text(max_size=80))
def test_a_comment_with_words_has_a_unit(text: str) -> None:
    if any(map(str.isalnum, text)) and text.strip():
        assert comment_units(0, text)


def test_lead_words_are_no_part_of_a_unit() -> None:
    text = "And I think that the buses should run at night"
    (unit,) = comment_units(0, text)
    assert text[unit.start : unit.end] == "the buses should run at night"


def test_a_long_comment_loses_nothing() -> None:
    text = "Cars are loud and they stink. " * 2_000
    units = comment_units(0, text)
    assert units[-1].end >= len(text.rstrip()) - 1
    assert sum(unit.end - unit.start for unit in units) > 0.9 * len(text)


@pytest.mark.parametrize(
    "text",
    [
        "They are bad for us.",
        "Is it true?",
        "because of the",
        "See https://example.org for more",
        "Yes",
        "of zoos",
    ],
)
def test_what_does_not_stand_by_itself_is_no_headline(text: str) -> None:
    assert headline_quality(text) == 0.0


def test_short_and_complete_beats_long_personal_and_pointing_elsewhere() -> None:
    good = headline_quality("Zoos keep species from dying out.")
    assert good > headline_quality("I really think zoos keep my species from dying out.")
    assert good > headline_quality("Nobody should keep them there.", first=False)
    assert good > headline_quality("Zoos keep species from dying out " + "and so on and on " * 5)
    assert good > headline_quality("Zoos and many more things")

"""Costs of edits, computed by hand."""

from __future__ import annotations

import pytest

from debatable.text.spelling.edits import (
    ADDED,
    ALIKE,
    DROPPED,
    EDIT,
    FIRST,
    REPEATED,
    SLIPPED,
    SPACE,
    SWAPPED,
    edit_cost,
    sound_variants,
)


@pytest.mark.parametrize(
    ("typed", "meant", "cost"),
    [
        ("wind", "wind", 0),
        ("wnid", "wind", SWAPPED),
        ("wid", "wind", DROPPED),
        ("wiind", "wind", REPEATED),
        ("alow", "allow", REPEATED),
        ("wknd", "wind", SLIPPED),
        ("windd", "wind", REPEATED),
        ("wimd", "wind", SLIPPED),
        ("wend", "wind", ALIKE),
        ("wixnd", "wind", ADDED),
        ("wivd", "wind", EDIT),
        ("ind", "wind", DROPPED + FIRST),
        ("qind", "wind", SLIPPED + FIRST),
        ("iwnd", "wind", SWAPPED + FIRST / 2),
        ("wid", "winds", DROPPED * 2),
        ("windup", "wind up", SPACE),
    ],
)
def test_what_edits_cost(typed: str, meant: str, cost: float) -> None:
    assert edit_cost(typed, meant) == pytest.approx(cost)


def test_spellings_of_the_same_sound() -> None:
    assert {"smartphones", "smartfonez"} <= set(sound_variants("smartfones"))
    assert "photography" in set(sound_variants("fotografy")), "a rule at all places at once"
    assert "recieve" not in set(sound_variants("recieve"))
    assert "receive" in set(sound_variants("recieve"))

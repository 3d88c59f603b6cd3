"""Which premises are shown: the stance threshold."""

from __future__ import annotations

import random
from typing import get_args

import pytest

from debatable.errors import InputError
from debatable.model import Explanation, Stance, StanceReason
from debatable.ranking import Pipeline, Scored
from debatable.ranking.selection import StanceChoice, select, with_threshold

REASON = StanceReason("own words", 0.8)


def scored(stance: Stance, confidence: float) -> Scored:
    return Scored(3, 1.5, stance, Explanation("score", 1.5), (7,), confidence=confidence, reason=REASON)


@pytest.mark.parametrize("stance", [Stance.PRO, Stance.CON])
@pytest.mark.parametrize(
    ("level", "confidence", "shown"),
    [(0.55, 0.55, True), (0.55, 0.5499, False), (0.5, 0.5, True), (0.9, 0.89, False), (1.0, 1.0, True)],
)
def test_a_side_is_shown_from_the_level_on(
    stance: Stance, level: float, confidence: float, shown: bool
) -> None:
    (found,) = with_threshold([scored(stance, confidence)], level)
    assert found.stance is (stance if shown else Stance.UNDECIDED)
    rest = (found.premise, found.score, found.claims, found.confidence, found.reason)
    assert rest == (3, 1.5, (7,), confidence, REASON), "nothing but the side is taken"


def test_no_side_is_undecided_however_sure() -> None:
    undecided = with_threshold([scored(Stance.NONE, 1.0), scored(Stance.UNDECIDED, 0.9)], 0.5)
    assert [hit.stance for hit in undecided] == [Stance.UNDECIDED] * 2


@pytest.mark.parametrize("level", [0.49, 1.01, -1.0, float("nan")])
def test_a_level_is_a_probability_of_the_likelier_side(level: float) -> None:
    with pytest.raises(InputError, match="give a (probability from 0.5 to 1|finite number)"):
        Pipeline(stance_threshold=level)


@pytest.mark.parametrize("stance", get_args(StanceChoice))
def test_pages_show_each_premise_once_and_leave_none_out(stance: StanceChoice) -> None:
    """A page that is the end of a longer list repeats premises where each side gets its half."""
    chance = random.Random(7)
    for size in (0, 1, 5, 40):
        sides = [chance.choice([Stance.PRO, Stance.CON, Stance.UNDECIDED]) for _ in range(size)]
        ranked = [
            Scored(row, float(size - row), side, Explanation("score", 1.0)) for row, side in enumerate(sides)
        ]
        for k in (1, 3, 7):
            pages = [select(ranked, stance, k, offset) for offset in range(0, size + k, k)]
            shown = [hit.premise for page in pages for hit in page]
            assert len(shown) == len(set(shown)), "twice"
            assert set(shown) == {hit.premise for hit in select(ranked, stance, size + 1)}, "left out"
            assert pages[0] == select(ranked, stance, k)
            assert all(len(page) <= k for page in pages)
            assert all(page == sorted(page, key=lambda hit: hit.premise) for page in pages)

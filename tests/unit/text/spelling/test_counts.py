"""Counts of words and pairs of words, compared with the lists that they are read from."""

from __future__ import annotations

import math
from importlib.resources import files

import pytest

from debatable.text.spelling.counts import LISTED, TIMES, all_words, association, pair_count, word_counts


def rows(name: str) -> list[list[str]]:
    text = files("symspellpy").joinpath(name).read_text("utf-8-sig")
    return [line.split() for line in text.splitlines() if line]


def test_every_word_has_its_count() -> None:
    due = {word: int(count) for word, count in rows("frequency_dictionary_en_82_765.txt")}
    assert word_counts() == due and all_words() == sum(due.values())
    assert len(due) > 80_000


def test_pairs_are_associated_as_their_counts_say() -> None:
    pairs, total = rows("frequency_bigramdictionary_en_243_342.txt"), all_words()
    counted = [(left, right, int(n)) for left, right, n in pairs if {left, right} <= word_counts().keys()]
    assert len(counted) > 200_000
    for left, right, both in [*counted[:3], *counted[:: len(counted) // 500], *counted[-3:]]:
        by_chance = word_counts()[left] * word_counts()[right] / total
        assert both % TIMES == 0 and pair_count(left, right) == both / TIMES >= 100_000
        assert association(left, right) == pytest.approx(LISTED + math.log(both / TIMES / by_chance))


def test_common_words_that_are_never_side_by_side_are_held_against_each_other() -> None:
    """By chance "to gate" would be printed four times as often as it takes to be listed, but it is not."""
    assert pair_count("to", "gate") == 0.0
    by_chance = word_counts()["to"] * word_counts()["gate"] / all_words()
    assert association("to", "gate") == pytest.approx(math.log(100_000 / by_chance))
    assert association("to", "gate") < 0
    assert association("coal", "zebra") == 0.0


@pytest.mark.parametrize(
    "pair", [("vote", "frobnicate"), ("", "vote"), ("vote", ""), ("", ""), ("zzz", "zzz"), ("ab", "é")]
)
def test_nothing_is_known_of_pairs_that_are_not_listed(pair: tuple[str, str]) -> None:
    assert association(*pair) == 0.0

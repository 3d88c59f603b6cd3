"""Counts of words and pairs of words, compared with the lists that they are read from."""

from __future__ import annotations

import math
from importlib.resources import files

import pytest

from debatable.text.spelling.counts import all_words, association, word_counts


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
        assert association(left, right) == pytest.approx(math.log(both / by_chance))


@pytest.mark.parametrize(
    "pair", [("vote", "frobnicate"), ("", "vote"), ("vote", ""), ("", ""), ("zzz", "zzz"), ("ab", "é")]
)
def test_nothing_is_known_of_pairs_that_are_not_listed(pair: tuple[str, str]) -> None:
    assert association(*pair) == 0.0

"""Candidates are those that a look at every word finds."""

from __future__ import annotations

import random

from rapidfuzz.distance import OSA

from debatable.text.spelling.words import Candidates


def test_no_word_within_the_distance_is_missed() -> None:
    rng = random.Random(1)
    words = sorted({"".join(rng.choices("abcde", k=rng.randint(2, 7))) for _ in range(600)})
    candidates = Candidates(words)
    for word in ("abcd", "edcba", "aaaa", "bcdeabc", "zzz"):
        for edits in (1, 2):
            due = [(other, OSA.distance(word, other)) for other in words]
            assert candidates.near(word, edits) == [one for one in due if one[1] <= edits]


def test_words_of_other_letters_are_left_out() -> None:
    candidates = Candidates(["naïve", "co2", "native"])
    assert "native" in candidates and "co2" not in candidates and "naïve" not in candidates
    assert candidates.near("natve", 1) == [("native", 1)]
    assert Candidates([]).near("word", 2) == []

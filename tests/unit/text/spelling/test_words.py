"""Words of the corpus and of English."""

from __future__ import annotations

import random

from rapidfuzz.distance import OSA

from debatable.text.spelling import KnownWords, written_words
from debatable.text.spelling.foreign import FOREIGN
from debatable.text.spelling.words import Candidates
from debatable.text.stops import STOPS


def test_words_as_they_are_written() -> None:
    text = "The U.S. won't ban China’s self-made CO2 x-rays in 2020: ÄRGER!"
    assert written_words(text) == {"the", "ban", "china", "self", "made", "rays", "in", "ärger"}


def test_the_corpus_makes_words_known_and_frequent() -> None:
    words = KnownWords(lambda: {"gronk": 50, "blick": 1})
    assert words.known("gronk") and words.known("gronks") and words.known("blick") and not words.known("blik")
    assert "gronk" in words.candidates and "blick" not in words.candidates, "one text may be a typing error"
    assert words.frequency("gronk") > words.frequency("school") > words.frequency("schoolmaster")


def test_names_are_told_from_words() -> None:
    words = KnownWords(lambda: {"gronk": 5})
    assert [words.is_name(word) for word in ("tokyo", "guantanamo", "gronk", "school", "abolished")] == [
        True,
        True,
        True,
        False,
        False,
    ]


def test_function_words_of_other_languages_are_no_english_ones() -> None:
    assert {"und", "les", "debe", "worden"} <= FOREIGN
    assert not FOREIGN & {*STOPS["english"], "fast", "door", "die", "war", "non", "plus"}


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

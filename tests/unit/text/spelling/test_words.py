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


def test_mere_names_are_what_neither_a_dictionary_nor_the_corpus_has() -> None:
    words = KnownWords(lambda: {"monet": 1, "kanye": 2})
    names = ("stil", "chari", "kanyes", "monet", "still", "drank", "biden", "nhs", "don't")
    assert [word for word in names if words.is_mere_name(word)] == ["stil", "chari"]
    assert KnownWords().is_mere_name("monet") and not KnownWords(lambda: None).is_mere_name("monet")


def test_a_word_is_common_pairs_of_words_of_the_corpus() -> None:
    words = KnownWords(lambda: {"death": 3, "penalty": 3, "bar": 1, "code": 1, "fact": 1})
    assert [
        [*words.pairs(word, 1_500_000)] for word in ("deathpenalty", "infact", "barcode", "schoolboard")
    ] == [
        ["death penalty"],
        ["in fact"],
        [],
        [],
    ]
    assert [*words.pairs("barcode", 900_000)] == ["bar code"]
    assert words.frequency("in fact") > words.frequency("death penalty") > 0


def test_american_spellings_are_seen_where_the_british_ones_are() -> None:
    words = KnownWords(lambda: {"hall": 2})
    assert not words.unseen("fueling") and not words.unseen("labeled") and words.unseen("alls")


def test_what_stands_before_an_apostrophe_is_no_correction() -> None:
    assert "wouldn" not in KnownWords().candidates and "would" in KnownWords().candidates


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

"""Words of the corpus and of English."""

from __future__ import annotations

from debatable.text.spelling import KnownWords, written_words
from debatable.text.spelling.foreign import FOREIGN
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

"""A query, and what its words are taken for."""

from __future__ import annotations

from debatable.text.spelling.pieces import Reading, words_of

QUERY = 'Teh deth penlty, "noo" is wrnog'


def reading(**meant: str) -> Reading:
    words = words_of(QUERY)
    return Reading(QUERY, words, {word: meant[word.text] for word in words if word.text in meant})


def test_words_in_quotes_are_none_of_it() -> None:
    assert [word.text for word in words_of(QUERY)] == ["Teh", "deth", "penlty", "is", "wrnog"]


def test_what_is_clear_is_replaced_with_the_capitals_of_what_was_typed() -> None:
    assert str(reading(Teh="the", deth="death", wrnog="")) == 'The death penlty, "noo" is wrnog'


def test_the_rest_has_what_is_meant_and_nothing_that_is_unclear() -> None:
    one = reading(Teh="the", deth="death", wrnog="")
    assert one.rest(one.words[1]) == "the penlty is"
    assert one.rest(one.words[4]) == "the death penlty is"


def test_words_beside_a_word_are_those_meant_unless_a_mark_parts_them() -> None:
    one = reading(Teh="the", deth="a lot", wrnog="")
    assert [one.beside(word) for word in one.words] == [
        ("", "a"),
        ("the", "penlty"),
        ("lot", ""),
        ("", "wrnog"),
        ("is", ""),
    ]


def test_another_reading_leaves_the_first_one_as_it_is() -> None:
    one = reading(Teh="the")
    other = one.instead(one.words[4], "wrong")
    assert (str(one), str(other)) == (QUERY.replace("Teh", "The"), 'The deth penlty, "noo" is wrong')

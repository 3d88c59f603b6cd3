from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from debatable.errors import InputError, UnknownNameError
from debatable.text import ANALYZERS, Analyzer, analyzer, parse_query, words
from debatable.text.tokenizer import of_any_script


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("  \t\n", []),
        ("Don’t ban e.g. 3.5, 1,000 or 3;4", ["Don’t", "ban", "e.g", "3.5", "1,000", "or", "3;4"]),
        ("a,b a;b 1:2 a.1 1.a a:b", ["a", "b", "a", "b", "1", "2", "a", "1", "1", "a", "a:b"]),
        ("_x_ __ x_1 _", ["_x_", "x_1"]),
        ("x² ½ 10% C++ #1 a&b", ["x", "10", "C", "1", "a", "b"]),
        ("東京 ひら カタカナ 한국어", ["東", "京", "ひ", "ら", "カタカナ", "한국어"]),
        ("ภาษาไทย 123", ["ภาษาไทย", "123"]),
        ("cafe\u0301 naïve Straße", ["cafe\u0301", "naïve", "Straße"]),
        ("צה\"ל ג'", ['צה"ל', "ג'"]),
        ("😀 no emoji 👍", ["no", "emoji"]),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


def test_long_words_are_cut_at_255() -> None:
    assert [len(word) for word in words("x" * 600 + " y")] == [255, 255, 90, 1]


@given(st.text())
def test_the_fast_way_equals_the_way_for_any_script(text: str) -> None:
    expected = of_any_script(text)
    if max(map(len, expected), default=0) <= 255:
        assert words(text) == expected


@given(st.text("abzAÉé019_.,:;'’‘·\"-–“” ²ß\u00ad"))
def test_the_fast_way_on_latin_texts(text: str) -> None:
    assert words(text) == of_any_script(text)


@given(st.text("abzA019_.,:;'\"-/ \n\x1c"))
def test_the_fast_way_on_ascii(text: str) -> None:
    assert words(text) == of_any_script(text)


@given(st.lists(st.sampled_from(["a", "b", ".", "'", " ", "-", "x" * 254, "y" * 255, "z" * 700]), max_size=8))
def test_long_words_are_cut_wherever_they_stand(parts: list[str]) -> None:
    text = "".join(parts)
    expected = [word[at : at + 255] for word in of_any_script(text) for at in range(0, len(word), 255)]
    assert words(text) == expected


@given(st.text(), st.sampled_from(sorted(ANALYZERS)))
def test_no_text_raises(text: str, name: str) -> None:
    terms = analyzer(name)(text)
    query = parse_query(text, analyzer(name))
    assert all(terms)
    assert query.empty == (not query.tokens)


@given(st.text(st.characters(exclude_categories=()), max_size=20))
def test_half_a_surrogate_pair_does_not_raise(text: str) -> None:
    assert all(analyzer("english")(text)), "no term is empty"


def test_stop_words_and_stems() -> None:
    assert analyzer("english")("The nations are banning cars") == ["nation", "ban", "car"]
    assert analyzer("german")("Die Verbote der Autos") == ["verbot", "autos"]
    assert analyzer("standard")("The nations") == ["the", "nations"]
    assert Analyzer(stop="english")("What should we do against it, not for it?") == ["against", "not"]


@pytest.mark.parametrize("name", sorted(ANALYZERS))
def test_analyzers_parse_back(name: str) -> None:
    assert analyzer(repr(ANALYZERS[name])) == ANALYZERS[name]


def test_wrong_names_say_what_is_right() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'english'"):
        analyzer("englisch")
    with pytest.raises(UnknownNameError, match="unknown stop list"):
        Analyzer(stop="luceen")
    with pytest.raises(UnknownNameError, match="unknown stemmer"):
        Analyzer(stem="klingon")
    with pytest.raises(InputError, match="write it as"):
        analyzer("Analyzer(__import__('os'))")


def test_operators() -> None:
    query = parse_query('ban +nuclear -coal "wind farms" -"solar power" +"x" self-made 5 - 3', words)
    assert query.tokens == ("ban", "nuclear", "wind", "farms", "x", "self", "made", "5", "3")
    assert query.must == ("nuclear", "x")
    assert query.must_not == ("coal",)
    assert query.phrases == (("wind", "farms"),)
    assert query.not_phrases == (("solar", "power"),)


@pytest.mark.parametrize("text", ['"', '"unclosed quote', "+", "-", "+ -", '""', "--x", "+-x", '-"'])
def test_odd_operators_are_words_or_nothing(text: str) -> None:
    query = parse_query(text, words)
    assert set(query.tokens) <= {"unclosed", "quote", "x"}


def test_exclusions_alone_are_empty() -> None:
    assert parse_query("-coal", words).empty

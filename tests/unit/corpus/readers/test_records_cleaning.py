from __future__ import annotations

from dataclasses import replace

import pytest

from debatable.corpus.readers import arguments_of
from debatable.corpus.readers.records import MAX_FIELD, MAX_ID, MAX_TEXT, argument, clean, line, text
from debatable.errors import InputError, RecordError
from debatable.model import Argument, Claim, Premise, Stance


@pytest.mark.parametrize(
    ("raw", "cleaned"),
    [
        ("Ban cars", "Ban cars"),
        ("  Ban cars \n", "Ban cars"),
        ("Ban\x00cars", "Ban cars"),
        ("Ban\tcars\x1b[31m", "Ban cars [31m"),
        ("one\ntwo", "one\ntwo"),
        ("one\r\ntwo", "one \ntwo"),
        ("one\x85two\x7fthree", "one two three"),
        ("half \ud800 pair", "half \ufffd pair"),
        ("two\u00a0words\u2028here", "two\u00a0words\u2028here"),
        ("naïve 🚗 車", "naïve 🚗 車"),
        ("\x00\x01\x02", ""),
    ],
)
def test_clean_replaces_what_no_text_should_hold(raw: str, cleaned: str) -> None:
    assert clean(raw) == cleaned


def test_a_text_of_a_megabyte_passes_and_one_character_more_is_refused() -> None:
    assert len(text("x" * MAX_TEXT, "premise")) == MAX_TEXT == 1_048_576
    with pytest.raises(RecordError, match="1,048,577 characters, the limit is 1,048,576"):
        text("x" * (MAX_TEXT + 1), "premise")


def test_the_limit_counts_what_is_left_after_cleaning() -> None:
    assert text("x" * MAX_TEXT + " " * 100, "premise") == "x" * MAX_TEXT


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (None, "no premise"),
        ("", "premise is empty"),
        (" \x00\n", "premise is empty"),
        (7, "a number, not text"),
        (["a"], "a list, not text"),
        ({}, "an object, not text"),
        (True, "true or false, not text"),
    ],
)
def test_a_text_that_is_none_is_refused(raw: object, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        text(raw, "premise")


def test_fields_are_one_line_and_limited() -> None:
    assert line("a\nb\tc ", "source") == "a b c"
    assert line(-3, "id") == "-3"
    assert line("x" * MAX_ID, "id", MAX_ID) == "x" * MAX_ID
    with pytest.raises(RecordError, match="id has 501 characters, the limit is 500"):
        line("x" * 501, "id", MAX_ID)
    with pytest.raises(RecordError, match="url has 10,001 characters"):
        line("x" * (MAX_FIELD + 1), "url")
    with pytest.raises(RecordError, match="true or false"):
        line(True, "id")


@pytest.mark.parametrize("raw", ["\u200b", "\u200b \u2060\ufeff", "\u00ad\u3164", " \u200d\n"])
def test_characters_that_are_not_shown_are_no_text(raw: str) -> None:
    with pytest.raises(RecordError, match="its premise is empty"):
        text(raw, "premise")
    made = argument({"claim": raw, "premise": "Cars are loud"}, unnamed="a", language="en")
    assert made.claim is None
    assert text(f"a{raw}b", "premise") == f"a{raw}b", "inside a text they stay"


@pytest.mark.parametrize("tag", ["english language", "e", "en_GB", "en-", "<b>", "en-toolongsubtag"])
def test_a_language_has_the_form_of_a_tag(tag: str) -> None:
    with pytest.raises(RecordError, match="its language is"):
        argument({"premise": "Cars are loud", "language": tag}, unnamed="a", language="en")
    premise, claim = Premise("p", "Cars are loud", tag), Claim("c", "Ban cars", tag)
    with pytest.raises(RecordError, match="its premise's language is"):
        list(arguments_of([Argument("a", premise)]))
    with pytest.raises(RecordError, match="its claim's language is"):
        list(arguments_of([Argument("a", replace(premise, language="en"), claim, Stance.PRO)]))
    with pytest.raises(InputError, match="is no tag"):  # as --language gives it
        arguments_of([{"premise": "Cars are loud"}], language=tag)


@pytest.mark.parametrize("tag", ["en", "en-GB", "zh-Hant-TW", "de-CH-1996"])
def test_tags_pass(tag: str) -> None:
    made = argument({"premise": "Cars are loud", "language": tag}, unnamed="a", language="en")
    assert made.premise.language == tag


@pytest.mark.parametrize("claim", [None, "Ban cars"])
def test_an_unknown_stance_is_refused_with_and_without_a_claim(claim: str | None) -> None:
    record = {"premise": "Cars are loud", "claim": claim, "stance": "maybe"}
    with pytest.raises(RecordError, match="its stance is 'maybe'"):
        argument(record, unnamed="a", language="en")

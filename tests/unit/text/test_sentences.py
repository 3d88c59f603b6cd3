from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from debatable.text.sentences import is_one_sentence, sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("  \n ", []),
        ("Ban cars", ["Ban cars"]),
        ("Ban cars. Now!", ["Ban cars.", "Now!"]),
        ("Mr. Smith met Dr. Jones. They agreed.", ["Mr. Smith met Dr. Jones.", "They agreed."]),
        ("It rose by 3.5 percent. Good.", ["It rose by 3.5 percent.", "Good."]),
        ("See fig. 3 and No. 5. No. Never.", ["See fig. 3 and No. 5.", "No.", "Never."]),
        ("He lives in the U.S. and pays. The U.S. Senate voted.", None),
        ("J. K. Rowling wrote it. So what?", ["J. K. Rowling wrote it.", "So what?"]),
        ("i agree. it is bad.", ["i agree.", "it is bad."]),
        ("Well... maybe. Really?!! Yes.", ["Well... maybe.", "Really?!!", "Yes."]),
        ('"Why?" she asked. He left.', ['"Why?" she asked.', "He left."]),
        ("He said it.She did not.", ["He said it.", "She did not."]),
        ("See http://a.org/b.html?x=1. It helps.", ["See http://a.org/b.html?x=1.", "It helps."]),
        ("It works.[1] It costs.[2][3] Fine.", ["It works.[1]", "It costs.[2][3]", "Fine."]),
        ("Contention 1\n\nCars kill\n- people\n- dogs", ["Contention 1", "Cars kill", "- people", "- dogs"]),
        ("A line\nthat goes on. Next", ["A line that goes on.", "Next"]),
        ("Zoos (e.g. in Berlin) are old. Close them.", ["Zoos (e.g. in Berlin) are old.", "Close them."]),
        ("It was 5 p.m. The doors closed.", ["It was 5 p.m.", "The doors closed."]),
        ("1. Cars kill. 2. Cars smell.", ["1. Cars kill.", "2. Cars smell."]),
        ("死刑は不要だ。本当に？はい。", ["死刑は不要だ。", "本当に？", "はい。"]),
    ],
)
def test_sentences_of_portal_text(text: str, expected: list[str] | None) -> None:
    if expected is None:
        expected = ["He lives in the U.S. and pays.", "The U.S. Senate voted."]
    assert [" ".join(sentence.split()) for sentence in sentences(text)] == expected


@given(st.text(alphabet="aAbB .!?\n\"'1)([]…。-", max_size=80))
def test_nothing_but_white_space_is_lost(text: str) -> None:
    found = sentences(text)
    assert "".join("".join(found).split()) == "".join(text.split())
    assert all(sentence == sentence.strip() and sentence for sentence in found)
    assert is_one_sentence(text) == (len(found) == 1)

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from debatable.corpus.readers import MAX_ID, arguments_of, read
from debatable.errors import InputError, RecordError, UnknownNameError
from debatable.model import Argument, Claim, Premise, Stance, claim_id

RECORD = {"id": "a", "claim": "Ban cars", "premise": "Cars are loud", "stance": "pro", "source": "portal"}
ARGUMENT = Argument(
    "a",
    Premise("a", "Cars are loud"),
    Claim(claim_id("Ban cars"), "Ban cars"),
    Stance.PRO,
    "portal",
)


def changed(**fields: Any) -> Argument:
    """The argument with other fields, of whatever type."""
    return replace(ARGUMENT, **fields)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "cars.jsonl"
    path.write_text('{"id": "f", "premise": "Cars cost much"}\n{"id": "g", "premise": "Cars stink"}\n')
    return path


def test_records_and_arguments_are_the_same_thing() -> None:
    assert list(arguments_of([RECORD])) == list(arguments_of([ARGUMENT])) == [ARGUMENT]


def test_a_stream_is_read_as_it_comes() -> None:
    taken = []

    def stream() -> Iterator[dict[str, str]]:
        for number in range(3):
            taken.append(number)
            yield {**RECORD, "id": str(number)}

    found = arguments_of(stream())
    assert taken == [] and next(found).id == "0" and taken == [0]


def test_paths_in_every_form(corpus: Path) -> None:
    expected = list(read(corpus))
    assert [one.id for one in expected] == ["f", "g"]
    for given in (corpus, str(corpus), [corpus], (str(corpus),), iter([corpus])):
        assert list(arguments_of(given)) == expected
    assert [one.id for one in arguments_of([RECORD, corpus])] == ["a", "f", "g"]


def test_records_without_id_are_named_by_their_place() -> None:
    assert [one.id for one in arguments_of([{"premise": "x"}, {"premise": "y"}])] == [
        "argument:1",
        "argument:2",
    ]


def test_the_language_of_records_that_name_none() -> None:
    (found,) = arguments_of([{"premise": "Autos sind laut", "claim": "Autos weg"}], language="de")
    assert found.premise.language == "de" and found.claim is not None and found.claim.language == "de"


def test_arguments_are_cleaned_as_records_are() -> None:
    raw = changed(premise=Premise("a", " Cars\x00are loud\ud800 "), source=" portal\n")
    (found,) = arguments_of([raw])
    assert found.premise.text == "Cars are loud\ufffd" and found.source == "portal"


@pytest.mark.parametrize("given", [None, 17, RECORD, ARGUMENT, b"bytes"])
def test_what_is_no_list_is_refused_at_once(given: Any) -> None:
    with pytest.raises(InputError, match=f"given as {type(given).__name__}; give a path, or a list"):
        arguments_of(given)


@pytest.mark.parametrize(
    ("item", "sentence"),
    [
        (None, "argument 2 is of type NoneType; give"),
        (3, "argument 2 is of type int; give"),
        ({}, "argument 2: it has no premise"),
        ({"premise": " "}, "argument 2: its premise is empty"),
        ({"premise": 7}, "argument 2: its premise is a number, not text"),
        ({"premise": "x", "claim": "y", "stance": "perhaps"}, "argument 2: its stance is 'perhaps'"),
        ({"premise": "x", "id": "n" * (MAX_ID + 1)}, "argument 2: its id has 501 characters"),
        (changed(id=""), "argument 2: its id is empty"),
        (changed(id=None), "argument 2: its id is empty"),
        (changed(premise="Cars are loud"), "argument 2: its premise is no Premise"),
        (changed(premise=Premise("a", "")), "argument 2: its premise is empty"),
        (changed(premise=Premise("", "x")), "argument 2: its premise's id is empty"),
        (changed(claim="Ban cars"), "argument 2: its claim is no Claim"),
        (changed(claim=Claim("c", " ")), "argument 2: its claim is empty"),
        (changed(stance="perhaps"), "argument 2: its stance is 'perhaps'"),
        (changed(source=["x"]), "argument 2: its source is a list"),
    ],
)
def test_a_bad_item_is_named_in_one_sentence(item: Any, sentence: str) -> None:
    with pytest.raises(InputError) as raised:
        list(arguments_of([RECORD, item]))
    assert str(raised.value).startswith(sentence)


def test_bad_records_can_be_skipped(corpus: Path) -> None:
    skipped: list[RecordError] = []
    given: list[Any] = [RECORD, {"premise": ""}, changed(id=""), corpus]
    found = arguments_of(given, on_error="skip", on_skip=skipped.append)
    assert [one.id for one in found] == ["a", "f", "g"]
    assert [error.where for error in skipped] == ["argument 2", "argument 3"]
    assert [one.id for one in arguments_of(given, on_error="skip")] == ["a", "f", "g"]


def test_wrong_options_show_at_once(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="unknown format 'jsnl'"):
        arguments_of([RECORD], format="jsnl")
    with pytest.raises(UnknownNameError, match="unknown way with errors"):
        arguments_of([RECORD], on_error="ignore")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="nothing.jsonl"):
        arguments_of(tmp_path / "nothing.jsonl")


def test_an_argument_of_a_list_has_its_place() -> None:
    assert [one.where for one in arguments_of([RECORD, ARGUMENT])] == ["argument 1", "argument 2"]
    assert next(arguments_of([changed(where="cars.csv:4")])).where == "cars.csv:4"

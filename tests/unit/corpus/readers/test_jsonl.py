from __future__ import annotations

import itertools
import json
import tracemalloc
from pathlib import Path

import pytest

from debatable.corpus.readers import MAX_LINE, MAX_TEXT, read
from debatable.errors import RecordError
from debatable.model import Argument, Claim, Premise, Stance, claim_id
from tests.unit.corpus.readers.conftest import Skipping


def write(path: Path, *records: object) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    return path


def test_a_record_becomes_an_argument(tmp_path: Path) -> None:
    path = write(
        tmp_path / "c.jsonl",
        {
            "id": "a1",
            "claim": "Autos verbieten",
            "premise": "Sie sind laut.",
            "stance": "pro",
            "source": "forum",
            "discussion": "Verkehr",
            "url": "https://forum.example/1",
            "language": "de",
            "votes": 12,
            "extra": {"deep": [1, 2]},
        },
    )
    assert list(read(path)) == [
        Argument(
            id="a1",
            premise=Premise("a1", "Sie sind laut.", "de"),
            claim=Claim(claim_id("Autos verbieten", "de"), "Autos verbieten", "de"),
            stance=Stance.PRO,
            source="forum",
            url="https://forum.example/1",
            discussion="Verkehr",
        )
    ]


def test_all_but_the_premise_may_be_missing_or_null(tmp_path: Path) -> None:
    null = {"id": None, "claim": None, "stance": None, "source": None, "url": None, "language": None}
    path = write(
        tmp_path / "c.v2.jsonl", {"premise": "One."}, {**null, "premise": "Two.", "discussion": None}
    )
    assert list(read(path, language="fr")) == [
        Argument("c.v2:1", Premise("c.v2:1", "One.", "fr")),
        Argument("c.v2:2", Premise("c.v2:2", "Two.", "fr")),
    ]


def test_numbers_are_ids_and_empty_claims_are_none_and_their_stance_is_none(tmp_path: Path) -> None:
    path = write(tmp_path / "c.jsonl", {"id": 17, "premise": "One.", "claim": " \x00", "stance": "con"})
    assert list(read(path)) == [Argument("17", Premise("17", "One."))]


def test_blank_lines_count_but_are_no_records(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_bytes(b'\n{"premise": "One."}\r\n   \n{"premise": "Two."}')
    assert [argument.id for argument in read(path)] == ["c:2", "c:4"]


def test_an_empty_file_has_no_arguments(tmp_path: Path) -> None:
    (tmp_path / "c.jsonl").touch()
    assert list(read(tmp_path / "c.jsonl")) == []


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        (b'{"premise": "Tw', "no valid JSON"),
        (b"not json", "no valid JSON"),
        (b'{"premise": NaN, "id": "\\ud800"}', "no valid JSON"),
        (b"[1, 2]", "no JSON object"),
        (b'"text"', "no JSON object"),
        (b"{}", "no premise"),
        (b'{"premise": ""}', "premise is empty"),
        (b'{"premise": "\\u0000 \\n"}', "premise is empty"),
        (b'{"premise": 5}', "premise is a number"),
        (b'{"premise": "x", "claim": ["y"]}', "claim is a list"),
        (b'{"premise": "x", "claim": "y", "stance": "maybe"}', "stance is 'maybe'"),
        (b'{"premise": "x", "claim": "y", "stance": {"a": 1}}', "stance is"),
        (
            b'{"premise": "x", "claim": "y", "stance": ' + b"[" * 1_000 + b"]" * 1_000 + b"}",
            "stance is 'list'",
        ),
        (b'{"premise": "x", "claim": "y", "stance": true}', "stance is 'True'"),
        (b'{"premise": "x", "id": ["y"]}', "id is a list"),
        (b'{"premise": "x", "id": "' + b"y" * 501 + b'"}', "id has 501 characters"),
        (b'{"premise": "x", "source": "' + b"y" * 10_001 + b'"}', "source has 10,001 characters"),
        (b'{"premise": "x", "language": "' + b"y" * 36 + b'"}', "language has 36 characters"),
        (b'{"premise": "' + b"x" * (MAX_TEXT + 1) + b'"}', "the limit is 1,048,576"),
        (b'{"premise": "caf\xe9"}', r"byte 17 of it is not UTF-8 \(0xe9\)"),
        (b'{"premise": "\xed\xa0\x80"}', "byte 14 of it is not UTF-8"),
        (b'{"premise": ' + b"[" * 100_000, "no valid JSON"),
        (b'{"premise": "\\ud800", "x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "no valid JSON"),
        (b'{"premise": "' + b"x" * MAX_LINE + b'"}', "line is longer than 33,554,432 bytes"),
    ],
    ids=lambda value: value[:40] if isinstance(value, bytes) else "",
)
def test_a_bad_record_stops_or_is_skipped_with_its_line(
    tmp_path: Path, skipping: Skipping, bad: bytes, words: str
) -> None:
    path = tmp_path / "c.jsonl"
    path.write_bytes(b'{"premise": "One."}\n' + bad + b'\n{"premise": "Three."}\n')
    with pytest.raises(RecordError, match=words) as stopped:
        list(read(path))
    assert stopped.value.where == f"{path}:2"
    assert stopped.value.todo
    read_on, skipped = skipping(path)
    assert [argument.id for argument in read_on] == ["c:1", "c:3"]
    assert [str(error) for error in skipped] == [str(stopped.value)]


def test_what_comes_before_a_bad_record_is_handed_out_first(tmp_path: Path) -> None:
    path = write(tmp_path / "c.jsonl", {"premise": "One."}, {"premise": ""})
    stream = read(path)
    assert next(stream).premise.text == "One."
    with pytest.raises(RecordError):
        next(stream)


def test_texts_are_cleaned(tmp_path: Path) -> None:
    path = write(tmp_path / "c.jsonl", {"premise": " a\x00b\x07 \ud800", "claim": "c\td", "source": "e\nf"})
    (argument,) = read(path)
    assert argument.premise.text == "a b  \ufffd"
    assert argument.claim is not None and argument.claim.text == "c d"
    assert argument.source == "e f"


@pytest.mark.parametrize("blocks", [20, pytest.param(100, marks=pytest.mark.slow)])
def test_many_lines_stream_in_little_memory(tmp_path: Path, blocks: int) -> None:
    path = tmp_path / "many.jsonl"
    block = b"".join(b'{"premise":"%d"}\n' % number + b"\n" * 9 for number in range(1_000))
    with path.open("wb") as file:
        for _ in range(blocks):
            file.write(block)
    stream = read(path)
    next(stream)
    tracemalloc.start()
    try:
        for argument in itertools.islice(stream, 8_000):
            last = argument
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert last.id == "many:80001"
    assert peak < 1_000_000
    for argument in stream:
        last = argument
    assert last.id == f"many:{blocks * 10_000 - 9}"


def test_a_line_that_is_too_long_is_never_loaded_whole(tmp_path: Path, skipping: Skipping) -> None:
    path = tmp_path / "long.jsonl"
    with path.open("wb") as file:
        for _ in range(6):
            file.write(b"x" * MAX_LINE)
        file.write(b'\n{"premise": "Two."}\n')
    tracemalloc.start()
    try:
        arguments, skipped = skipping(path)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert [argument.id for argument in arguments] == ["long:2"]
    assert len(skipped) == 1
    assert peak < 3 * MAX_LINE

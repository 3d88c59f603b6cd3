from __future__ import annotations

import json
from pathlib import Path

import pytest

from debatable.corpus.readers import MAX_LINE, read
from debatable.errors import RecordError
from debatable.model import Argument, Claim, Premise, Stance, claim_id
from tests.unit.corpus.readers.conftest import Skipping

FIRST = {
    "id": "S1-A1",
    "conclusion": "Ban cars",
    "premises": [
        {"text": "They are loud.", "stance": "PRO", "annotations": []},
        {"text": "They carry the lame.", "stance": "CON", "annotations": []},
    ],
    "context": {
        "sourceDomain": "portal",
        "sourceUrl": "https://portal.example/1",
        "discussionTitle": "Cars",
        "aspects": [{"name": "x", "weight": "2.0"}],
    },
}
SECOND = {"id": "S1-A2", "conclusion": "", "premises": [{"text": "Alone."}]}
GOOD = json.dumps(SECOND).encode()


def corpus(tmp_path: Path, content: object) -> Path:
    path = tmp_path / "args.json"
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return path


@pytest.mark.parametrize(
    "document",
    [
        [FIRST, SECOND],
        {"arguments": [FIRST, SECOND]},
        {"version": 3, "about": {"arguments": [1], "x": ["}"]}, "arguments": [FIRST, SECOND], "end": [{}]},
    ],
    ids=["bare", "official", "with other keys"],
)
def test_each_premise_becomes_an_argument(tmp_path: Path, document: object) -> None:
    claim = Claim(claim_id("Ban cars"), "Ban cars")
    where = ("portal", "https://portal.example/1", "Cars")
    assert list(read(corpus(tmp_path, document), format="argsme")) == [
        Argument("S1-A1", Premise("S1-A1", "They are loud."), claim, Stance.PRO, *where),
        Argument("S1-A1#2", Premise("S1-A1#2", "They carry the lame."), claim, Stance.CON, *where),
        Argument("S1-A2", Premise("S1-A2", "Alone.")),
    ]


@pytest.mark.parametrize("document", [[FIRST], {"arguments": [FIRST]}])
def test_the_format_is_recognised(tmp_path: Path, document: object) -> None:
    assert [argument.id for argument in read(corpus(tmp_path, document))] == ["S1-A1", "S1-A1#2"]


def test_parliaments_have_a_topic_for_a_discussion(tmp_path: Path) -> None:
    path = corpus(tmp_path, [{**SECOND, "context": {"topic": "Budget"}}])
    assert [argument.discussion for argument in read(path)] == ["Budget"]


@pytest.mark.parametrize(
    ("bad", "where", "words"),
    [
        ({"id": "b", "premises": []}, ": argument 'b'", "no premises"),
        ({"id": "b"}, ": argument 'b'", "no premises"),
        ({"id": "b", "premises": "x"}, ": argument 'b'", "no premises"),
        (
            {"id": "b", "premise": "x"},
            ": argument 'b'",
            'args.me have "premises"; save the list as JSON lines',
        ),
        ({"id": "b", "premises": ["x"]}, ": argument 'b'", "premise is no object"),
        ({"id": "b", "premises": [{"text": " "}]}, ": argument 'b'", "premise is empty"),
        ({"id": "b", "premises": [{}]}, ": argument 'b'", "no premise"),
        ({"id": "b", "context": 3, "premises": [{}]}, ": argument 'b'", "context is no object"),
        ({"id": {}, "premises": [{"text": "x"}]}, f": argument 2 (byte {len(GOOD) + 4})", "id is an object"),
        ({"conclusion": 4, "premises": [{"text": "x"}]}, ": argument 'args:2'", "claim is a number"),
        (
            {"id": "b", "conclusion": "c", "premises": [{"text": "x", "stance": "?"}]},
            ": argument 'b'",
            "stance is '\\?'",
        ),
        ([1, 2], f": argument 2 (byte {len(GOOD) + 4})", "no JSON object"),
    ],
)
def test_a_bad_argument_is_named_and_skipped(
    tmp_path: Path, skipping: Skipping, bad: object, where: str, words: str
) -> None:
    path = corpus(tmp_path, [SECOND, bad, FIRST])
    with pytest.raises(RecordError, match=words) as stopped:
        list(read(path))
    assert stopped.value.where == f"{path}{where}"
    arguments, skipped = skipping(path)
    assert [argument.id for argument in arguments] == ["S1-A2", "S1-A1", "S1-A1#2"]
    assert [str(error) for error in skipped] == [str(stopped.value)]


def test_of_several_premises_only_the_bad_one_is_skipped(tmp_path: Path, skipping: Skipping) -> None:
    premises = [{"text": "one"}, {"text": ""}, {"text": "three"}]
    arguments, skipped = skipping(corpus(tmp_path, [{"id": "a", "premises": premises}]))
    assert [argument.id for argument in arguments] == ["a", "a#3"]
    assert [error.where for error in skipped] == [f"{tmp_path / 'args.json'}: argument 'a', premise 2"]


@pytest.mark.parametrize(
    ("middle", "words"),
    [
        (b'{"id": "b", "premises": [{"text": "caf\xe9"}]}', "byte 39 of it is not UTF-8"),
        (b'{"id": "b", "premises": [{"text": x}]}', "no valid JSON"),
        (b'{"id": "b", "premises": [{"text": "x"]]}', "no valid JSON"),
        (b'{"id": "b", "deep": ' + b"[" * 50_000 + b"]" * 50_000 + b"}", "no valid JSON"),
    ],
    ids=["encoding", "syntax", "brackets", "depth"],
)
def test_broken_json_inside_an_argument_costs_only_that_argument(
    tmp_path: Path, skipping: Skipping, middle: bytes, words: str
) -> None:
    good = json.dumps(SECOND).encode()
    path = corpus(tmp_path, b"[" + good + b", " + middle + b"," + good.replace(b"A2", b"A3") + b"]")
    arguments, skipped = skipping(path)
    assert [argument.id for argument in arguments] == ["S1-A2", "S1-A3"]
    assert len(skipped) == 1
    assert skipped[0].where == f"{path}: argument 2 (byte {len(good) + 4})"
    assert words in skipped[0].what


@pytest.mark.parametrize(
    ("content", "kept", "words"),
    [
        (b"[" + GOOD + b"," + GOOD[:30], 1, f"breaks off before its end (byte {len(GOOD) + 33})"),
        (b"[" + GOOD + b"," + GOOD[:15], 1, "breaks off"),
        (b"[" + GOOD, 1, "breaks off"),
        (b'{"arguments": [' + GOOD + b"]", 1, "breaks off"),
        (b"[" + GOOD + b" " + GOOD + b"]", 1, "broken between two arguments"),
        (b"[" + GOOD + b", 17, " + GOOD + b"]", 1, "broken between two arguments, at ', 17,'"),
        (b"[" + GOOD + b', "x"]', 1, "broken between"),
        (b"[" + GOOD + b",]", 1, "broken between"),
        (b"[," + GOOD + b"]", 0, "broken between"),
        (b"[" + GOOD + b"}", 1, "bracket too many"),
        (b"[" + GOOD + b"]]", 1, "bracket too many"),
        (b"[" + GOOD + b"] x", 1, "something follows"),
        (b"[" + GOOD + b"] [" + GOOD + b"]", 1, "no JSON list"),
        (b'{"args": [' + GOOD + b"]}", 0, "no list of arguments"),
        (b'{"args": "arguments"}', 0, "no list of arguments"),
        (b"x[]", 0, "no JSON list"),
        (b"", 0, "no list of arguments"),
        (b'"arguments"', 0, "no list of arguments"),
    ],
    ids=lambda value: repr(value)[-25:],
)
def test_a_broken_list_keeps_what_came_before_and_is_reported_once(
    tmp_path: Path, skipping: Skipping, content: bytes, kept: int, words: str
) -> None:
    path = corpus(tmp_path, content)
    arguments, skipped = skipping(path, format="argsme")
    assert len(arguments) == kept
    assert len(skipped) == 1
    assert skipped[0].where == f"{path}, after {kept} arguments"
    assert words in skipped[0].what


def test_an_empty_list_has_no_arguments(tmp_path: Path) -> None:
    assert list(read(corpus(tmp_path, b" [ ] "))) == []


def test_an_argument_that_is_too_long_is_never_loaded_whole(tmp_path: Path, skipping: Skipping) -> None:
    path = tmp_path / "args.json"
    with path.open("wb") as file:
        file.write(b"[" + GOOD + b', {"id": "')
        for _ in range(3):
            file.write(b"x" * MAX_LINE)
        file.write(b'"}]')
    arguments, skipped = skipping(path)
    assert [argument.id for argument in arguments] == ["S1-A2"]
    assert [error.what for error in skipped] == [
        f"an argument is longer than 33,554,432 bytes (byte {len(GOOD) + 4})"
    ]

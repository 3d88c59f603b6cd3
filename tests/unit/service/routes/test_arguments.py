from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient

from debatable.engines.local.locks import only_writer
from debatable.errors import StorageError
from debatable.service import Settings, application
from debatable.service.current_engine import CurrentEngine
from debatable.service.routes.arguments import MOST_ADDED, records

TOKEN = "a-secret-of-enough-letters"
SHOWN = {"Authorization": f"Bearer {TOKEN}"}
ADDRESS = "/api/v1/arguments"
POLLUTE = {"id": "c", "premise": "Cars pollute", "claim": "Ban cars", "stance": "pro"}


@pytest.fixture
def writer(folder: Path) -> Iterator[TestClient]:
    with TestClient(application(folder, Settings(token=TOKEN)), headers=SHOWN) as client:
        yield client


def found(client: TestClient) -> list[str]:
    answer = client.get("/api/v1/search", params={"q": "cars pollute", "method": "bm25"}).json()
    return [hit["premise"]["id"] for hit in (*answer["hits"], *answer["weak"])]


def test_what_was_added_is_found_and_what_was_removed_is_not(writer: TestClient) -> None:
    added = writer.post(ADDRESS, json={"arguments": [POLLUTE]})
    assert (added.status_code, added.json()) == (200, {"added": 1, "skipped": 0, "replaced": 0})
    assert "c" in found(writer)
    removed = writer.delete(ADDRESS, params={"id": ["c", "a"]})
    assert (removed.status_code, removed.json()) == (200, {"removed": 2})
    assert found(writer) == ["b"]


def test_one_argument_is_read_by_its_id(writer: TestClient) -> None:
    odd = {"id": "p/1 ü?", "premise": "Cars stink", "url": "https://x.org/?a=1", "language": "en-GB"}
    assert writer.post(ADDRESS, json={"arguments": [POLLUTE, odd]}).status_code == 200
    whole = [json.loads(line) for line in writer.get(f"{ADDRESS}/bulk").text.splitlines()]
    assert [argument["id"] for argument in whole] == ["a", "b", "c", "p/1 ü?"]
    for argument in whole:
        for name in (quote(argument["id"]), quote(argument["id"], safe="")):
            told = writer.get(f"{ADDRESS}/{name}")
            assert (told.status_code, told.json()) == (200, argument)
    none = {"claim": None, "stance": "none", "source": "", "discussion": ""}
    assert writer.get(f"{ADDRESS}/p/1 ü%3F").json() == odd | none


def test_an_id_that_no_argument_has_is_not_found(writer: TestClient) -> None:
    """The premise of an argument that was removed keeps its id while another argument has it."""
    twin = {**POLLUTE, "id": "twin"}
    assert writer.post(ADDRESS, json={"arguments": [POLLUTE, twin]}).json()["added"] == 2
    assert writer.get(f"{ADDRESS}/c").json() == {**writer.get(f"{ADDRESS}/twin").json(), "id": "c"}
    assert writer.delete(ADDRESS, params={"id": "c"}).status_code == 200
    for name in ("c", "nobody", "a/b", "A"):
        refused = writer.get(f"{ADDRESS}/{name}")
        assert refused.status_code == 404
        assert refused.json()["error"] == {"code": "not_found", "message": "no argument has this id"}
    assert writer.get(f"{ADDRESS}/twin").json()["premise"] == "Cars pollute"
    assert writer.get(f"{ADDRESS}/twin", params={"k": 1}).status_code == 422
    assert writer.get(f"{ADDRESS}/{'x' * 501}").status_code == 422


def test_what_was_written_is_told_so_even_where_it_cannot_be_opened_at_once(
    writer: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who was told to try again met an id that was there already."""

    def away(_: CurrentEngine) -> None:
        raise StorageError("no server answers")

    with monkeypatch.context() as patched:
        patched.setattr(CurrentEngine, "renew", away)
        assert writer.post(ADDRESS, json={"arguments": [POLLUTE]}).json()["added"] == 1
        assert writer.delete(ADDRESS, params={"id": "a"}).json() == {"removed": 1}


@pytest.mark.parametrize(
    "shown",
    [{}, {"Authorization": f"Bearer {TOKEN}x"}, {"Authorization": TOKEN}, {"Authorization": "Bearer"}],
)
def test_nobody_writes_without_the_token(folder: Path, shown: dict[str, str]) -> None:
    with TestClient(application(folder, Settings(token=TOKEN)), headers=shown) as client:
        for refused in (
            client.post(ADDRESS, json={"arguments": [POLLUTE]}),
            client.post(f"{ADDRESS}/bulk", content=json.dumps(POLLUTE)),
            client.delete(ADDRESS, params={"id": "a"}),
        ):
            assert (refused.status_code, refused.json()["error"]["code"]) == (401, "unauthorized")
            assert refused.headers["www-authenticate"] == "Bearer" and TOKEN not in refused.text
        assert client.get("/api/v1/health").json()["counts"]["premises"] == 2


def test_a_service_without_a_token_changes_nothing(client: TestClient) -> None:
    for shown in ({}, SHOWN, {"Authorization": "Bearer "}):
        refused = client.delete(ADDRESS, params={"id": "a"}, headers=shown)
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "read_only")


def test_all_arguments_come_line_by_line_and_go_back_so(writer: TestClient) -> None:
    every = writer.get(f"{ADDRESS}/bulk")
    assert every.headers["content-type"] == "application/x-ndjson"
    assert [json.loads(line)["id"] for line in every.text.splitlines()] == ["a", "b"]
    again = writer.post(f"{ADDRESS}/bulk?on_duplicate=replace", content=every.content + b"\n")
    assert again.status_code == 200 and again.json()["added"] + again.json()["replaced"] == 2
    assert writer.get(f"{ADDRESS}/bulk").text == every.text


def test_a_bad_line_is_named_and_nothing_is_added(writer: TestClient) -> None:
    for bad in (b'{"id": "d"}', b"{", b'"/etc/passwd"', b'{"id": "d", "premise": "x", "path": "/etc"}'):
        refused = writer.post(f"{ADDRESS}/bulk", content=json.dumps(POLLUTE).encode() + b"\n" + bad)
        assert (refused.status_code, refused.json()["error"]["code"]) == (400, "bad_input")
        assert refused.json()["error"]["message"].startswith("argument 2: ")
    assert writer.post(f"{ADDRESS}/bulk", content=b"\n").status_code == 400
    assert "c" not in found(writer)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b'{"premise": "Cars stink"}', "id is missing"),
        (b'{"id": "d", "premise": "Cars stink", "stance": "for"}', "stance: input should be 'pro', 'con' or"),
        (b'{"id": "d", "premise": "Cars stink", "polarity": 1}', "there is no parameter 'polarity'"),
        (b'{"id": "d", "premise": ', "it is no JSON object"),
        (b"[1]", "it is no JSON object"),
        (b"\xff", "it is no JSON object"),
    ],
)
def test_what_is_wrong_with_a_line_is_said(writer: TestClient, line: bytes, reason: str) -> None:
    """Each was told to send one JSON object a line, which most of them had done."""
    refused = writer.post(f"{ADDRESS}/bulk", content=line)
    message = refused.json()["error"]["message"]
    assert message.startswith(f"argument 1: {reason}")
    whole = "it is no JSON" not in reason
    assert message.endswith("correct it: nothing was added" if whole else "send one JSON object a line")


def test_a_null_is_a_field_that_is_not_there_as_in_a_file(writer: TestClient) -> None:
    """Lines that `debatable add` takes were refused."""
    nulls = dict.fromkeys(("claim", "stance", "source", "url", "discussion", "language"))
    line = json.dumps({"id": "n", "premise": "Cars stink", **nulls})
    assert writer.post(f"{ADDRESS}/bulk", content=line).json()["added"] == 1
    refused = writer.post(ADDRESS, json={"arguments": [{"id": "m", "premise": None}]})
    assert refused.json()["error"]["message"] == "arguments.0.premise is missing"


def test_lines_may_begin_with_a_byte_order_mark_as_in_a_file(writer: TestClient) -> None:
    lines = b"\xef\xbb\xbf" + json.dumps(POLLUTE).encode() + b"\r\n"
    assert writer.post(f"{ADDRESS}/bulk", content=lines).json()["added"] == 1


def test_a_blank_id_is_refused(writer: TestClient) -> None:
    """It became the id argument:1, which the next one found taken."""
    refused = writer.post(ADDRESS, json={"arguments": [POLLUTE | {"id": " \t"}]})
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "bad_parameter")
    assert "arguments.0.id: " in refused.json()["error"]["message"]


def test_advice_is_not_that_of_the_command_line(writer: TestClient) -> None:
    blank = writer.post(ADDRESS, json={"arguments": [POLLUTE | {"premise": " "}]}).json()["error"]["message"]
    assert blank == "argument 1: its premise is empty; correct it: nothing was added"
    twice = writer.post(ADDRESS, json={"arguments": [POLLUTE, POLLUTE]}).json()["error"]["message"]
    assert "(on_duplicate) to skip or replace" in twice


def test_a_body_of_another_kind_is_told_which_header_it_needs(writer: TestClient) -> None:
    """A missing header was answered with what Python would make of the body."""
    for address, kind, wanted in (
        (ADDRESS, "application/x-www-form-urlencoded", "application/json"),
        (f"{ADDRESS}/bulk", "application/json", "application/x-ndjson"),
    ):
        sent = {"arguments": [POLLUTE]} if address == ADDRESS else POLLUTE
        refused = writer.post(address, content=json.dumps(sent), headers={"Content-Type": kind})
        assert refused.status_code == 422
        assert refused.json()["error"]["message"].endswith(f"with Content-Type: {wanted}")


def test_an_argument_that_is_there_is_refused(writer: TestClient) -> None:
    again = {"arguments": [POLLUTE | {"id": "a"}]}
    assert writer.post(ADDRESS, json=again).status_code == 400
    assert writer.post(ADDRESS, json=again | {"on_duplicate": "skip"}).json()["skipped"] == 1
    assert writer.delete(ADDRESS, params={"id": "nobody"}).status_code == 400
    assert writer.delete(ADDRESS).status_code == 422


def test_while_somebody_else_writes_one_must_wait(writer: TestClient, folder: Path) -> None:
    with only_writer(folder):
        refused = writer.delete(ADDRESS, params={"id": "a"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "index_locked")
    assert refused.headers["retry-after"] and str(folder) not in refused.text


def test_a_request_brings_no_more_arguments_than_allowed(writer: TestClient) -> None:
    many = [POLLUTE | {"id": f"c{number}"} for number in range(MOST_ADDED + 1)]
    lines = [json.dumps(one).encode() for one in many]
    refused = writer.post(f"{ADDRESS}/bulk", content=b"\n".join(lines))
    assert (refused.status_code, refused.json()["error"]["code"]) == (400, "bad_input")
    assert f"there are {MOST_ADDED + 1:,} lines" in refused.json()["error"]["message"]
    assert writer.post(ADDRESS, json={"arguments": many}).status_code == 422
    assert writer.get("/api/v1/health").json()["counts"]["premises"] == 2
    allowed = records(b"\n\n".join(lines[:MOST_ADDED]))  # empty lines are none
    assert [one.id for one in allowed] == [one["id"] for one in many[:MOST_ADDED]]

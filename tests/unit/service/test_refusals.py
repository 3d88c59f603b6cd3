"""What is said where a request cannot be answered: one shape, codes and headers that stay."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from fastapi.exceptions import RequestValidationError
from fastapi.testclient import TestClient
from starlette.exceptions import HTTPException
from starlette.requests import Request

from debatable.errors import (
    ClosedError,
    IndexLockedError,
    InputError,
    NotAnIndexError,
    QueryError,
    RecordError,
    StorageError,
    UnknownNameError,
)
from debatable.service import application, refusals
from debatable.service.refusals import (
    CODES,
    MESSAGES,
    Refused,
    bad_parameter,
    code_of,
    http_error,
    mistake,
    refusal,
    sentence,
    validation_error,
)

REQUEST = Request({"type": "http"})


def told(response: Any) -> tuple[int, str, str]:
    error = json.loads(response.body)["error"]
    assert set(error) == {"code", "message"} and response.media_type == "application/json"
    return response.status_code, error["code"], error["message"]


@pytest.mark.parametrize("status", [*CODES, 418])
def test_every_status_has_a_code_and_a_sentence(status: int) -> None:
    assert told(refusal(status)) == (status, CODES.get(status, "refused"), MESSAGES.get(status, "refused"))
    assert told(refusal(status, "so it is", code="mine"))[1:] == ("mine", "so it is")


def test_every_code_is_in_the_reference() -> None:
    """Three were missing there, and damaged was said to be the health's alone."""
    table = (Path(__file__).parents[3] / "docs/http-api.md").read_text(encoding="utf-8")
    source = Path(refusals.__file__).parent
    raised = {
        code
        for file in source.rglob("*.py")
        if "desk" not in file.parts
        for code in re.findall(r'(?:Refused\(\s*\d{3}, |code=)"(\w+)"', file.read_text(encoding="utf-8"))
    }
    assert "outdated" in raised
    assert [code for code in sorted({*CODES.values(), *raised}) if f"`{code}`" not in table] == []


def test_headers_of_a_refusal_are_sent() -> None:
    given = {"Retry-After": "7", "Allow": "GET"}
    for error in (HTTPException(405, headers=given), Refused(503, "busy", "wait", given)):
        headers = asyncio.run(http_error(REQUEST, error)).headers
        assert {name: headers[name] for name in given} == given


def test_what_the_service_refuses_keeps_its_words_and_what_others_raise_does_not() -> None:
    assert told(asyncio.run(http_error(REQUEST, Refused(403, "foreign_form", "not yours")))) == (
        403,
        "foreign_form",
        "not yours",
    )
    secret = HTTPException(404, "in /etc/secret")
    assert told(asyncio.run(http_error(REQUEST, secret))) == (404, "not_found", MESSAGES[404])
    assert told(asyncio.run(http_error(REQUEST, RuntimeError("secret")))) == (500, "internal", MESSAGES[500])


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (InputError("no vectors", where="/home/me", todo="choose"), (400, "bad_input", "no vectors; choose")),
        (QueryError("it is empty"), (400, "bad_query", "it is empty")),
        (IndexLockedError("somebody writes", todo="wait"), (409, "index_locked", "somebody writes; wait")),
    ],
)
def test_mistakes_are_told_without_the_place(error: Exception, expected: tuple[int, str, str]) -> None:
    assert told(asyncio.run(mistake(REQUEST, error))) == expected


def test_a_name_that_is_unknown_has_a_code_of_its_own_and_a_fault_of_ours_is_none() -> None:
    error = UnknownNameError("method", "bm24", ["bm25"])
    assert code_of(error) == "unknown_name" and told(asyncio.run(mistake(REQUEST, error)))[0] == 400
    locked = asyncio.run(mistake(REQUEST, IndexLockedError("x")))
    assert locked.headers["Retry-After"] == "5"
    away = asyncio.run(mistake(REQUEST, StorageError("no server answers", where="qdrant://10.0.0.7:6333/x")))
    assert told(away)[:2] == (503, "unavailable") and "10.0.0.7" not in told(away)[2]
    assert away.headers["Retry-After"] == "5"
    moved = asyncio.run(mistake(REQUEST, NotAnIndexError("there is none", where="/home/me/live")))
    assert told(moved)[:2] == (503, "unavailable") and "/home/me" not in told(moved)[2]
    with pytest.raises(ClosedError):
        asyncio.run(mistake(REQUEST, ClosedError("it is closed")))


def test_the_place_of_a_record_is_told_where_it_is_the_senders_own() -> None:
    assert sentence(RecordError("it is empty", where="argument 3")) == "argument 3: it is empty"
    assert sentence(RecordError("it is empty", where="/home/me/corpus:3")) == "it is empty"


@pytest.mark.parametrize(
    ("where", "message", "expected"),
    [
        (("query", "k"), "Input should be less", "k: input should be less"),
        (("body", "queries", 0), "Too long", "queries.0: too long"),
        (("path", "name"), "X", "name: x"),
        (("body", "queries"), "No item after validation, not 0", "queries: no item, not 0"),
        (("query", "k"), "No integer, unable to parse string as an integer", "k: no integer"),
        (("body",), "Field required", "the body: field required"),
        (("query", "query"), "Field required", "query: field required"),
        (("body", "graph", "path"), "No", "graph.path: no"),
        (("query", "x" * 200), "No", f"{'x' * 80}: no"),
        (("query", "k"), "A" + "b" * 500, f"k: a{'b' * 199}"),
    ],
)
def test_a_wrong_parameter_is_named_without_its_value(
    where: tuple[str | int, ...], message: str, expected: str
) -> None:
    errors: list[dict[str, Any]] = [
        {"loc": where, "msg": message, "input": "secret"},
        {"loc": ("query", "z"), "msg": "Later"},
    ]
    assert bad_parameter(errors) == expected
    answered = asyncio.run(validation_error(REQUEST, RequestValidationError(errors)))
    assert told(answered) == (422, "bad_parameter", expected)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (
            "q=cars&zzqx=1",
            "there is no parameter 'zzqx'; there are method, k, stance, source, language, length, sort",
        ),
        ("query=cars", "there is no parameter 'query'; q is missing"),
        ("q=cars&lenght=short", "there is no parameter 'lenght'; did you mean length?"),
        ("k=3", "q is missing"),
        ("q=cars&k=1000", "k: input should be less than or equal to 100"),
        ("q=cars&k=many", "k: input should be a valid integer"),
    ],
)
def test_who_asks_wrongly_is_told_what_there_is(still: TestClient, asked: str, message: str) -> None:
    """Of ``query=`` it was said that q was required, and of a strange name not which there are."""
    refused = still.get(f"/api/v1/search?{asked}")
    assert refused.status_code == 422 and refused.json()["error"]["message"].startswith(message)
    assert "unable to" not in refused.text


def test_the_fields_of_an_argument_are_not_taken_for_those_of_the_request() -> None:
    where = ("body", "arguments", 0, "claims")
    told = bad_parameter(
        [{"loc": where, "msg": "", "type": "extra_forbidden"}], ["arguments", "on_duplicate"]
    )
    assert told == "there is no parameter 'claims'"


def test_a_damaged_text_is_never_shown(folder: Path) -> None:
    """A flipped bit changed an answer without a word."""
    with closing(sqlite3.connect(folder / "corpus-000001.sqlite", isolation_level=None)) as db:
        db.execute("UPDATE premises SET text = 'Cars are lovely' WHERE id = 'a'")
    with TestClient(application(folder)) as client:
        answer = client.get("/api/v1/search?q=cars&method=bm25")
    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "damaged")
    assert "row 1 of the premises is not what its checksum says" in answer.text
    assert "lovely" not in answer.text and str(folder) not in answer.text


@pytest.mark.parametrize(
    ("method", "address", "allowed"),
    [
        ("POST", "/api/v1/search", ["GET"]),
        ("PUT", "/api/v1/arguments", ["DELETE", "POST"]),
        ("GET", "/api/v1/search/batch", ["POST"]),
        ("DELETE", "/graphs", ["GET", "POST"]),
    ],
)
def test_the_methods_of_an_address_are_named(
    still: TestClient, method: str, address: str, allowed: list[str]
) -> None:
    """It was said that the address takes others, and ``Allow`` had those of one of its routes."""
    refused = still.request(method, address)
    assert (refused.status_code, refused.headers["allow"]) == (405, ", ".join(allowed))
    assert refused.json()["error"]["message"] == f"this address takes {' or '.join(allowed)}"

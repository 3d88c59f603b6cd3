"""Forms as they are read: how large, of what kind, and what counts of a field that is given twice."""

from __future__ import annotations

import asyncio

import pytest
from starlette.requests import Request
from starlette.types import Message

from debatable.service.desk.forms import LARGEST, MOST_FIELDS, form_of
from debatable.service.refusals import Refused

USUAL = "application/x-www-form-urlencoded"


def read(pieces: list[bytes], kind: str = USUAL) -> dict[str, str | list[str]]:
    """Reads a form that comes piece by piece."""
    left = list(pieces)

    async def receive() -> Message:
        piece = left.pop(0)
        return {"type": "http.request", "body": piece, "more_body": bool(left)}

    scope = {"type": "http", "method": "POST", "path": "/", "headers": [(b"content-type", kind.encode())]}
    return asyncio.run(form_of(Request(scope, receive)))


def status(pieces: list[bytes], kind: str = USUAL) -> int:
    with pytest.raises(Refused) as refused:
        read(pieces, kind)
    return refused.value.status_code


@pytest.mark.parametrize("size", [1_000, LARGEST // 2, LARGEST, LARGEST + 1])
def test_a_form_in_pieces_may_not_be_larger_than_in_one(size: int) -> None:
    fits, beyond = (b"a=" + b"x" * (length - 2) for length in (LARGEST, LARGEST + 1))
    parts = [[body[at : at + size] for at in range(0, len(body), size)] for body in (fits, beyond)]
    assert read(parts[0]) == {"a": "x" * (LARGEST - 2)}
    assert status(parts[1]) == 413


def test_of_a_field_that_is_given_twice_the_last_counts_but_for_lists() -> None:
    assert read([b"a=1&kept=x&a=2&kept=y&b=&refused=z"]) == {
        "a": "2",
        "b": "",
        "kept": ["x", "y"],
        "refused": ["z"],
    }
    assert read([b""]) == {}


@pytest.mark.parametrize("kind", [USUAL, USUAL.upper(), f"{USUAL}; charset=utf-8", f" {USUAL} "])
def test_the_kind_of_a_form_may_be_written_in_many_ways(kind: str) -> None:
    assert read([b"a=%C3%A4+b"], kind) == {"a": "ä b"}


@pytest.mark.parametrize("kind", ["", "text/plain", "multipart/form-data", "application/json"])
def test_what_is_no_form_is_refused(kind: str) -> None:
    assert status([b"a=1"], kind) == 415


@pytest.mark.parametrize("body", [b"\xff=1", b"a=%ff", b"&".join(b"a=1" for _ in range(MOST_FIELDS + 1))])
def test_what_cannot_be_read_is_refused(body: bytes) -> None:
    assert status([body]) == 400
    assert len(read([b"&".join(b"kept=1" for _ in range(MOST_FIELDS))])["kept"]) == MOST_FIELDS

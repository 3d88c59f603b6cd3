"""Hostile requests to the pages of a desk: none runs, none breaks it, none is kept, all are guarded."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, urlencode

from starlette.datastructures import Headers

from debatable.evaluation.annotation.desk import Desk
from debatable.service.guard import HEADERS
from tests.unit.service.desk.conftest import Sitting
from tests.unit.service.test_hostile_requests import BROKEN, CONTROL, LONG, MARKUP, ODD, PATHS, told

TEXTS = [*MARKUP, *CONTROL, *LONG, *ODD]
PAGES = ("judge", "group", "decide")
FORM = b"application/x-www-form-urlencoded"


def gets() -> Iterator[str]:
    """Yields addresses."""
    for text in TEXTS:
        for page in PAGES:
            yield f"/{page}?sheet={quote(text)}"
        yield f"/judge?sheet=claims-similarity&query=q1&item={quote(text)}"
        yield f"/group?sheet=claims-clustering&query={quote(text)}&decide=true"
        yield f"/file?name={quote(text, safe='')}"
    for text in BROKEN:
        yield f"/judge?sheet={text}&said={text}"
        yield f"/decide?sheet=claims-similarity&page={text}"
    for number in ("-1", "99999999999999999999", "1e9", "NaN", "0x10", "1_0"):
        yield f"/decide?sheet=claims-similarity&page={number}"
        yield f"/judge?sheet=claims-similarity&said={number}&undone={number}"
    yield from PATHS


def posts() -> Iterator[tuple[str, dict[str, Any] | bytes]]:
    """Yields actions with what they are sent, a guard aside."""
    said = {"sheet": "claims-similarity", "query": "q1", "item": "a", "form": "hostile-form"}
    piled = {**said, "sheet": "claims-clustering"}
    for text in TEXTS:
        yield "judge", {**said, "value": text}
        yield "judge", {**said, "value": "3", "form": text}
        yield "judge", {**said, "value": "3", "item": text}
        yield "group", {**piled, "item": text}
        yield "undo", {"of": text}
        yield "sample", {"words": text}
    for text in (*CONTROL, *LONG):
        yield "group", {**piled, "new": text + "\x00"}
        yield "people", {"name": text + "\x00"}
    for body in (b"", b"\xff\xfe=1", b"a=1&" * 5_000, b"=" * 300_000, b"%", b"[" * 1_000, b"x" * 2_000_000):
        for action in ("judge", "group", "people", "sample-words", "enter"):
            yield action, body
    yield "judge", {**said, "value": "3", "unknown": "field"}
    yield "judge", {**said, "value": "3", "seen": "-1"}
    yield "judge", {**said, "value": "3", "decide": "maybe"}


GETS, POSTS = list(gets()), list(posts())


def test_there_are_two_hundred() -> None:
    assert len(GETS) + len(POSTS) >= 200


def checked(status: int, headers: Headers, content: bytes) -> str:
    """Looks at one answer."""
    assert status in (200, 303) or 400 <= status < 500, status
    assert {name: headers[name] for name in HEADERS} == HEADERS
    text = content.decode()
    scripts = re.findall("<script.*", text)
    assert scripts in ([], ['<script type="module" src="static/desk.js"></script>'])
    for mark in ("<img", "<iframe", "<svg onload", '" autofocus onfocus', "</title><s", "49{", "Traceback"):
        assert mark not in text, mark
    assert "site-packages" not in text and "root:" not in text
    return text


def test_hostile_addresses_are_refused_or_answered_safely(desk: Desk, eve: Sitting) -> None:
    cookie = "=".join(eve.cookie).encode()
    before = desk.length
    for address in GETS:
        answer = asyncio.run(told(eve.client.app, "GET", address, b"", (b"cookie", cookie)))
        checked(*answer)
    assert desk.length == before


def test_hostile_forms_are_refused_and_nothing_of_them_is_kept(desk: Desk, eve: Sitting) -> None:
    cookie = (b"cookie", "=".join(eve.cookie).encode())
    guard = eve.fields("/", "leave")["guard"]
    before = desk.length
    for action, form in POSTS:
        body = form if isinstance(form, bytes) else urlencode({"guard": guard, **form}).encode()
        answer = asyncio.run(
            told(eve.client.app, "POST", f"/{action}", body, (b"content-type", FORM), cookie)
        )
        checked(*answer)
        if action not in ("undo", "sample"):
            assert answer[0] >= 400, (action, body[:200])
    kept = [record for record in desk._log.records[before:] if record["kind"] != "sample"]
    assert kept == [], "words of a sample are words, whatever they were cut out of"


def test_what_annotators_write_is_shown_as_text(eve: Sitting) -> None:
    fields = eve.fields("/group?sheet=claims-clustering&query=q1", "group")
    for mark in MARKUP:
        page = eve.post("group", {**fields, "new": mark, "form": f"form-{abs(hash(mark))}"})
        assert page.status_code == 200
        checked(200, Headers(raw=page.headers.raw), page.content)

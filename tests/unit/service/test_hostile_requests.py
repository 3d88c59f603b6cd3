"""Two hundred hostile requests: none runs, none breaks the service, all are guarded."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from urllib.parse import quote, unquote

import pytest
from fastapi.testclient import TestClient
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message

from debatable.service.guard import HEADERS

MARKUP = [
    "<script>alert(1)</script>",
    '"><script>alert(1)</script>',
    "'><img src=x onerror=alert(1)>",
    "<svg onload=alert(1)>",
    "</title><script>alert(1)</script>",
    "javascript:alert(1)",
    "{{ 7 * 7 }}{% for x in y %}",
    "<!--<script>",
    "<iframe srcdoc='<script>alert(1)</script>'>",
    '" autofocus onfocus=alert(1) x="',
]
CONTROL = [
    *("\x00", "cars\x00", "\x1b[31mcars", "cars\r\nSet-Cookie: a=b"),
    *("\u202ecars", "\ufeffcars", "\x7f" * 50, "\u0085"),
]
LONG = [
    *("x" * 20_000, "x " * 15_000, "x" * 1_000_000, "é" * 50_000),
    *("+" * 5_000, '"' * 9_999, "(" * 9_000, "-a " * 3_000),
]
ODD = [
    "' OR 1=1 --",
    "%00",
    "%s%n",
    "../../etc/passwd",
    "${jndi:ldap://x}",
    "\U0001f697" * 100,
    "0" * 400,
    "NaN",
]
TEXTS = [*MARKUP, *CONTROL, *LONG, *ODD]
BROKEN = ["%ff%fe", "%c3%28", "%ed%a0%80", "%f8%a1%a1%a1%a1", "%", "%zz", "%e2%82", "%00%ff"]
PARAMETERS = ["method", "k", "stance", "source", "language", "length"]
PATHS = [
    *(
        "/static/../../../etc/passwd",
        "/static/%2e%2e/%2e%2e/etc/passwd",
        "/static/..%5c..%5cetc",
        "/static/%00",
    ),
    *(
        "/static//etc/passwd",
        "/static/page.css/..",
        "//etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/.git/config",
    ),
    *("/api/v1/clusters/..%2f..%2fetc", "/api/v1/premises/%00/similar", "/api/v1/premises/%ff/similar"),
    *(
        "/api/v1/arguments/%00",
        "/api/v1/arguments/%ff",
        "/api/v1/arguments/..%2f..%2fetc",
        "/api/v1/arguments/",
    ),
    *(
        "/api/v1/clusters/p999999999999999999999",
        "/api/v1/premises/" + "x" * 2_000 + "/similar",
        "/api/v1/" + "a/" * 900,
    ),
]
BODIES = [
    *(b"[" * 100_000, b'{"a":' * 50_000, b'{"queries":' + b"[" * 50_000, b"", b"null", b"\xff\xfe", b"{"),
    *(b'{"queries":["\\ud800"]}', b'{"queries":[1e400]}', b'{"queries":"cars"}', b'{"queries":[null]}'),
    *(
        b'{"queries":["cars"],"k":NaN}',
        b'{"queries":["cars"],"k":1e99}',
        b'{"queries":["cars"],"__proto__":{}}',
    ),
    b'{"graph":' + b'{"a":' * 400 + b"1" + b"}" * 401,
    *(b'{"queries":["' + b"x" * 900_000 + b'"]}', b'{"queries":["' + b"x" * 2_000_000 + b'"]}'),
]


POSTED = [
    *("/api/v1/search/batch", "/api/v1/search/bulk", "/api/v1/graphs/search", "/api/v1/arguments"),
    "/graphs",
]


def requests() -> Iterator[tuple[str, str, bytes]]:
    """Yields method, address and body."""
    for text in TEXTS:
        yield "GET", f"/?q={quote(text)}&method=bm25", b""
        yield "GET", f"/api/v1/search?q={quote(text)}&method=bm25", b""
        yield "GET", f"/api/v1/claims?q={quote(text)}", b""
        yield "GET", f"/api/v1/explain?q=cars&method=bm25&premise={quote(text)}", b""
        yield "GET", f"/map?q={quote(text)}&method=bm25", b""
        yield "GET", f"/map?q=cars&method=bm25&view={quote(text)}", b""
        yield "GET", f"/topics?of={quote(text)}", b""
        yield "GET", f"/brief?q={quote(text)}&method=bm25&format=markdown", b""
        yield "GET", f"/graphs?example={quote(text)}", b""
    for text in BROKEN:
        yield "GET", f"/map?q={text}&method=bm25", b""
        yield "GET", f"/topics?of={text}&page={text}", b""
        yield "GET", f"/?q={text}&method=bm25", b""
        yield "GET", f"/api/v2/arguments?query={text}", b""
    for name in PARAMETERS:
        for text in (MARKUP[0], CONTROL[0], LONG[2], ODD[3]):
            yield "GET", f"/?q=cars&{name}={quote(text, safe='')}", b""
    for path in PATHS:
        yield "GET", path, b""
    for body in BODIES:
        for address in POSTED:
            yield "POST", address, body
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "post"):
        yield method, "/api/v1/search?q=cars", b""
        yield method, "/", b""
    yield "GET", "/?" + "&".join(f"source=s{number}" for number in range(5_000)), b""
    yield "GET", "/?" + "a=1&" * 20_000, b""


REQUESTS = list(requests())
PARTS = 8
"""Tests that share the requests."""


def test_there_are_two_hundred() -> None:
    assert len(REQUESTS) >= 200


@pytest.mark.parametrize("part", range(PARTS))
def test_hostile_requests_are_refused_or_answered_safely(still: TestClient, part: int) -> None:
    for method, address, body in REQUESTS[part::PARTS]:
        try:
            check(still, method, address, body)
        except Exception as error:
            error.add_note(f"asked: {method} {address[:200]} {body[:200]!r}")
            raise


def check(still: TestClient, method: str, address: str, body: bytes) -> None:
    status, headers, content = asyncio.run(told(still.app, method, address, body))
    assert status == 200 or 400 <= status < 500
    assert {name: headers[name] for name in HEADERS} == HEADERS
    kind = headers["content-type"].split(";")[0]
    assert kind in ("text/html", "application/json", "application/x-ndjson", "text/css", "text/markdown"), (
        kind
    )
    text = content.decode()
    if kind == "text/html":
        assert re.findall("<script.*", text) == ['<script type="module" src="static/page.js"></script>']
        for mark in ("<img", "<iframe", "<svg onload", '" autofocus onfocus', "</title><", "49{"):
            assert mark not in text.lower(), mark
    if status >= 400:
        assert not any(word in text for word in ("Traceback", "site-packages", "pytest", "root:"))
        assert kind == "text/html" or set(json.loads(text)["error"]) == {"code", "message"}


async def told(
    app: ASGIApp, method: str, address: str, body: bytes, *headers: tuple[bytes, bytes]
) -> tuple[int, Headers, bytes]:
    """Asks the application itself, as a server would that lets everything pass: clients tidy addresses up."""
    path, _, query = address.partition("?")
    scope = {
        **{"type": "http", "http_version": "1.1", "scheme": "http", "root_path": "", "method": method},
        **{"path": unquote(path), "raw_path": path.encode(), "query_string": query.encode()},
        **{
            "server": ("test", 80),
            "client": ("test", 1),
            "headers": list(headers) or [(b"content-type", b"application/json")],
        },
    }
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": body}

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope, receive, send)
    content = b"".join(message.get("body", b"") for message in sent[1:])
    return sent[0]["status"], Headers(raw=sent[0]["headers"]), content

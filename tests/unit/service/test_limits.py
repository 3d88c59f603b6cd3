from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from debatable.engines import Engine
from debatable.service import Settings, application
from debatable.service.guard import HEADERS
from debatable.service.limits import Limits, local_path

CARS = "/api/v1/search?q=cars&method=bm25"


def test_a_foreign_host_is_refused(folder: Path) -> None:
    with TestClient(application(folder, Settings(hosts=("localhost", "::1")))) as client:
        for host in ("localhost", "LOCALHOST:8080", "[::1]:8080"):
            assert client.get("/api/v1/health", headers={"Host": host}).status_code == 200
        for host in ("evil.org", "localhost.evil.org", "", "[::2]"):
            refused = client.get("/api/v1/health", headers={"Host": host})
            assert (refused.status_code, refused.json()["error"]["code"]) == (421, "foreign_host")
            assert {name: refused.headers[name] for name in HEADERS} == HEADERS


def test_who_asks_too_often_must_wait(folder: Path) -> None:
    with TestClient(application(folder, Settings(rate=2))) as client:
        statuses = [client.get("/api/v1/claims").status_code for _ in range(3)]
        assert statuses == [200, 200, 429]
        refused = client.get("/api/v1/claims")
        assert refused.json()["error"]["code"] == "too_many_requests"
        assert 1 <= int(refused.headers["retry-after"]) <= 30
        assert client.get("/api/v1/health").status_code == 200


def test_an_answer_that_takes_too_long_is_not_waited_for(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And while it still computes, it counts as running."""
    go = threading.Event()
    search = Engine.search

    def slow(self: Engine, query: str, **options: Any) -> object:
        go.wait(60)
        return search(self, query, **options)

    monkeypatch.setattr(Engine, "search", slow)
    with TestClient(application(folder, Settings(seconds=0.2, running=1))) as client:
        late = client.get(CARS)
        busy = client.get("/api/v1/claims")
        go.set()
        assert (late.status_code, late.json()["error"]["code"]) == (503, "timeout")
        assert (busy.status_code, busy.json()["error"]["code"]) == (503, "busy")
        assert busy.headers["retry-after"] == "1"


def asked_of(
    app: ASGIApp, settings: Settings, *paths: str, client: tuple[str, int] | None = ("1.2.3.4", 5)
) -> list[tuple[int, dict[str, str]]]:
    """Asks one after another; returns the statuses and headers."""
    limits = Limits(app, settings=settings)
    told: list[tuple[int, dict[str, str]]] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b""}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            told.append((message["status"], {k.decode(): v.decode() for k, v in message["headers"]}))

    async def ask() -> None:
        for path in paths:
            scope: Scope = {"type": "http", "method": "GET", "path": path, "headers": [], "client": client}
            await limits(scope, receive, send)

    asyncio.run(ask())
    return told


async def at_once(scope: Scope, receive: Receive, send: Send) -> None:
    await Response("done")(scope, receive, send)


async def slowly(scope: Scope, receive: Receive, send: Send) -> None:
    await asyncio.sleep(0.2)
    await Response("done")(scope, receive, send)


async def beginning_at_once(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await asyncio.sleep(0.1)
    await send({"type": "http.response.body", "body": b"done"})


@pytest.mark.parametrize("path", ["/api/v1/health", "/api/v1/metrics", "/api/health", "/static/page.css"])
def test_what_costs_nothing_is_not_counted(path: str) -> None:
    settings = Settings(rate=1)
    asked = asked_of(at_once, settings, *[path] * 4, "/", "/", path)
    assert [status for status, _ in asked] == [200] * 5 + [429, 200]


def test_who_has_no_address_is_counted_too() -> None:
    asked = asked_of(at_once, Settings(rate=1), "/", "/", client=None)
    assert [status for status, _ in asked] == [200, 429]
    assert asked[1][1]["retry-after"] == "60"


def test_writing_is_not_stopped_half_way_and_reading_is() -> None:
    settings = Settings(seconds=0.02)
    assert [status for status, _ in asked_of(slowly, settings, "/api/v1/arguments")] == [200]
    assert [status for status, _ in asked_of(slowly, settings, "/api/v1/arguments/bulk")] == [200]
    assert [status for status, _ in asked_of(slowly, settings, "/api/v1/search")] == [503]


def test_an_answer_that_has_begun_is_waited_for() -> None:
    assert [status for status, _ in asked_of(beginning_at_once, Settings(seconds=0.01), "/")] == [200]


@pytest.mark.parametrize("running", [1, 2, 3])
def test_so_many_requests_run_at_once_and_no_more(running: int) -> None:
    most = now = 0

    async def counted(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal most, now
        now += 1
        most = max(most, now)
        await asyncio.sleep(0.05)
        now -= 1
        await Response("done")(scope, receive, send)

    limits = Limits(counted, settings=Settings(running=running))
    statuses: list[int] = []

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    async def receive() -> Message:
        return {"type": "http.request", "body": b""}

    async def ask() -> None:
        scope: Scope = {"type": "http", "method": "GET", "path": "/", "headers": [], "client": ("a", 1)}
        await asyncio.gather(*(limits(dict(scope), receive, send) for _ in range(5)))
        await limits(dict(scope), receive, send)  # when the others are done there is room again

    asyncio.run(ask())
    assert most == running
    assert sorted(statuses) == [200] * (running + 1) + [503] * (5 - running)


@pytest.mark.parametrize(
    ("path", "root", "expected"),
    [
        ("/api", "", "/api"),
        ("/debate/api", "/debate", "/api"),
        ("/debate", "/debate", "/debate"),
        ("/debates/api", "/debate", "/debates/api"),
        ("/api/debate/x", "/debate", "/api/debate/x"),
    ],
)
def test_only_the_whole_name_of_the_proxys_part_is_taken_away(path: str, root: str, expected: str) -> None:
    assert local_path({"path": path, "root_path": root}) == expected

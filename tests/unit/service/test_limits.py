from __future__ import annotations

import asyncio
import selectors
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import orjson
import pytest
from fastapi.testclient import TestClient
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from debatable.engines import Engine, QdrantIndex
from debatable.engines.qdrant.address import Address
from debatable.engines.qdrant.backend import QdrantBackend
from debatable.progress import Deadline
from debatable.service import Settings, application
from debatable.service.guard import HEADERS
from debatable.service.limits import Limits, local_path
from debatable.service.routes.parameters import deadline_of
from debatable.service.turns import Turns
from tests.support.indexes import BY_WORDS, argument
from tests.support.qdrant_memory import Memory

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


TOKEN = "a-secret-of-enough-letters"


def asked_of(
    app: ASGIApp,
    settings: Settings,
    *paths: str,
    client: tuple[str, int] | None = ("1.2.3.4", 5),
    method: str = "GET",
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
            headers = [(b"authorization", f"Bearer {TOKEN}".encode())]
            scope: Scope = {
                "type": "http",
                "method": method,
                "path": path,
                "headers": headers,
                "client": client,
            }
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
    settings = Settings(seconds=0.02, token=TOKEN)
    for method, path, expected in (
        ("POST", "/api/v1/arguments", 200),
        ("DELETE", "/api/v1/arguments", 200),
        ("POST", "/api/v1/arguments/bulk", 200),
        ("GET", "/api/v1/arguments/bulk", 503),
        ("GET", "/api/v1/search", 503),
    ):
        asked = asked_of(slowly, settings, path, method=method)
        assert [status for status, _ in asked] == [expected], (method, path)


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


async def dripped() -> Message:
    """A body of which a byte comes now and then."""
    await asyncio.sleep(0.05)
    return {"type": "http.request", "body": b" ", "more_body": True}


class SimulatedTime(selectors.DefaultSelector):
    """Makes a loop skip the time in which nothing happens, so that a busy machine changes no measurement."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.now += timeout or 0.0
        return super().select(0)

    def loop(self) -> asyncio.AbstractEventLoop:
        loop = asyncio.SelectorEventLoop(self)
        loop.time = lambda: self.now  # type: ignore[method-assign]
        return loop


def together(
    limits: Limits,
    requests: list[tuple[str, str, Receive]],
    headers: list[tuple[bytes, bytes]] | None = None,
    loop: Callable[[], asyncio.AbstractEventLoop] | None = None,
) -> list[tuple[int, str, float]]:
    """Asks at once, each a moment after the one before; returns status, code and seconds of each."""

    async def asked(number: int, method: str, path: str, receive: Receive) -> tuple[int, str, float]:
        await asyncio.sleep(0.01 * number)
        start, status, code = asyncio.get_running_loop().time(), 0, ""

        async def send(message: Message) -> None:
            nonlocal status, code
            status = message.get("status", status)
            if message.get("body", b"").startswith(b'{"error"'):
                code = orjson.loads(message["body"])["error"]["code"]

        scope: Scope = {"type": "http", "method": method, "path": path, "client": ("a", 1)}
        await limits({**scope, "headers": headers or []}, receive, send)
        return status, code, asyncio.get_running_loop().time() - start

    async def all_of_them() -> list[tuple[int, str, float]]:
        return list(await asyncio.gather(*(asked(n, *request) for n, request in enumerate(requests))))

    with asyncio.Runner(loop_factory=loop) as runner:
        return runner.run(all_of_them())


async def whole() -> Message:
    return {"type": "http.request", "body": b""}


def test_a_body_that_still_arrives_is_no_running_request() -> None:
    """64 slow bodies kept everybody else out for half a minute."""
    limits = Limits(at_once, settings=Settings(running=1, body_seconds=0.3))
    slow = [("POST", "/api/v1/search/batch", dripped)] * 5
    *late, quick = together(limits, [*slow, ("GET", "/api/v1/search", whole)])
    assert quick[:2] == (200, "")
    assert [one[:2] for one in late] == [(408, "slow_body")] * 5
    assert all(0.25 <= seconds < 2 for *_, seconds in late)


def test_a_quick_body_finds_a_place_beside_any_number_of_slow_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("debatable.service.limits.MOST_BODIES", 3)
    limits = Limits(at_once, settings=Settings(body_seconds=1.0))
    slow = [("POST", "/", dripped)] * 4
    *late, quick = together(limits, [*slow, ("POST", "/", whole)])
    assert quick[0] == 200
    assert [seconds < 0.9 for *_, seconds in late] == [True, True, False, False]


def test_nobody_s_body_is_read_before_the_token() -> None:
    """It was read first, for as long as it took."""
    limits = Limits(at_once, settings=Settings(token=TOKEN))
    answers = together(
        limits, [("POST", "/api/v1/arguments", dripped), ("DELETE", "/api/v1/arguments", dripped)]
    )
    assert [one[:2] for one in answers] == [(401, "unauthorized")] * 2
    assert all(seconds < 0.5 for *_, seconds in answers)


def test_who_shows_wrong_tokens_must_wait() -> None:
    """Wrong tokens cost nothing, so that one could try as many as one liked."""
    limits = Limits(at_once, settings=Settings(token=TOKEN))
    wrong = together(limits, [("POST", "/api/v1/arguments", whole)] * 12, [(b"authorization", b"Bearer x")])
    assert [status for status, *_ in wrong] == [401] * 10 + [429] * 2
    right = [(b"authorization", f"Bearer {TOKEN}".encode())]
    assert together(limits, [("POST", "/api/v1/arguments", whole)], right)[0][0] == 429
    assert together(limits, [("GET", "/api/v1/search", whole)])[0][0] == 200


def test_long_jobs_are_counted_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Downloads and long lists of claims took the places of single searches, or were not counted at all."""
    monkeypatch.setattr("debatable.service.limits.MOST_LONG", 2)
    limits = Limits(slowly, settings=Settings(running=1, token=TOKEN))
    shown = [(b"authorization", f"Bearer {TOKEN}".encode())]
    answers = together(
        limits,
        [
            ("POST", "/api/v1/search/bulk", whole),
            ("GET", "/api/v1/arguments/bulk", whole),
            ("POST", "/api/v1/search/batch", whole),
            ("POST", "/api/v1/arguments", whole),
            ("GET", "/api/v1/search", whole),
            ("GET", "/api/v1/health", whole),
        ],
        shown,
    )
    assert [status for status, *_ in answers] == [200, 200, 503, 503, 200, 200]


def test_what_would_wait_too_long_is_refused_at_once_and_the_rest_is_answered_in_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Requests waited until their time was over, and were refused then."""
    clock = SimulatedTime()
    monkeypatch.setattr("debatable.service.limits.Deadline", partial(Deadline, clock=lambda: clock.now))
    turns = Turns(2, 1.0, clock=lambda: clock.now)
    limits = Limits(slowly, settings=Settings(budget=1.0, running=1_000), turns=turns)
    search = ("GET", "/api/v1/search", whole)
    together(limits, [search] * 2, loop=clock.loop)  # 0.2 seconds each
    clock = SimulatedTime()
    answers = together(limits, [search] * 20, loop=clock.loop)
    refused = [seconds for status, _, seconds in answers if status == 503]
    answered = [seconds for status, _, seconds in answers if status == 200]
    assert len(refused) + len(answered) == 20 and len(refused) >= 5 and len(answered) >= 5
    assert max(refused) < 0.001 and max(answered) <= 0.7


def test_a_request_has_the_deadline_of_its_arrival() -> None:
    deadlines: list[Deadline] = []

    async def noting(scope: Scope, receive: Receive, send: Send) -> None:
        deadlines.append(scope["state"]["deadline"])
        await slowly(scope, receive, send)

    limits = Limits(noting, settings=Settings(budget=0.6), turns=Turns(1, 100.0))
    together(limits, [("GET", "/", whole)] * 3)
    assert [deadline.seconds for deadline in deadlines] == [0.6] * 3
    assert deadlines[0].over


def test_a_search_that_ends_too_late_is_refused_a_moment_after_its_budget_and_others_are_waited_for() -> None:
    """A search that took longer than the budget and a second was answered late, up to half a minute."""

    async def searching(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] == "/api/v1/search":
            deadline_of(Request(scope))
        await asyncio.sleep(2.0)
        await Response(b"late")(scope, receive, send)

    turns = Turns(4, 0.2, guess=0.0)
    limits = Limits(searching, settings=Settings(budget=0.2), turns=turns)
    search, page = together(limits, [("GET", "/api/v1/search", whole), ("GET", "/topics", whole)])
    assert search[:2] == (503, "timeout") and 0.5 < search[2] < 1.2
    assert page[0] == 200 and page[2] >= 2.0
    assert turns.mean("/api/v1/search") >= 2.0, "how long it took in truth"


class Sluggish(Memory):
    """A server in memory that takes some seconds for each request."""

    seconds = 0.0

    def __getattribute__(self, name: str) -> Any:
        if name in ("query_points", "query_batch_points", "retrieve", "scroll"):
            time.sleep(self.seconds)
        return super().__getattribute__(name)


def test_a_search_is_refused_where_a_server_cannot_answer_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    memory, where = Sluggish(), "qdrant://localhost:6333/debates"
    QdrantIndex(Address.of(where), memory).create(
        [argument(name, f"Cars are {name}") for name in ("loud", "fast")], configuration=BY_WORDS
    )
    monkeypatch.setattr("debatable.api.open", lambda _: Engine(QdrantBackend.open(where, memory)))
    with TestClient(application(where, Settings(budget=2.0, kept=0))) as client:
        memory.seconds = 1.1
        start = time.monotonic()
        refused = client.get(CARS)
        assert 2.0 <= time.monotonic() - start < 3.0
        assert (refused.status_code, refused.json()["error"]["code"]) == (503, "timeout")
        assert refused.json()["error"]["message"] == (
            "the server did not answer within the time budget of 2 seconds; ask again later"
        )
        assert int(refused.headers["retry-after"]) >= 1
        memory.seconds = 0.0
        assert client.get(CARS).status_code == 200


def test_a_search_whose_turn_comes_after_its_budget_is_not_begun() -> None:
    begun = 0

    async def noting(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal begun
        begun += 1
        await asyncio.sleep(0.5)
        await Response(b"found")(scope, receive, send)

    limits = Limits(noting, settings=Settings(budget=0.2), turns=Turns(1, 100.0))
    statuses = [status for status, *_ in together(limits, [("GET", "/", whole)] * 3)]
    assert statuses == [200, 503, 503] and begun == 1


def test_a_request_whose_client_is_gone_while_it_waits_gives_up_its_place() -> None:
    started = 0

    async def counted(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal started
        started += 1
        await slowly(scope, receive, send)

    def leaving() -> Receive:
        messages: Iterator[Message] = iter(
            [{"type": "http.request", "body": b""}, {"type": "http.disconnect"}]
        )

        async def receive() -> Message:
            return next(messages)

        return receive

    limits = Limits(counted, settings=Settings(), turns=Turns(1))
    together(limits, [("GET", "/", whole), ("GET", "/", leaving()), ("GET", "/", whole)])
    assert started == 2

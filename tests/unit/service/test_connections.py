from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Callable, Iterator

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send

from debatable.service.connections import TimedConnection, most_connections

LARGE = b"x" * 200_000


class Impatient(TimedConnection):
    headers_within = 0.5
    body_within = 0.7
    read_within = 1.0
    most = 6


class Application:
    """Answers a short text, a long one at ``/long``, and counts the answers that are still under way."""

    def __init__(self) -> None:
        self.running = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = LARGE if scope["path"] == "/long" else b"ok"
        length = str(len(body) * (20 if body is LARGE else 1)).encode()
        self.running += 1
        try:
            await send(
                {"type": "http.response.start", "status": 200, "headers": [(b"content-length", length)]}
            )
            for left in reversed(range(20 if body is LARGE else 1)):
                await send({"type": "http.response.body", "body": body, "more_body": left > 0})
        finally:
            self.running -= 1


@pytest.fixture
def app() -> Application:
    return Application()


@pytest.fixture
def port(app: Application) -> Iterator[int]:
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, http=Impatient, lifespan="off", log_level="critical"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    yield listening.getsockname()[1]
    server.should_exit = True
    thread.join()
    listening.close()


WHOLE = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
LONG = b"GET /long HTTP/1.1\r\nHost: x\r\n\r\n"


def connected(port: int) -> socket.socket:
    """Returns a connection that takes little at a time."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.settimeout(30)
    client.connect(("127.0.0.1", port))
    return client


def read_answer(client: socket.socket) -> None:
    """Reads to the end of one answer; fails where the connection ends before."""
    told = b""
    while not told.endswith(b"ok"):
        more = client.recv(1_000)
        assert more, told
        told += more


def ended(client: socket.socket, send: Callable[[int], bytes]) -> float:
    """Sends pieces until the connection is closed; returns the seconds that it took."""
    start = time.monotonic()
    client.settimeout(0.05)
    for number in range(200):
        try:
            client.sendall(send(number))
            if client.recv(10_000) == b"":
                return time.monotonic() - start
        except TimeoutError:
            continue
        except ConnectionError:
            return time.monotonic() - start
    pytest.fail("the connection is still open")


@pytest.mark.parametrize("before", [b"", WHOLE], ids=["first request", "second request"])
def test_headers_that_never_end_end_the_connection(before: bytes, port: int) -> None:
    """Such connections were kept for ever: a few hundred of them kept everybody else out."""
    with connected(port) as client:
        if before:
            client.sendall(before)
            read_answer(client)
        client.sendall(b"GET / HTTP/1.1\r\n")
        assert 0.4 <= ended(client, lambda number: f"X-{number}: y\r\n".encode()) < 5


@pytest.mark.parametrize("protocol", ["websocket", "h2c"])
def test_an_upgrade_is_passed_over_without_a_word(
    protocol: str, port: int, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each had two lines in the log, which advise to install a package."""
    log = logging.getLogger("uvicorn.error")
    monkeypatch.setattr(log, "handlers", [caplog.handler])
    log.setLevel("WARNING")
    headers = f"Connection: Upgrade\r\nUpgrade: {protocol}\r\nSec-WebSocket-Version: 13\r\n"
    with connected(port) as client:
        client.sendall(f"GET / HTTP/1.1\r\nHost: x\r\n{headers}\r\n".encode())
        read_answer(client)
    log.setLevel("CRITICAL")
    assert not caplog.records


def test_a_body_that_never_ends_ends_the_connection_even_after_the_answer(port: int) -> None:
    """A body that is not wanted was read for as long as somebody dripped it."""
    with connected(port) as client:
        client.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n")
        read_answer(client)
        assert 0.5 <= ended(client, lambda _: b" ") < 5


def test_a_second_request_in_the_same_bytes_has_a_clock_too(port: int) -> None:
    with connected(port) as client:
        client.sendall(WHOLE + b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n")
        assert ended(client, lambda _: b"") < 5


def test_an_answer_that_nobody_reads_is_given_up(port: int, app: Application) -> None:
    """It was kept for ever, and with it its slot."""
    with connected(port) as client:
        client.sendall(LONG)
        client.recv(20)
        start = time.monotonic()
        while app.running:
            assert time.monotonic() - start < 10
            time.sleep(0.05)
        assert time.monotonic() - start >= 0.8


def test_the_rest_of_an_answer_that_nobody_reads_is_given_up(port: int) -> None:
    """What was left when the answer was over kept its connection, without a clock."""
    clients = [connected(port) for _ in range(3)]
    for client in clients:
        client.sendall(WHOLE * 3_000)
    time.sleep(3)
    for client in clients:
        with pytest.raises(ConnectionError):
            for _ in range(1_000):
                client.sendall(WHOLE)
                time.sleep(0.01)
        client.close()


def test_who_reads_slowly_gets_the_whole_answer(port: int) -> None:
    with connected(port) as client:
        client.sendall(LONG)
        got = 0
        while got < 20 * len(LARGE):
            more = len(client.recv(100_000))
            assert more, got
            got += more
            time.sleep(0.005)


def test_whole_requests_are_answered_as_always(port: int) -> None:
    with connected(port) as client:
        for _ in range(3):
            client.sendall(WHOLE)
            read_answer(client)
            time.sleep(0.3)


def test_of_too_many_connections_the_one_that_waits_longest_makes_room(port: int) -> None:
    """Connections without end took all files that the server may open."""
    with connected(port) as first, connected(port) as second:
        others = [connected(port) for _ in range(4)]
        second.sendall(WHOLE)
        read_answer(second)
        with connected(port) as late:
            late.sendall(WHOLE)
            read_answer(late)
        second.sendall(WHOLE)
        read_answer(second)
        assert first.recv(1) == b""
        for client in others:
            client.close()


def test_half_of_the_files_are_for_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    for allowed, expected in ((256, 128), (10, 8), (1_000_000, 4096), (resource.RLIM_INFINITY, 4096)):
        monkeypatch.setattr(resource, "getrlimit", lambda _, allowed=allowed: (allowed, allowed))
        assert most_connections() == expected

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send

from debatable.service.serving import PromptHeaders


class Impatient(PromptHeaders):
    patience = 0.5


async def answer(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@pytest.fixture
def port() -> Iterator[int]:
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(answer, http=Impatient, lifespan="off", log_level="critical"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    yield listening.getsockname()[1]
    server.should_exit = True
    thread.join()
    listening.close()


WHOLE = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


def read_answer(client: socket.socket) -> None:
    """Reads to the end of one answer; fails where the connection ends before."""
    told = b""
    while not told.endswith(b"ok"):
        more = client.recv(1_000)
        assert more, told
        told += more


@pytest.mark.parametrize("before", [b"", WHOLE], ids=["first request", "second request"])
def test_headers_that_never_end_end_the_connection(before: bytes, port: int) -> None:
    """Such connections were kept for ever: a few hundred of them kept everybody else out."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as client:
        if before:
            client.sendall(before)
            read_answer(client)
        client.sendall(b"GET / HTTP/1.1\r\n")
        start = time.monotonic()
        try:
            for number in range(200):
                client.sendall(f"X-{number}: y\r\n".encode())
                time.sleep(0.05)
            pytest.fail("the connection is still open")
        except ConnectionError:
            assert time.monotonic() - start >= 0.4


def test_whole_requests_are_answered_as_always(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=30) as client:
        for _ in range(3):
            client.sendall(WHOLE)
            read_answer(client)
            time.sleep(0.3)

"""A server that answers as no Qdrant server would: drop by drop, in HTML, in garbage, without end, or packed tight."""

from __future__ import annotations

import gzip
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Literal

__all__ = ["Answer", "hostile_server", "slowed"]

Answer = Literal[
    "drips headers", "drips body", "html", "html error", "garbage", "no json", "bomb", "endless", "silent"
]

Wait = Callable[[float], bool]


def pieces(answer: Answer) -> Iterator[tuple[bytes, float]]:
    """Yields what is sent, and the seconds to wait after it."""
    good = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
    if answer == "silent":
        yield b"", 1e9
    elif answer == "drips headers":
        yield good, 0.2
        while True:
            yield b"X-More: y\r\n", 0.2
    elif answer == "drips body":
        yield good + b"Content-Length: 100000\r\n\r\n", 0.2
        while True:
            yield b" ", 0.2
    elif answer == "html":
        page = b"<html><body>Welcome to the router</body></html>"
        yield (
            b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n%b" % (len(page), page),
            0,
        )
    elif answer == "html error":
        page = b"<html><body>" + b"<p>no such page</p>" * 100 + b"</body></html>"
        yield (
            b"HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n%b"
            % (len(page), page),
            0,
        )
    elif answer == "garbage":
        yield b"\x00\xff\x13SSH-2.0-nonsense\r\n\r\n", 0
    elif answer == "no json":
        yield good + b'Content-Length: 9\r\n\r\n{"result"', 0
    elif answer == "bomb":
        packed = gzip.compress(bytes(400_000_000), 1)
        yield good + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(packed) + packed, 0
    else:
        yield good + b"\r\n", 0
        while True:
            yield b" " * 1_000_000, 0


@contextmanager
def hostile_server(answer: Answer, asked: threading.Event | None = None) -> Iterator[str]:
    """Serves on a port of this machine, and yields host and port; the event is set when somebody has asked."""
    over = threading.Event()

    def serve(connection: socket.socket) -> None:
        with connection, suppress(OSError):
            connection.settimeout(60)
            connection.recv(65_536)
            if asked is not None:
                asked.set()
            for piece, seconds in pieces(answer):
                connection.sendall(piece)
                if over.wait(min(seconds, 60)) or over.is_set():
                    return

    def accept() -> None:
        with suppress(OSError):
            while True:
                connection, _ = listening.accept()
                if over.is_set():
                    connection.close()
                    return
                threading.Thread(target=serve, args=(connection,), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=accept, daemon=True)
        thread.start()
        address = f"127.0.0.1:{listening.getsockname()[1]}"
        try:
            yield address
        finally:
            over.set()
            with suppress(OSError):
                socket.create_connection(listening.getsockname(), 1).close()
            thread.join(5)


@contextmanager
def slowed(address: str, seconds: Callable[[], float]) -> Iterator[str]:
    """Passes connections on to a server, each piece of its replies after some seconds; yields host and port."""
    over = threading.Event()
    host, port = address.rsplit(":", 1)

    def passed_on(source: socket.socket, target: socket.socket, wait: Callable[[], float]) -> None:
        with suppress(OSError), source, target:
            while piece := source.recv(65_536):
                over.wait(wait())
                target.sendall(piece)

    def accept() -> None:
        with suppress(OSError):
            while not over.is_set():
                client, _ = listening.accept()
                server = socket.create_connection((host, int(port)), 10)
                server.settimeout(None)
                for one, other, wait in ((client, server, lambda: 0.0), (server, client, seconds)):
                    threading.Thread(target=passed_on, args=(one, other, wait), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=accept, daemon=True).start()
        try:
            yield f"127.0.0.1:{listening.getsockname()[1]}"
        finally:
            over.set()

from __future__ import annotations

import gzip
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from debatable.engines.qdrant import transport
from debatable.engines.qdrant.address import Address
from debatable.engines.qdrant.connection import Budget, Server
from debatable.errors import OverdueError, StorageError
from debatable.progress import Deadline, within
from tests.support.hostile_server import Answer, hostile_server


def complaint(answer: Answer, seconds: int = 2, budget: Budget | None = None) -> tuple[str, float]:
    """Asks a hostile server; returns what is said of it, and after how many seconds."""
    with hostile_server(answer) as at:
        server = Server(Address.of(f"qdrant://{at}/debates?timeout={seconds}"), budget=budget)
        start = time.monotonic()
        with pytest.raises(StorageError) as error:
            server.ask(lambda client: client.get_aliases())
        server.close()
        return error.value.what, time.monotonic() - start


@pytest.mark.parametrize("answer", ["drips headers", "drips body", "silent"])
def test_one_deadline_holds_over_all_tries_however_the_server_drips(answer: Answer) -> None:
    """A byte now and then outlived a timeout of five seconds for minutes."""
    said, seconds = complaint(answer)
    assert said == "no server answers (timed out)"
    assert 1.0 <= seconds < 3.0


def test_a_writer_has_its_own_longer_deadline() -> None:
    said, seconds = complaint("drips body", 1, Budget(share=1.0, whole=2.0))
    assert "timed out" in said and 1.8 <= seconds < 3.5


@pytest.mark.parametrize("answer", ["drips headers", "drips body", "silent"])
def test_the_deadline_of_a_search_ends_its_requests_too(answer: Answer) -> None:
    """A budget ended reading alone: a server that took seconds for each request made answers late."""
    with hostile_server(answer) as at:
        server, deadline = Server(Address.of(f"qdrant://{at}/debates?timeout=60")), Deadline(0.6)
        start = time.monotonic()
        for _ in range(3):  # the first waits until the end, the others for nothing
            with within(deadline), pytest.raises(OverdueError) as error:
                server.ask(lambda client: client.get_aliases())
            assert 0.5 <= time.monotonic() - start < 1.5
        assert error.value.what == "the server did not answer within the time budget of 0.6 seconds"
        assert deadline.missed and 0.5 <= deadline.waited < 1.5
        assert server.remarks() == (), "who was given too little time is not away"
        server.close()


def test_a_silent_node_leaves_time_for_the_next_one(friendly: str) -> None:
    with hostile_server("silent") as at:
        server, deadline = Server(Address.of(f"qdrant://{at},{friendly}/debates?timeout=60")), Deadline(1.0)
        with within(deadline):
            assert server.ask(lambda client: client.get_aliases()).aliases
            assert 0.4 < deadline.waited < 1.0 and not deadline.missed
            assert server.ask(lambda client: client.get_aliases()).aliases
        assert deadline.waited < 1.0
        assert server.remarks() == (f"1 of 2 nodes did not answer ({at}); the others did",)
        server.close()


@pytest.mark.parametrize(
    ("answer", "sends"),
    [
        ("html", "a web page"),
        ("html error", "a web page"),
        ("garbage", "something that is no HTTP"),
        ("no json", "JSON of another shape, or cut off"),
    ],
)
def test_what_is_no_server_is_called_what_it_is(answer: Answer, sends: str) -> None:
    """They were said not to answer, or to have been replaced."""
    said, _ = complaint(answer)
    assert said == f"what answers there is no Qdrant server: it sends {sends}"


@pytest.mark.parametrize("answer", ["bomb", "endless"])
def test_a_reply_has_a_largest_size_packed_or_not(answer: Answer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four hundred megabytes came out of four hundred kilobytes, and an endless reply filled the memory."""
    monkeypatch.setattr(transport, "LARGEST", 2_000_000)
    said, _ = complaint(answer, 20)
    assert said == "what answers there is no Qdrant server: it sends a reply of more than 2 MB"


def test_packings_are_known_or_refused() -> None:
    assert transport._content([b"{", b"}"], "") == b"{}"
    with pytest.raises(transport.ForeignReplyError, match="packed as 'br'"):
        transport._content([b"x"], "br")
    with pytest.raises(transport.ForeignReplyError, match="cannot be unpacked"):
        transport._content([b"no gzip"], "gzip")


class Friendly(BaseHTTPRequestHandler):
    """Answers as a server does, packed where that is understood, and keeps what it was sent."""

    protocol_version = "HTTP/1.1"
    bodies: list[bytes]
    packings: set[str]

    def do_GET(self) -> None:
        self.packings.add(self.headers["Accept-Encoding"])
        reply = b'{"result": {"aliases": [{"alias_name": "a", "collection_name": "b"}]}, "status": "ok", "time": 0.1}'
        self.reply(gzip.compress(reply), ("Content-Encoding", "gzip"))

    def do_POST(self) -> None:
        self.bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
        self.reply(b'{"result": true, "status": "ok", "time": 0.1}')

    def reply(self, content: bytes, *headers: tuple[str, str]) -> None:
        self.send_response(200)
        for name, value in (*headers, ("Content-Type", "application/json")):
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@pytest.fixture
def friendly() -> Iterator[str]:
    Friendly.bodies, Friendly.packings = [], set()
    with ThreadingHTTPServer(("127.0.0.1", 0), Friendly) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_a_server_is_asked_as_ever_packed_or_not(friendly: str) -> None:
    server = Server(Address.of(f"qdrant://{friendly}/debates"))
    for _ in range(3):
        aliases = server.ask(lambda client: client.get_aliases()).aliases
        assert [(one.alias_name, one.collection_name) for one in aliases] == [("a", "b")]
    assert server.ask(lambda client: client.update_collection_aliases([])) is True
    assert Friendly.bodies == [b'{"actions":[]}']
    server.close()


def test_a_server_is_asked_for_no_packing_that_is_refused(
    friendly: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where zstandard or brotli was installed, httpx asked for their packing, too, and a real server used it."""
    monkeypatch.setattr("httpx._client.ACCEPT_ENCODING", "gzip, deflate, br, zstd")
    server = Server(Address.of(f"qdrant://{friendly}/debates"))
    server.ask(lambda client: client.get_aliases())
    server.close()
    assert Friendly.packings == {"gzip, deflate"}

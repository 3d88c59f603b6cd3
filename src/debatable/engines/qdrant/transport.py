"""HTTP to a node that may be no friend: each request has an end in wall-clock time, and each reply a size."""

from __future__ import annotations

import time
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import httpcore
import httpx

LARGEST = 256_000_000
"""Bytes of a reply, as they are sent and unpacked."""

PACKINGS = {"": None, "identity": None, "gzip": zlib.MAX_WBITS | 16, "deflate": zlib.MAX_WBITS}
"""Window bits of each packing that is understood."""

END: ContextVar[float] = ContextVar("end", default=float("inf"))
"""The moment at which the requests of this thread must be over."""


@contextmanager
def until(end: float) -> Iterator[None]:
    """Ends every request of this thread at a moment of `time.monotonic`, whatever its timeouts say."""
    token = END.set(end)
    try:
        yield
    finally:
        END.reset(token)


class ForeignReplyError(Exception):
    """What answers is no Qdrant server, or not one to talk to."""


class TimedTransport(httpx.BaseTransport):
    """Sends requests over connections that are kept; a timeout of httpx is one of a single read alone."""

    def __init__(self, kept_alive: int) -> None:
        """Keeps so many connections."""
        self._pool = httpcore.ConnectionPool(
            ssl_context=httpx.create_ssl_context(),
            max_connections=None,  # nobody waits for one: who may ask is decided elsewhere
            max_keepalive_connections=kept_alive,
            keepalive_expiry=5.0,
            network_backend=_Network(),
        )

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Sends a request and reads the whole reply.

        Raises:
            ForeignReplyError: The reply is too large, packed in an unknown way, or no JSON.
        """
        url = request.url
        request.headers["Accept-Encoding"] = ", ".join(name for name, window in PACKINGS.items() if window)
        assert isinstance(request.stream, httpx.SyncByteStream)
        reply = self._pool.handle_request(
            httpcore.Request(
                request.method,
                httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
                headers=request.headers.raw,
                content=request.stream,
                extensions=request.extensions,
            )
        )
        headers = httpx.Headers(reply.headers)
        packing = headers.pop("content-encoding", "")
        headers.pop("content-length", None)
        try:
            content = _content(reply.iter_stream(), packing)
        finally:
            reply.close()
        kind = headers.get("content-type", "application/json").partition(";")[0].strip().lower()
        if kind == "text/html":
            raise ForeignReplyError("a web page")
        if reply.status == 200 and content.lstrip()[:1] not in (b"{", b"["):
            raise ForeignReplyError("something that is no JSON")
        return httpx.Response(reply.status, headers=headers, content=content, extensions=reply.extensions)

    def close(self) -> None:
        """Ends all connections."""
        self._pool.close()


def _content(pieces: Iterable[bytes], packing: str) -> bytes:
    """Returns a reply as it was before it was packed, or gives up when it gets too large.

    >>> _content([zlib.compress(b"{}")], "deflate")
    b'{}'
    """
    if packing not in PACKINGS:
        raise ForeignReplyError(f"a reply that is packed as {packing[:20]!r}")
    window = PACKINGS[packing]
    unpacker = None if window is None else zlib.decompressobj(window)
    content = bytearray()
    for piece in pieces:
        try:
            content += piece if unpacker is None else unpacker.decompress(piece, LARGEST + 1 - len(content))
        except zlib.error:
            raise ForeignReplyError("a reply that cannot be unpacked") from None
        if len(content) > LARGEST:
            raise ForeignReplyError(f"a reply of more than {LARGEST // 1_000_000} MB")
    return bytes(content)


class _Network(httpcore.SyncBackend):
    """The network, where nothing outlasts the end of its request."""

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Any = None,
    ) -> _Stream:
        return _Stream(super().connect_tcp(host, port, _left(timeout), local_address, socket_options))


class _Stream(httpcore.NetworkStream):
    """A connection whose reads and writes end with their request."""

    def __init__(self, stream: httpcore.NetworkStream) -> None:
        self._stream = stream

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, _left(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, _left(timeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: Any, server_hostname: str | None = None, timeout: float | None = None
    ) -> _Stream:
        return _Stream(self._stream.start_tls(ssl_context, server_hostname, _left(timeout)))

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


def _left(timeout: float | None) -> float | None:
    """Returns the seconds that are left of a timeout and of the request."""
    left = END.get() - time.monotonic()
    if left <= 0:
        raise httpcore.ReadTimeout("timed out")
    return min(left, float("inf") if timeout is None else timeout) if left != float("inf") else timeout

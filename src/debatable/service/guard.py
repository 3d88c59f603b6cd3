"""What stands around every request: safe headers, limits, HEAD, ETags, counts, and no traceback for anybody."""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Callable

from fastapi import HTTPException
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from debatable.service.gate import AccessLog, Settings, local_path
from debatable.service.metrics import Metrics
from debatable.service.refusals import refusal

__all__ = ["HEADERS", "LARGEST", "Guard"]

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self';"
    " img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

LARGEST = 1_000_000
"""Bytes a request may bring."""

CHANGING = ("/api/v1/health", "/api/v1/metrics", "/api/health", "/static/")
"""Addresses whose answer does not follow from index and address, or that have an ETag of their own."""

LOG = logging.getLogger("debatable.service")


class TooLargeError(HTTPException):
    """A request brought more than it may; the framework lets this kind of error pass while it reads."""

    def __init__(self) -> None:
        """Knows its status."""
        super().__init__(413)


class Guard:
    """Wraps the application."""

    def __init__(
        self, app: ASGIApp, *, state: Callable[[], str], metrics: Metrics, settings: Settings
    ) -> None:
        """Guards an application.

        Args:
            app: What answers.
            state: Names the state of the index that is served; nothing where answers do not follow from one.
            metrics: Where requests are counted.
            settings: By which names and path it is called, what is logged, and the name of this start of the service:
                other code, other answers, so ETags end with it.
        """
        self._app, self._state, self._metrics = app, state, metrics
        self._run, self._root = settings.run, settings.root_path
        self._hosts = frozenset(host.lower() for host in settings.hosts)
        self._log = AccessLog(settings.log)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        start, told = time.perf_counter(), _Told()
        scope = {**scope, "root_path": self._root or scope.get("root_path", "")}
        head = scope["method"] == "HEAD"
        inner = {**scope, "method": "GET"} if head else scope

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                told.status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                if told.tag and told.status in (200, 304):
                    headers["ETag"], headers["Cache-Control"] = told.tag, "no-cache"
            elif head:
                message = {**message, "body": b""}
            await send(message)

        try:
            if self._hosts and _host(Headers(scope=scope)) not in self._hosts:
                await refusal(421)(scope, receive, guarded)
                return
            told.tag = await self._tag(scope)
            if told.tag and told.tag in Headers(scope=scope).get("if-none-match", ""):
                await guarded({"type": "http.response.start", "status": 304, "headers": []})
                await guarded({"type": "http.response.body", "body": b""})
            else:
                await self._app(inner, _limited(Headers(scope=scope), receive), guarded)
        except TooLargeError:
            await refusal(413)(scope, receive, guarded)
        except Exception:
            LOG.exception("a request failed")
            if told.status:
                raise
            await refusal(500)(scope, receive, guarded)
        finally:
            route = getattr(inner.get("route"), "path", "other")
            seconds = time.perf_counter() - start
            self._metrics.count(str(route), told.status, seconds)
            self._log(scope, str(route), told.status, seconds)

    async def _tag(self, scope: Scope) -> str:
        """Returns the ETag of an answer: of index, start and address; empty where it would not hold."""
        if scope["method"] not in ("GET", "HEAD") or local_path(scope).startswith(CHANGING):
            return ""
        state = await run_in_threadpool(self._state)
        if not state:
            return ""
        parts = (self._run, state, scope["path"], scope["query_string"].decode("latin-1"))
        digest = hashlib.blake2b("\n".join(parts).encode("utf-8", "replace"), digest_size=12).hexdigest()
        return f'W/"{digest}"'


class _Told:
    """The status that was sent, 0 before, and the ETag of the answer."""

    status = 0
    tag = ""


def _host(headers: Headers) -> str:
    """Returns the name that a request calls this server, without the port.

    >>> _host(Headers({"host": "[::1]:8080"})), _host(Headers({"host": "Localhost"}))
    ('::1', 'localhost')
    """
    name = headers.get("host", "").lower()
    return name[1:].partition("]")[0] if name.startswith("[") else name.partition(":")[0]


def _limited(headers: Headers, receive: Receive) -> Receive:
    """Stops reading a request that is too large, whatever it says of its own length."""
    length = headers.get("content-length", "0")
    if not length.isdigit() or int(length[:12]) > LARGEST:
        raise TooLargeError
    read = 0

    async def limited() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > LARGEST:
            raise TooLargeError
        return message

    return limited

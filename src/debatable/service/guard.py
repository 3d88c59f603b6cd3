"""The outermost layer of a request: host check, headers, size limit, HEAD, ETags, metrics, access log."""

from __future__ import annotations

import hashlib
import logging
import re
import threading
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

import orjson
from fastapi import HTTPException
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from debatable.errors import DebatableError
from debatable.service.limits import local_path
from debatable.service.refusals import refusal
from debatable.service.settings import Log, Settings

LOGGER = logging.getLogger("debatable.access")

HOST = re.compile(r"(?:\[(?P<address>[0-9A-Fa-f:.]+)\]|(?P<name>[A-Za-z0-9._-]+))(?::[0-9]{1,5})?")
"""What the header Host may be: a name or an address, and a port."""


class AccessLog:
    """Logs requests as JSON.

    >>> scope = {"method": "GET", "path": "/api/v1/search", "query_string": b"q=secret", "client": ("::1", 80)}
    >>> sorted(AccessLog("requests").line(scope, "/api/v1/search", 200, 0.0123))
    ['client', 'method', 'ms', 'route', 'status', 'time']
    >>> AccessLog("queries").line(scope, "/api/v1/search", 200, 0.0123)["query"]
    'q=secret'
    """

    def __init__(self, log: Log) -> None:
        """Takes how much is logged."""
        self._log = log

    def __call__(self, scope: Scope, route: str, status: int, seconds: float) -> None:
        """Logs one request."""
        if self._log != "none":
            LOGGER.info(orjson.dumps(self.line(scope, route, status, seconds)).decode())

    def line(self, scope: Scope, route: str, status: int, seconds: float) -> dict[str, Any]:
        """Returns what is logged of a request; a route is a pattern, never what a user typed."""
        line = {
            "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "client": str((scope.get("client") or ("",))[0]),
            "method": scope["method"][:20],
            "route": route,
            "status": status,
            "ms": round(seconds * 1000, 1),
        }
        if self._log == "queries":
            line["path"] = scope["path"][:1_000].encode("utf-8", "replace").decode()
            line["query"] = scope["query_string"][:5_000].decode("latin-1")
        return line


BOUNDS = (0.005, 0.025, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Seconds up to which requests are counted together in the histogram."""


class Metrics:
    """How many requests there were and how long they took; safe to share between threads.

    >>> metrics = Metrics()
    >>> metrics.count("/", 200, 0.25)
    >>> metrics.text({"claims": 3}).splitlines()[1]
    'debatable_requests_total{route="/",status="200"} 1'
    """

    def __init__(self, worker: str = "") -> None:
        """Starts at zero; each of several workers counts its own requests, under its name."""
        self._worker = f'worker="{worker}",' if worker else ""
        self._requests: Counter[tuple[str, int]] = Counter()
        self._seconds: Counter[str] = Counter()
        self._buckets: Counter[tuple[str, float]] = Counter()
        self._lock = threading.Lock()

    def count(self, route: str, status: int, seconds: float) -> None:
        """Counts one request; a route is a pattern, never what a user typed."""
        with self._lock:
            self._requests[route, status] += 1
            self._seconds[route] += seconds  # type: ignore[assignment]  # a counter adds floats, too
            for bound in BOUNDS[bisect_left(BOUNDS, seconds) :]:
                self._buckets[route, bound] += 1

    def text(self, held: Mapping[str, int], answers: Mapping[str, int] | None = None) -> str:
        """Returns all counts, and how much the index holds; with answers, where they came from and what is kept."""
        with self._lock:
            requests, seconds = sorted(self._requests.items()), sorted(self._seconds.items())
            buckets = dict(self._buckets)
        lines = ["# TYPE debatable_requests_total counter"]
        lines += [
            f'debatable_requests_total{{{self._worker}route="{route}",status="{status}"}} {count}'
            for (route, status), count in requests
        ]
        lines.append("# TYPE debatable_request_seconds_total counter")
        lines += [
            f'debatable_request_seconds_total{{{self._worker}route="{route}"}} {total:.6f}'
            for route, total in seconds
        ]
        lines.append("# TYPE debatable_request_seconds histogram")
        for route, total in seconds:
            count = sum(number for (of, _), number in requests if of == route)
            name = f'{self._worker}route="{route}"'
            lines += [
                f'debatable_request_seconds_bucket{{{name},le="{bound:g}"}} {buckets.get((route, bound), 0)}'
                for bound in BOUNDS
            ]
            lines.append(f'debatable_request_seconds_bucket{{{name},le="+Inf"}} {count}')
            lines.append(f"debatable_request_seconds_sum{{{name}}} {total:.6f}")
            lines.append(f"debatable_request_seconds_count{{{name}}} {count}")
        lines.append("# TYPE debatable_index_size gauge")
        lines += [f'debatable_index_size{{of="{name}"}} {count}' for name, count in sorted(held.items())]
        return "\n".join([*lines, *self._of_answers(answers or {})]) + "\n"

    def _of_answers(self, counts: Mapping[str, int]) -> list[str]:
        """Returns the lines on answers."""
        gauges = {"held": "debatable_answers_kept", "bytes": "debatable_answers_kept_bytes"}
        given = sorted(counts.keys() - gauges)
        lines = ["# TYPE debatable_answers_total counter"] if given else []
        lines += [
            f'debatable_answers_total{{{self._worker}from="{origin}"}} {counts[origin]}' for origin in given
        ]
        labels = f"{{{self._worker.rstrip(',')}}}" if self._worker else ""
        for name in sorted(gauges.keys() & counts):
            lines += [f"# TYPE {gauges[name]} gauge", f"{gauges[name]}{labels} {counts[name]}"]
        return lines


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
"""Addresses whose answers depend on more than index and address, or that have an ETag of their own."""

LOG = logging.getLogger("debatable.service")


class TooLargeError(HTTPException):
    """A request is too large; as an HTTPException it passes through the framework while it reads."""

    def __init__(self) -> None:
        """Sets the status."""
        super().__init__(413)


class Guard:
    """Wraps the application."""

    def __init__(
        self, app: ASGIApp, *, state: Callable[[], str], metrics: Metrics, settings: Settings
    ) -> None:
        """Wraps an application.

        Args:
            app: The application.
            state: Returns the state of the served index, for ETags; empty for none.
            metrics: Counts the requests.
            settings: Hosts, root path, log, and the name of this start, with which ETags end.
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
        start, sent = time.perf_counter(), _Sent()
        scope = {**scope, "root_path": self._root or scope.get("root_path", "")}
        scope.setdefault("state", {})
        head = scope["method"] == "HEAD"
        inner = {**scope, "method": "GET"} if head else scope

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                sent.status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                if sent.tag and sent.status in (200, 304) and not _cut_short(scope):
                    headers["ETag"], headers["Cache-Control"] = sent.tag, "no-cache"
            elif head:
                message = {**message, "body": b""}
            await send(message)

        try:
            if self._hosts and _host(Headers(scope=scope)) not in self._hosts:
                await refusal(421)(scope, receive, guarded)
                return
            sent.tag = await self._tag(scope)
            if sent.tag and sent.tag in Headers(scope=scope).get("if-none-match", ""):
                await guarded({"type": "http.response.start", "status": 304, "headers": []})
                await guarded({"type": "http.response.body", "body": b""})
            else:
                await self._app(inner, _limited(Headers(scope=scope), receive), guarded)
        except TooLargeError:
            await refusal(413)(scope, receive, guarded)
        except Exception:
            LOG.exception("a request failed")
            if sent.status:
                raise
            await refusal(500)(scope, receive, guarded)
        finally:
            route = str(getattr(inner.get("route"), "path_format", "other"))
            seconds = time.perf_counter() - start
            self._metrics.count(route, sent.status, seconds)
            self._log(scope, route, sent.status, seconds)

    async def _tag(self, scope: Scope) -> str:
        """Returns the ETag of an answer: of index, start and address; empty where it would not hold."""
        if scope["method"] not in ("GET", "HEAD") or local_path(scope).startswith(CHANGING):
            return ""
        try:
            state = await run_in_threadpool(self._state)
        except DebatableError as error:
            LOG.warning("whether the index has changed is not known: %s", error)
            return ""
        if not state:
            return ""
        parts = (self._run, state, scope["path"], scope["query_string"].decode("latin-1"))
        digest = hashlib.blake2b("\n".join(parts).encode("utf-8", "replace"), digest_size=12).hexdigest()
        return f'W/"{digest}"'


class _Sent:
    """The status that was sent, 0 before, and the ETag of the answer."""

    status = 0
    tag = ""


def _host(headers: Headers) -> str:
    """Returns the name that a request calls this server, without the port; empty where it has no valid form.

    >>> [_host(Headers({"host": host})) for host in ("[::1]:8080", "Localhost", "[::1]evil", "localhost:80@evil.org")]
    ['::1', 'localhost', '', '']
    """
    match = HOST.fullmatch(headers.get("host", ""))
    return (match["address"] or match["name"]).lower() if match else ""


def _cut_short(scope: Scope) -> bool:
    """Returns whether the time was over before all was read: the next answer may be another one."""
    deadline = scope["state"].get("deadline")
    return deadline is not None and deadline.unread > 0


def _limited(headers: Headers, receive: Receive) -> Receive:
    """Stops reading a request that is too large, whatever length it states."""
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

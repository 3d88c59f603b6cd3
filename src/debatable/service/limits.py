"""Limits that a request must pass: requests a minute, requests at once, seconds."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from debatable.service.refusals import refusal
from debatable.service.settings import Settings

__all__ = ["Limits", "Rates", "local_path"]

MOST_KNOWN = 10_000
"""Addresses that are remembered; the least recent is forgotten first."""


class Rates:
    """Token buckets: each address may ask `rate` times at once, and gets as many again over a minute.

    >>> now = [0.0]
    >>> rates = Rates(2, clock=lambda: now[0])
    >>> rates.wait("a"), rates.wait("a"), rates.wait("a"), rates.wait("b")
    (0, 0, 30, 0)
    >>> now[0] = 30.0
    >>> rates.wait("a"), rates.wait("a")
    (0, 30)
    """

    def __init__(self, rate: int, clock: Callable[[], float] = time.monotonic) -> None:
        """Allows a number of requests a minute, 0 for any number."""
        self._rate, self._clock = rate, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, address: str) -> int:
        """Counts a request of an address, or returns the seconds after which it may ask again."""
        if not self._rate:
            return 0
        now = self._clock()
        left, seen = self._left.pop(address, (float(self._rate), now))
        left = min(self._rate, left + (now - seen) * self._rate / 60)
        allowed = left >= 1
        self._left[address] = (left - 1 if allowed else left, now)
        if len(self._left) > MOST_KNOWN:
            self._left.popitem(last=False)
        return 0 if allowed else max(1, math.ceil((1 - left) * 60 / self._rate))


UNCOUNTED = ("/api/v1/health", "/api/v1/metrics", "/api/health", "/static/")
"""Addresses without a rate limit: they cost nothing."""

UNTIMED = "/api/v1/arguments"
"""Where arguments are written, which is not stopped half-way."""

LOG = logging.getLogger("debatable.service")


class Limits:
    """Wraps the application."""

    def __init__(self, app: ASGIApp, *, settings: Settings) -> None:
        """Takes the application and its settings."""
        self._app, self._settings = app, settings
        self._rates = Rates(settings.rate)
        self._running: set[asyncio.Task[None]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request, or refuses it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path = local_path(scope)
        refused = self._refused(scope, path)
        if refused is not None:
            await refused(scope, receive, send)
        elif path.startswith(UNTIMED):
            await self._app(scope, receive, send)
        else:
            await self._timed(scope, receive, send)

    def _refused(self, scope: Scope, path: str) -> Response | None:
        if not path.startswith(UNCOUNTED):
            address = (scope.get("client") or ("",))[0]
            if wait := self._rates.wait(str(address)):
                return refusal(429, headers={"Retry-After": str(wait)})
        if len(self._running) >= self._settings.running:
            return refusal(503, headers={"Retry-After": "1"})
        return None

    async def _timed(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuses when the time is over; the request counts as running until it ends by itself."""
        begun = over = False

        async def sent(message: Message) -> None:
            nonlocal begun
            if not over:
                begun = True
                await send(message)

        async def received() -> Message:
            return {"type": "http.disconnect"} if over else await receive()

        task: asyncio.Task[Any] = asyncio.ensure_future(self._app(scope, received, sent))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        try:
            done, _ = await asyncio.wait({task}, timeout=self._settings.seconds)
        except asyncio.CancelledError:
            task.cancel()
            raise
        if done or begun:
            await task
            return
        over = True
        task.add_done_callback(_log_failure)
        await refusal(503, f"no answer within {self._settings.seconds:g} seconds", code="timeout")(
            scope, receive, send
        )


def local_path(scope: Scope) -> str:
    """Returns the address that is asked for, whether or not a proxy has taken its own part away.

    >>> local_path({"path": "/debate/api", "root_path": "/debate"}), local_path({"path": "/api"})
    ('/api', '/api')
    """
    path, root = str(scope["path"]), str(scope.get("root_path", ""))
    return path[len(root) :] if root and path.startswith(f"{root}/") else path


def _log_failure(task: asyncio.Task[None]) -> None:
    """Logs what went wrong in a request that was answered with a timeout."""
    if not task.cancelled() and (error := task.exception()):
        LOG.error("a request that took too long failed", exc_info=error)

"""What a request must pass before it is worked on: its rate, the load, and the time it may take."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from debatable.service.gate.rates import Rates
from debatable.service.gate.settings import Settings
from debatable.service.refusals import refusal

__all__ = ["Limits", "local_path"]

UNCOUNTED = ("/api/v1/health", "/api/v1/metrics", "/api/health", "/static/")
"""Addresses that cost nothing, so that anybody may ask as often as they like."""

UNTIMED = "/api/v1/arguments"
"""Where arguments are written: that is not stopped half-way."""

LOG = logging.getLogger("debatable.service")


class Limits:
    """Wraps the application."""

    def __init__(self, app: ASGIApp, *, settings: Settings) -> None:
        """Keeps an application to its settings."""
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
        """Refuses when the time is over; what still computes ends by itself, and counts as running until then."""
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
        task.add_done_callback(_told)
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


def _told(task: asyncio.Task[None]) -> None:
    """Logs what went wrong in a request that nobody waits for any more."""
    if not task.cancelled() and (error := task.exception()):
        LOG.error("a request that took too long failed", exc_info=error)

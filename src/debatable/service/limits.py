"""Limits that a request must pass: requests a minute, wrong tokens, the time of its body, its turn, seconds."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Hashable
from contextlib import suppress
from functools import partial
from typing import Any

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from debatable.progress import Deadline
from debatable.service.rates import Rates
from debatable.service.refusals import Refused, refusal
from debatable.service.settings import Settings
from debatable.service.tokens import Writer
from debatable.service.turns import GoneError, Turns

UNCOUNTED = ("/api/v1/health", "/api/v1/metrics", "/api/health", "/static/")
"""Addresses without a rate limit: they cost nothing."""

WRITTEN = "/api/v1/arguments"
"""Where arguments are written: with a token, and never stopped half-way."""

LONG = ("/api/v1/search/batch", "/api/v1/search/bulk", "/api/v1/arguments/bulk")
"""Addresses of long jobs: they are counted apart, and take a turn for each of their parts."""

MOST_LONG = 16
"""Long jobs at once, and writers at once."""

MOST_BODIES = 64
"""Bodies that arrive at once; the one that has taken longest makes room for another."""

GRACE = 0.75
"""Seconds after its budget for which a search is waited for."""

LOG = logging.getLogger("debatable.service")


class Limits:
    """Wraps the application.

    A request is refused before its body is read where that is possible. While the body arrives it is no running
    request; then it waits for its turn, or is refused at once where that would take too long.
    """

    def __init__(self, app: ASGIApp, *, settings: Settings, turns: Turns | None = None) -> None:
        """Takes the application, its settings, and who gives the turns."""
        self._app, self._settings = app, settings
        self._turns = turns or Turns(settings.slots, settings.budget)
        self._rates = Rates(settings.rate)
        self._writer = Writer(settings.token)
        self._running: set[asyncio.Task[None]] = set()
        self._long: set[asyncio.Task[None]] = set()
        self._bodies: dict[asyncio.Timeout, None] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request, or refuses it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path = local_path(scope)
        writes = path.startswith(WRITTEN) and scope["method"] in ("POST", "DELETE")
        refused = self._refused(scope, path, writes)
        if refused is not None:
            await refused(scope, receive, send)
            return
        begun = time.monotonic()
        body = await self._body(receive)
        if body is None:
            late = refusal(408, f"the body did not arrive within {self._settings.body_seconds:g} seconds")
            await late(scope, receive, send)
            return
        again = _replayed(body, receive)
        if path.startswith(UNCOUNTED):
            await self._app(scope, again, send)
            return
        long = writes or path in LONG
        query = scope.get("query_string", b"")
        question = (path, query) if query and scope["method"] in ("GET", "HEAD") else None
        kind = _kind(path)
        busy = self._busy(long, question, kind)
        if busy is not None:
            await busy(scope, receive, send)
        elif writes:
            await self._timed(scope, again, send, self._app, self._long, None)
        else:
            seconds = max(0.0, self._settings.seconds - (time.monotonic() - begun))
            if long:
                await self._timed(scope, again, send, self._app, self._long, seconds)
            else:
                in_turn = partial(self._in_turn, after=receive, kind=kind, question=question)
                await self._timed(scope, again, send, in_turn, self._running, seconds)

    def _refused(self, scope: Scope, path: str, writes: bool) -> Response | None:
        """Refuses what can be refused before the body is read."""
        address = str((scope.get("client") or ("",))[0])
        if not path.startswith(UNCOUNTED) and (wait := self._rates.wait(address)):
            return refusal(429, headers={"Retry-After": str(wait)})
        if Headers(scope=scope).get("content-encoding", "identity").lower() != "identity":
            return refusal(415, headers={"Accept-Encoding": "identity"})
        if not writes:
            return None
        try:
            self._writer.check(Headers(scope=scope).get("authorization", ""), address)
        except Refused as error:
            return refusal(error.status_code, str(error.detail), code=error.code, headers=error.headers)
        return None

    def _busy(self, long: bool, question: Hashable, kind: str) -> Response | None:
        """Refuses at once what cannot be worked on in time."""
        if len(self._long) >= MOST_LONG if long else len(self._running) >= self._settings.running:
            return refusal(503, headers={"Retry-After": "1"})
        if not long and (wait := self._turns.too_long(question, kind)):
            return refusal(503, headers={"Retry-After": str(wait)})
        return None

    async def _body(self, receive: Receive) -> list[Message] | None:
        """Returns the body of a request, or None where it takes too long or others need the place."""
        if len(self._bodies) >= MOST_BODIES:
            next(iter(self._bodies)).reschedule(asyncio.get_running_loop().time())
        messages: list[Message] = []
        try:
            async with asyncio.timeout(self._settings.body_seconds) as limit:
                self._bodies[limit] = None
                try:
                    while not messages or messages[-1].get("more_body"):
                        messages.append(await receive())
                finally:
                    self._bodies.pop(limit, None)
        except TimeoutError:
            return None
        return messages

    async def _timed(
        self,
        scope: Scope,
        receive: Receive,
        send: Send,
        app: ASGIApp,
        among: set[asyncio.Task[None]],
        seconds: float | None,
    ) -> None:
        """Refuses when the time is over; the request counts as running until it ends by itself."""
        begun = over = False

        async def sent(message: Message) -> None:
            nonlocal begun
            if not over:
                begun = True
                await send(message)

        async def received() -> Message:
            return {"type": "http.disconnect"} if over else await receive()

        task: asyncio.Task[Any] = asyncio.ensure_future(app(scope, received, sent))
        among.add(task)
        task.add_done_callback(among.discard)
        try:
            ended = await self._ended(task, scope, seconds)
        except asyncio.CancelledError:
            task.cancel()
            raise
        if ended or begun:
            await task
            return
        over = True
        task.add_done_callback(_log_failure)
        await _late(self._settings.budget if _hurries(scope) else self._settings.seconds)(
            scope, receive, send
        )

    async def _ended(self, task: asyncio.Task[Any], scope: Scope, seconds: float | None) -> bool:
        """Waits for a request, for a search no longer than its budget and a moment; returns whether it has ended."""
        first = self._settings.budget + GRACE
        if self._settings.budget and seconds is not None and first < seconds:
            done, _ = await asyncio.wait({task}, timeout=first)
            if done or _hurries(scope):
                return bool(done)
            seconds -= first
        done, _ = await asyncio.wait({task}, timeout=seconds)
        return bool(done)

    async def _in_turn(
        self, scope: Scope, receive: Receive, send: Send, after: Receive, kind: str, question: Hashable
    ) -> None:
        """Answers when it is the turn of a request, with what is left of its budget."""
        state = scope.setdefault("state", {})
        state["waits"], deadline = True, Deadline(self._settings.budget or math.inf)
        if self._settings.budget:
            state["deadline"] = deadline
        gone = asyncio.ensure_future(_is_gone(after))
        with suppress(GoneError):
            try:
                async with self._turns.turn(kind, question=question, gone=gone, deadline=deadline):
                    gone.cancel()
                    state["waits"] = False
                    if deadline.left > 0:
                        await self._app(scope, receive, send)
                    else:
                        await _late(self._settings.budget)(scope, receive, send)
            finally:
                gone.cancel()


def _hurries(scope: Scope) -> bool:
    """Whether a request still waits for its turn, or searches: then it ends with its budget."""
    state = scope.get("state", {})
    return bool(state.get("waits") or state.get("searches"))


def _late(seconds: float) -> Response:
    """Returns the response that refuses what is not answered in time."""
    message = f"no answer within {seconds:g} seconds; ask again later"
    return refusal(503, message, code="timeout", headers={"Retry-After": "5"})


async def _is_gone(receive: Receive) -> bool:
    """Returns when a client says something after its request: that it is gone, most likely."""
    message = await receive()
    return bool(message["type"] == "http.disconnect")


def _replayed(messages: list[Message], receive: Receive) -> Receive:
    """Returns what was received once more, and then what comes after it."""
    left = iter(messages)

    async def replayed() -> Message:
        return next(left, None) or await receive()

    return replayed


def _kind(path: str) -> str:
    """Returns the kind of a request, whose seconds are counted together: an address without names of things.

    >>> _kind("/api/v1/premises/p7/similar"), _kind("/premise/p7"), _kind("/")
    ('/api/v1/premises', '/premise', '/')
    """
    return "/".join(path.split("/")[: 4 if path.startswith("/api/") else 2])


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

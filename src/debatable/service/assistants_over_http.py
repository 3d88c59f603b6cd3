"""The tools of assistants over HTTP: the Model Context Protocol at ``/mcp``, with the token of the service."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from debatable.errors import MissingExtraError
from debatable.service.refusals import ASSISTANTS, Refused, refusal, sentence
from debatable.service.routes.parameters import CALL
from debatable.service.settings import Settings
from debatable.service.tokens import Writer

if TYPE_CHECKING:
    from mcp.server import MCPServer

PROTOCOL_HEADERS = ("Last-Event-ID", "Mcp-Method", "Mcp-Name", "Mcp-Protocol-Version", "Mcp-Session-Id")
"""What the protocol has clients send; a browser asks first whether a page of another site may."""


class AssistantsOverHttp:
    """Answers requests of the protocol, each by itself: any worker can answer any of them.

    The package of the protocol is loaded at the first request. Where the service has a token, it must be shown.
    """

    path_format = ASSISTANTS
    """The name of the route in log and metrics, as a route of the API has one."""

    def __init__(self, server: Callable[[], MCPServer[Any]], settings: Settings) -> None:
        """Takes what makes the server of the tools, and the settings of the service."""
        self._server, self._settings = server, settings
        self._writer = Writer(settings.token)
        self._manager: Any = None
        self._running: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()
        self._end = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request, or refuses it."""
        scope["route"] = self
        refused = self._refused(scope)
        if refused is not None:
            await refused(scope, receive, send)
            return
        try:
            manager = await self._started()
        except MissingExtraError as error:
            await refusal(404, sentence(error), code="not_found")(scope, receive, send)
            return
        call = CALL.set(scope.setdefault("state", {}))
        try:
            await manager.handle_request(scope, receive, send)
        finally:
            CALL.reset(call)

    def _refused(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        if scope["method"] != "POST":  # nothing is pushed to assistants, and there are no sessions to end
            return refusal(405, headers={"Allow": "POST"})
        if not self._is_known(headers):
            return refusal(403, "scripts of this site may not ask here", code="foreign_origin")
        if self._settings.token:
            address = str((scope.get("client") or ("",))[0])
            try:
                self._writer.check(headers.get("authorization", ""), address)
            except Refused as error:
                return refusal(error.status_code, str(error.detail), code=error.code, headers=error.headers)
        return None

    def _is_known(self, headers: Headers) -> bool:
        """Whether a request comes from no page of a browser, from one of this service, or from a site that may ask."""
        origin = headers.get("origin")
        return (
            origin is None
            or origin in self._settings.origins
            or "*" in self._settings.origins
            or urlsplit(origin).netloc == headers.get("host")
        )

    async def _started(self) -> Any:
        async with self._starting:
            if self._manager is None:
                server = await run_in_threadpool(self._server)
                from mcp.server.transport_security import TransportSecuritySettings

                server.streamable_http_app(
                    streamable_http_path=ASSISTANTS,
                    json_response=True,
                    stateless_http=True,
                    # it would take this machine's own names alone; names and sites were compared before
                    transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
                )
                ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                self._running = asyncio.create_task(self._run(server.session_manager, ready))
                await ready
                self._manager = server.session_manager
        return self._manager

    async def _run(self, manager: Any, ready: asyncio.Future[None]) -> None:
        async with manager.run():
            ready.set_result(None)
            await self._end.wait()

    @asynccontextmanager
    async def lifespan(self, _: FastAPI) -> AsyncIterator[None]:
        """Ends what the first request started when the service ends."""
        try:
            yield
        finally:
            self._end.set()
            if self._running is not None:
                await self._running

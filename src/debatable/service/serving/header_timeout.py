"""Connections that never finish their headers: they are closed, so that they cannot fill the server."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

__all__ = ["PromptHeaders"]

SECONDS = 10.0
"""What the headers of a request may take, from the connection or the request before on."""


class PromptHeaders(H11Protocol):
    """HTTP as uvicorn speaks it; it waits for headers for ever, this does not."""

    patience: float = SECONDS
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begins to wait."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Takes bytes; waits on where the headers are not whole yet."""
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._wait()
        elif self._late is not None:
            self._late.cancel()
            self._late = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Waits no longer."""
        super().connection_lost(exc)
        if self._late is not None:
            self._late.cancel()

    def _wait(self) -> None:
        if self._late is None:
            self._late = self.loop.call_later(self.patience, self._close)

    def _close(self) -> None:
        self._late = None
        if self.conn.their_state is h11.IDLE and not self.transport.is_closing():
            self.transport.close()

"""Connections that end in time: headers, bodies and readers of answers each have a limit, and so has their number."""

from __future__ import annotations

import asyncio
import os
from socket import IPPROTO_TCP
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

UNSENT = 65_536
"""Bytes of an answer that wait in the kernel to be sent; else it would take in megabytes that nobody reads."""


def most_connections() -> int:
    """Returns how many connections a process may hold: half of the files that it may open."""
    if os.name == "nt":
        return 500  # the event loop of several workers looks at 512 sockets at most, its own among them
    import resource  # not there on every system

    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 4096 if allowed == resource.RLIM_INFINITY else max(8, min(4096, allowed // 2))


class TimedConnection(H11Protocol):
    """HTTP of uvicorn, with time limits for what a client must do, and a limit on connections.

    Where there are too many, the one that has waited longest for its client makes room for a new one: a client that
    is quick is served beside any number that are slow.

    Attributes:
        headers_within: Seconds for the headers of a request, from the connection or the last answer on.
        body_within: Seconds for its body, from the headers on.
        read_within: Seconds after which is looked at what a client has taken of an answer that waits to be sent.
        pace: Bytes a second that it must have taken.
        most: Connections that this process holds.
    """

    headers_within: ClassVar[float] = 10.0
    body_within: ClassVar[float] = 20.0
    read_within: ClassVar[float] = 10.0
    pace: ClassVar[float] = 4_000.0
    most: ClassVar[int] = most_connections()

    _awaited: type[h11.IDLE] | type[h11.SEND_BODY] | None = None
    _since: float = 0.0
    _arrival: asyncio.TimerHandle | None = None
    _reading: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Makes room where there are too many connections, and starts the clock."""
        super().connection_made(transport)
        hold_back(transport)
        if len(self.connections) > self.most:
            waiting = [one for one in self.connections if isinstance(one, TimedConnection) and one._awaited]
            (min(waiting, key=lambda one: one._since) if waiting else self).transport.abort()
        self._look()

    def data_received(self, data: bytes) -> None:
        """Takes bytes; a clock runs on until all is there that it is for."""
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """Starts the clocks of the next request and of the rest of the answer."""
        super().on_response_complete()
        self._look()
        if self.transport.get_write_buffer_size():
            self._wait_for_reader()

    def pause_writing(self) -> None:
        """Waits for the client to read, but not for ever."""
        super().pause_writing()
        self._wait_for_reader()

    def resume_writing(self) -> None:
        """Stops the clock of the reader."""
        super().resume_writing()
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Stops all clocks."""
        super().connection_lost(exc)
        self._awaited = None
        for clock in (self._arrival, self._reading):
            if clock is not None:
                clock.cancel()

    def _should_upgrade(self) -> bool:
        """Nothing is upgraded, and the request is answered as it is; uvicorn would log advice for each."""
        return False

    def _look(self) -> None:
        """Starts the clock of what the client has to send, unless it runs already."""
        state = self.conn.their_state
        awaited = state if state in (h11.IDLE, h11.SEND_BODY) else None
        if awaited is self._awaited:
            return
        self._awaited, self._since = awaited, self.loop.time()
        if self._arrival is not None:
            self._arrival.cancel()
            self._arrival = None
        if awaited is not None:
            seconds = self.headers_within if awaited is h11.IDLE else self.body_within
            self._arrival = self.loop.call_later(seconds, self._close_late)

    def _close_late(self) -> None:
        """Closes the connection of a client that is late, after what it can still read."""
        self._arrival = None
        self.transport.close()
        if self.transport.get_write_buffer_size():
            self._wait_for_reader()

    def _wait_for_reader(self) -> None:
        if self._reading is None:
            left = self.transport.get_write_buffer_size()
            self._reading = self.loop.call_later(self.read_within, self._look_at_reader, left)

    def _look_at_reader(self, left_before: int) -> None:
        """Closes the connection where too little was read, else looks again later."""
        self._reading = None
        left = self.transport.get_write_buffer_size()
        if left and left_before - left < self.pace * self.read_within:
            self.transport.abort()
        elif left:
            self._wait_for_reader()


def hold_back(transport: asyncio.Transport) -> None:
    """Keeps the kernel from taking in more of an answer than it can soon send, where the system offers it."""
    import socket

    connection = transport.get_extra_info("socket")
    if connection is not None and connection.family in (socket.AF_INET, socket.AF_INET6):
        option = getattr(socket, "TCP_NOTSENT_LOWAT", None)
        if option is not None:
            connection.setsockopt(IPPROTO_TCP, option, UNSENT)

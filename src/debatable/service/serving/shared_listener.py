"""A listening socket that workers share evenly."""

from __future__ import annotations

from multiprocessing.reduction import ForkingPickler
from socket import socket
from typing import Any

__all__ = ["SharedListener"]


class SharedListener(socket):
    """Takes one connection at a time; what else waits is for whichever worker is free first.

    The event loop asks a socket for connections until none is left. So of many that come at once, all would go to
    the worker that wakes up first, and stay with it as long as they are kept alive.
    """

    _taken = False

    @classmethod
    def of(cls, listening: socket) -> SharedListener:
        """Takes a listening socket over."""
        return cls(listening.family, listening.type, listening.proto, fileno=listening.detach())

    def accept(self) -> tuple[socket, Any]:
        """Returns a connection, or says that there is none right after it returned one.

        Raises:
            BlockingIOError: There is none, or it is somebody else's turn.
        """
        if self._taken:
            self._taken = False
            raise BlockingIOError
        connection = super().accept()
        self._taken = True
        return connection


def _rebuilt(descriptor: Any, family: int, kind: int, protocol: int) -> SharedListener:
    return SharedListener(family, kind, protocol, fileno=descriptor.detach())


def _reduced(listener: SharedListener) -> tuple[Any, ...]:
    from multiprocessing.reduction import DupFd  # not there on every system

    parts = (DupFd(listener.fileno()), listener.family, listener.type, listener.proto)
    return _rebuilt, parts


ForkingPickler.register(SharedListener, _reduced)

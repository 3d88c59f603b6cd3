"""Running the service: workers, their shared socket, their logs, and how they end."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from multiprocessing import resource_sharer
from multiprocessing.reduction import ForkingPickler
from socket import AF_INET, AF_INET6, IPPROTO_TCP, TCP_NODELAY, socket
from typing import Any

import uvicorn
from fastapi import FastAPI
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors.multiprocess import Multiprocess, Process

from debatable import api
from debatable.embedding import share_cores
from debatable.service.application import application
from debatable.service.connections import TimedConnection
from debatable.service.guard import LOGGER
from debatable.service.settings import Settings


def end_with_parent(grace: float) -> None:
    """Ends this process when its parent is gone, after a grace time in seconds for requests.

    Workers of a parent that was killed would keep the port. Does nothing in a process that multiprocessing did not
    start.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(grace)
        os._exit(1)

    threading.Thread(target=watch, name="end-with-parent", daemon=True).start()


class SharedListener(socket):
    """A listening socket that gives a worker one connection at a time.

    The event loop accepts connections until none is left, so that the worker that wakes up first would take and
    keep all of those that come at once, and more than it may hold.
    """

    _taken = False

    @classmethod
    def of(cls, listening: socket) -> SharedListener:
        """Returns a listener that replaces a socket."""
        return cls(listening.family, listening.type, listening.proto, fileno=listening.detach())

    def accept(self) -> tuple[socket, Any]:
        """Returns a connection.

        Raises:
            BlockingIOError: There is none, or the last call returned one: it is another worker's turn.
        """
        if self._taken:
            self._taken = False
            raise BlockingIOError
        connection = super().accept()
        self._taken = True
        return connection


def _rebuilt(descriptor: Any, family: int, kind: int, protocol: int) -> SharedListener:
    return SharedListener(family, kind, protocol, fileno=descriptor.detach())


def _received(listener: Any) -> SharedListener:
    return SharedListener.of(listener.detach())


def _reduced(listener: SharedListener) -> tuple[Any, ...]:
    if hasattr(resource_sharer, "DupSocket"):  # on Windows, where a socket is no file
        return _received, (resource_sharer.DupSocket(listener),)
    from multiprocessing.reduction import DupFd

    parts = (DupFd(listener.fileno()), listener.family, listener.type, listener.proto)
    return _rebuilt, parts


ForkingPickler.register(SharedListener, _reduced)


LOG = logging.getLogger("debatable.service")

PATIENCE = 120
"""Seconds that a worker may be silent before it is replaced; under load uvicorn's 5 are too few."""

SWITCH = 0.0005
"""Seconds after which a thread that searches lets others go on: a request is taken in or refused beside them."""

GRACE = 10
"""Seconds that requests may still take when the service ends."""


class Workers(Multiprocess):
    """Keeps workers running, and logs where another has to take the place of one.

    The parent asks each worker for a sign of life and looks for it later. uvicorn's waits for it: for a worker that
    was killed before it replied until its patience is over, and meanwhile no signal ends the service.
    """

    def __init__(self, config: uvicorn.Config, sockets: list[socket]) -> None:
        """Has asked nobody yet."""
        super().__init__(config, sockets)
        self._asked: dict[Process, float] = {}

    def keep_subprocess_alive(self) -> None:
        """Replaces the workers that have ended or are silent."""
        self._asked = {process: when for process, when in self._asked.items() if process in self.processes}
        for place, process in enumerate(self.processes):
            if self.should_exit.is_set():
                return
            if self._runs(process):
                continue
            process.kill()
            process.join()
            if process.exitcode == STARTUP_FAILURE:
                LOG.error("worker %s cannot start, so the service ends", process.pid)
                self.should_exit.set()
                return
            new = self.processes[place] = Process(self.config, self.sockets)
            new.start()
            LOG.warning("worker %s has ended or was silent; worker %s takes its place", process.pid, new.pid)

    def _runs(self, process: Process) -> bool:
        """Whether a worker is there and has replied in time; it is asked again after each reply."""
        now = time.monotonic()
        with suppress(OSError, EOFError):  # it has ended, or closed its end
            if process not in self._asked:
                process.parent_conn.send(b"ping")
                self._asked[process] = now
            elif process.parent_conn.poll():
                process.parent_conn.recv()
                del self._asked[process]
        return process.process.is_alive() and now - self._asked.get(process, now) < PATIENCE


def serve(
    where: api.Where, settings: Settings, listening: socket, ready: Callable[[], None] = lambda: None
) -> None:
    """Serves an index on a socket until interrupted.

    Args:
        where: The index.
        settings: How it is served.
        listening: The socket; what connects to it before the service is ready waits.
        ready: Called before the first request is taken: by the process that answers, its models warm if the settings
            ask for it; by the parent of several workers, each of which warms up before it takes a request.

    Raises:
        DebatableError: The index or the graphs cannot be served; raised before the first request.
    """
    if settings.workers == 1:
        sys.setswitchinterval(SWITCH)
        web = logged(where, settings)
        ready()
        serve_alone(web, listening)
        return
    config = _config(partial(worker, where, settings), factory=True, workers=settings.workers)
    with SharedListener.of(without_delay(listening)) as shared, suppress(KeyboardInterrupt):
        logged(where, replace(settings, warm=False))  # so that an error is raised once, and here
        ready()
        Workers(config, sockets=[shared]).run()


def serve_alone(web: FastAPI, listening: socket) -> None:
    """Serves an application on a socket in this process until interrupted."""
    with SharedListener.of(without_delay(listening)) as shared, suppress(KeyboardInterrupt):
        uvicorn.Server(_config(web)).run(sockets=[shared])


def without_delay(listening: socket) -> socket:
    """Turns Nagle's algorithm off, and returns the socket.

    Else the end of an answer waits 40 ms on an idle connection; asyncio does this only for sockets that name their
    protocol.
    """
    if listening.family in (AF_INET, AF_INET6):
        listening.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)
    return listening


def _config(web: FastAPI | Callable[[], FastAPI], **more: Any) -> uvicorn.Config:
    return uvicorn.Config(
        web,
        http=TimedConnection,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        timeout_worker_healthcheck=PATIENCE,
        **more,
    )


def worker(where: api.Where, settings: Settings) -> FastAPI:
    """Returns the application of one of several workers: with its share of the cores, ending with its parent."""
    end_with_parent(GRACE + 2)
    sys.setswitchinterval(SWITCH)
    share_cores(settings.workers)
    return logged(where, settings)


def logged(where: api.Where, settings: Settings) -> FastAPI:
    """Returns the application, whose requests are logged on standard error."""
    log_requests(settings)
    return application(where, settings)


def log_requests(settings: Settings) -> None:
    """Logs requests on standard error, if the settings ask for it."""
    if settings.log != "none" and not LOGGER.handlers:
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("%(message)s"))
        LOGGER.addHandler(handler)
        LOGGER.setLevel(logging.INFO)
        LOGGER.propagate = False

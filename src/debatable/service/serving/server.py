"""Running the service: its logs, one worker or several."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from socket import AF_INET, AF_INET6, IPPROTO_TCP, TCP_NODELAY, socket
from typing import Any

import uvicorn
from fastapi import FastAPI
from uvicorn.supervisors import Multiprocess

from debatable import api
from debatable.embedding import share_cores
from debatable.service.application import application
from debatable.service.gate import Settings
from debatable.service.gate.access_log import LOGGER
from debatable.service.serving.header_timeout import PromptHeaders
from debatable.service.serving.orphans import end_with_parent
from debatable.service.serving.shared_listener import SharedListener

__all__ = ["log_requests", "serve", "serve_alone"]

PATIENCE = 120
"""Seconds that a worker may be silent before it is replaced; under load one is silent for longer than uvicorn's 5."""

GRACE = 10
"""Seconds that requests may still take when the service ends."""


def serve(where: api.Where, settings: Settings, listening: socket) -> None:
    """Serves an index on a socket until interrupted.

    Raises:
        DebatableError: The index or the graphs cannot be served; told before the first request.
    """
    if settings.workers == 1:
        serve_alone(logged(where, settings), listening)
        return
    config = _config(partial(worker, where, settings), factory=True, workers=settings.workers)
    with SharedListener.of(without_delay(listening)) as shared, suppress(KeyboardInterrupt):
        logged(where, settings)  # a mistake is told once, and here
        Multiprocess(config, sockets=[shared]).run()


def serve_alone(web: FastAPI, listening: socket) -> None:
    """Serves an application on a socket in this process, until interrupted: the usual way to end it."""
    with without_delay(listening), suppress(KeyboardInterrupt):
        uvicorn.Server(_config(web)).run(sockets=[listening])


def without_delay(listening: socket) -> socket:
    """Lets what is written to a connection leave at once, and returns the socket.

    Else the end of an answer waits until its beginning was received, which on an idle connection takes 40 ms. The event
    loop sees to that only for sockets that name their protocol.
    """
    if listening.family in (AF_INET, AF_INET6):
        listening.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)
    return listening


def _config(web: FastAPI | Callable[[], FastAPI], **more: Any) -> uvicorn.Config:
    return uvicorn.Config(
        web,
        http=PromptHeaders,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        timeout_worker_healthcheck=PATIENCE,
        **more,
    )


def worker(where: api.Where, settings: Settings) -> FastAPI:
    """Returns the application of one of several workers, which has its share of the cores and ends with its parent."""
    end_with_parent(GRACE + 2)
    share_cores(settings.workers)
    return logged(where, settings)


def logged(where: api.Where, settings: Settings) -> FastAPI:
    """Returns the application, whose requests are logged on standard error."""
    log_requests(settings)
    return application(where, settings)


def log_requests(settings: Settings) -> None:
    """Lets requests be logged on standard error, where that is wanted."""
    if settings.log != "none" and not LOGGER.handlers:
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("%(message)s"))
        LOGGER.addHandler(handler)
        LOGGER.setLevel(logging.INFO)
        LOGGER.propagate = False

"""Running the service: its logs, one worker or several."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from socket import socket
from typing import Any

import uvicorn
from fastapi import FastAPI
from uvicorn.supervisors import Multiprocess

from debatable import api
from debatable.service.application import application
from debatable.service.gate import Settings
from debatable.service.gate.access_log import LOGGER
from debatable.service.header_timeout import PromptHeaders

__all__ = ["log_requests", "serve", "serve_alone"]

PATIENCE = 120
"""Seconds that a worker may be silent before it is replaced; under load one is silent for longer than uvicorn's 5."""


def serve(where: api.Where, settings: Settings, listening: socket) -> None:
    """Serves an index on a socket until interrupted.

    Raises:
        DebatableError: The index or the graphs cannot be served; told before the first request.
    """
    if settings.workers == 1:
        serve_alone(logged(where, settings), listening)
        return
    config = _config(partial(logged, where, settings), factory=True, workers=settings.workers)
    with listening, suppress(KeyboardInterrupt):
        logged(where, settings)  # a mistake is told once, and here
        Multiprocess(config, sockets=[listening]).run()


def serve_alone(web: FastAPI, listening: socket) -> None:
    """Serves an application on a socket in this process, until interrupted: the usual way to end it."""
    with listening, suppress(KeyboardInterrupt):
        uvicorn.Server(_config(web)).run(sockets=[listening])


def _config(web: FastAPI | Callable[[], FastAPI], **more: Any) -> uvicorn.Config:
    return uvicorn.Config(
        web,
        http=PromptHeaders,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=10,
        timeout_worker_healthcheck=PATIENCE,
        **more,
    )


def logged(where: api.Where, settings: Settings) -> FastAPI:
    """Returns the application of one worker, whose requests are logged on standard error."""
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

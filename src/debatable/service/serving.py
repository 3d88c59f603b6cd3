"""Running the service: its logs, one worker or several."""

from __future__ import annotations

import logging
from contextlib import suppress
from functools import partial
from socket import socket

import uvicorn
from fastapi import FastAPI
from uvicorn.supervisors import Multiprocess

from debatable import api
from debatable.service.application import application
from debatable.service.gate import Settings
from debatable.service.gate.access_log import LOGGER
from debatable.service.header_timeout import PromptHeaders

__all__ = ["serve"]

PATIENCE = 120
"""Seconds that a worker may be silent before it is replaced; under load one is silent for longer than uvicorn's 5."""


def serve(where: api.Where, settings: Settings, listening: socket) -> None:
    """Serves an index on a socket until interrupted.

    Raises:
        DebatableError: The index or the graphs cannot be served; told before the first request.
    """
    single = settings.workers == 1
    web = logged(where, settings) if single else partial(logged, where, settings)
    config = uvicorn.Config(
        web,
        factory=not single,
        workers=settings.workers,
        http=PromptHeaders,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=10,
        timeout_worker_healthcheck=PATIENCE,
    )
    with listening, suppress(KeyboardInterrupt):  # the usual way to end it
        if single:
            uvicorn.Server(config).run(sockets=[listening])
        else:
            logged(where, settings)  # a mistake is told once, and here
            Multiprocess(config, sockets=[listening]).run()


def logged(where: api.Where, settings: Settings) -> FastAPI:
    """Returns the application of one worker, whose requests are logged on standard error."""
    if settings.log != "none" and not LOGGER.handlers:
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("%(message)s"))
        LOGGER.addHandler(handler)
        LOGGER.setLevel(logging.INFO)
        LOGGER.propagate = False
    return application(where, settings)

"""The web application: pages for people, endpoints for programs."""

from __future__ import annotations

from collections.abc import Collection
from importlib import resources
from pathlib import Path

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from debatable.api import Where
from debatable.errors import DebatableError
from debatable.service.current_engine import CurrentEngine
from debatable.service.guard import Guard
from debatable.service.metrics import Metrics
from debatable.service.refusals import http_error, mistake, validation_error
from debatable.service.routes import argsme, corpus, health, pages, search
from debatable.version import VERSION

__all__ = ["LOOPBACK", "application"]

LOOPBACK = ("127.0.0.1", "localhost", "::1")
"""Names of this machine that only itself can reach."""


def application(where: Where, *, hosts: Collection[str] = ()) -> FastAPI:
    """Returns the web application over an index; it follows the index when that changes.

    Args:
        where: The index.
        hosts: Names that requests may call this server; any where none is given. A page elsewhere can give its
            own name the address of this machine, but its requests still carry that name.
    """
    current, metrics = CurrentEngine(where), Metrics()
    web = FastAPI(
        title="Debatable",
        version=VERSION,
        summary="The best premises for and against a claim, each said once.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
    )
    static = Path(str(resources.files("debatable.service") / "static"))
    web.mount("/static", StaticFiles(directory=static), name="static")
    web.add_middleware(GZipMiddleware, minimum_size=1_000)
    web.add_middleware(
        Guard, state=lambda: current.engine().backend.state, metrics=metrics, hosts=frozenset(hosts)
    )
    web.exception_handler(DebatableError)(mistake)
    web.exception_handler(RequestValidationError)(validation_error)
    web.exception_handler(HTTPException)(http_error)
    for group in (pages, search, corpus, argsme):
        web.include_router(group.router(current))
    web.include_router(health.router(current, metrics))
    return web

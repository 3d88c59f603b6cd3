"""The web application: pages for people, endpoints for programs."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.middleware.base import RequestResponseEndpoint

from debatable.api import Where
from debatable.errors import DebatableError
from debatable.service.current_engine import CurrentEngine
from debatable.service.routes import health, pages, search
from debatable.service.routes.parameters import MISTAKES
from debatable.version import VERSION

__all__ = ["application"]

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self';"
    " base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


def application(where: Where) -> FastAPI:
    """Returns the web application over an index; it follows the index when that changes."""
    current = CurrentEngine(where)
    web = FastAPI(title="Debatable", version=VERSION, docs_url=None, redoc_url=None)
    static = Path(str(resources.files("debatable.service") / "static"))
    web.mount("/static", StaticFiles(directory=static), name="static")
    web.middleware("http")(_guard)
    web.exception_handler(DebatableError)(_refuse)
    for group in (pages, search, health):
        web.include_router(group.router(current))
    return web


async def _guard(request: Request, proceed: RequestResponseEndpoint) -> Response:
    response = await proceed(request)
    response.headers.update(HEADERS)
    return response


async def _refuse(request: Request, error: DebatableError) -> Response:
    return JSONResponse({"error": str(error)}, status_code=400 if isinstance(error, MISTAKES) else 500)

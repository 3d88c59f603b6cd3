"""The web application: pages for people, endpoints for programs."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.cors import CORSMiddleware
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.routing import Route

from debatable.api import Where
from debatable.engines import index_at
from debatable.errors import DebatableError
from debatable.service.assistants_over_http import PROTOCOL_HEADERS, AssistantsOverHttp
from debatable.service.current_engine import CurrentEngine
from debatable.service.graph_cases import GraphCases
from debatable.service.guard import Guard, Metrics
from debatable.service.kept_answers import KeptAnswers
from debatable.service.limits import Limits
from debatable.service.refusals import ASSISTANTS, http_error, mistake, validation_error
from debatable.service.routes import arguments, corpus, documentation, graphs, pages, points, search
from debatable.service.settings import Settings
from debatable.service.turns import Turns
from debatable.version import VERSION

if TYPE_CHECKING:
    from mcp.server import MCPServer


def application(where: Where, settings: Settings | None = None) -> FastAPI:
    """Returns the web application over an index; it follows the index when that changes."""
    settings = settings or Settings()
    current = CurrentEngine(where, KeptAnswers(settings.kept, settings.kept_bytes), settings.method)
    cases = GraphCases(settings.cases)
    guess = current.warm() if settings.warm else None
    assistants = AssistantsOverHttp(lambda: _assistant_server(current, cases), settings)
    server = (guess or 0.0) if index_at(where).remote else 0.0
    turns = Turns(settings.slots, settings.budget, guess=guess, server=server)
    metrics = Metrics(str(os.getpid()) if settings.workers > 1 else "")
    web = FastAPI(
        title="Debatable",
        version=VERSION,
        summary="The best premises for and against a claim, each said once.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
        lifespan=assistants.lifespan,
    )
    static = StaticFiles(packages=[("debatable.service", "static"), ("debatable.briefs", "static")])
    web.mount("/static", static, name="static")
    web.add_middleware(GZipMiddleware, minimum_size=1_000)
    web.add_middleware(Limits, settings=settings, turns=turns)
    web.add_middleware(
        Guard, state=lambda: current.engine().backend.state, metrics=metrics, settings=settings
    )
    if settings.origins:  # around all others: what they refuse may be read as well
        web.add_middleware(
            CORSMiddleware,
            allow_origins=settings.origins,
            allow_methods=["GET", "HEAD", "POST", "DELETE"],
            allow_headers=["Authorization", "If-None-Match", *PROTOCOL_HEADERS],
            expose_headers=["ETag", "Retry-After"],
        )
    web.exception_handler(DebatableError)(mistake)
    web.exception_handler(RequestValidationError)(validation_error)
    web.exception_handler(HTTPException)(http_error)
    routers = (
        pages.router(current),
        graphs.page_router(current),
        search.router(current, turns),
        points.router(current),
        corpus.router(current),
        search.argsme_router(current),
        arguments.router(current, where, settings.token),
        arguments.argument_router(current),
        graphs.router(cases),
        corpus.health_router(current, metrics),
        documentation.router(web),
    )
    for router in routers:
        web.include_router(router)
    web.state.routes = [route for router in routers for route in router.routes]
    web.router.routes.append(Route(ASSISTANTS, assistants))
    return web


def _assistant_server(current: CurrentEngine, cases: GraphCases) -> MCPServer[Any]:
    from debatable.service.assistants import assistant_server

    return assistant_server(current, cases)

"""The web application of a desk, and how it is served."""

from __future__ import annotations

from pathlib import Path
from socket import socket

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.staticfiles import StaticFiles
from pydantic import ValidationError
from starlette.exceptions import HTTPException

from debatable.errors import DebatableError, StorageError
from debatable.evaluation.annotation.desk import Desk
from debatable.service.desk import boards, entrance, judging, leading, sampling
from debatable.service.desk.pages import NO_STORE, DeskPages
from debatable.service.desk.sampling import CorpusWords
from debatable.service.desk.sessions import Sessions
from debatable.service.guard import Guard, Metrics
from debatable.service.limits import Limits
from debatable.service.refusals import MESSAGES, MISTAKES, Refused, bad_parameter, sentence
from debatable.service.serving import log_requests, serve_alone
from debatable.service.settings import Settings
from debatable.version import VERSION


def desk_application(desk: Desk, settings: Settings | None = None, corpora: tuple[Path, ...] = ()) -> FastAPI:
    """Returns the web application over a desk; queries are sampled from the corpora."""
    settings = settings or Settings()
    pages = DeskPages(desk, Sessions(desk, settings))
    web = FastAPI(title="Debatable desk", version=VERSION, docs_url=None, redoc_url=None, openapi_url=None)
    static = StaticFiles(packages=[("debatable.service", "static"), ("debatable.briefs", "static")])
    web.mount("/static", static, name="static")
    web.add_middleware(GZipMiddleware, minimum_size=1_000)
    web.add_middleware(Limits, settings=settings)
    web.add_middleware(Guard, state=str, metrics=Metrics(), settings=settings)
    _explained(web, pages)
    for group in (entrance, judging, boards, leading):
        web.include_router(group.router(pages))
    web.include_router(judging.decision_router(pages))
    web.include_router(sampling.router(pages, CorpusWords(corpora)))
    return web


def _explained(web: FastAPI, pages: DeskPages) -> None:
    """Shows errors as one sentence on a page."""

    def explain(request: Request, status: int, message: str) -> Response:
        person = pages.sessions.person(request)
        return pages.render("error", {"error": message, "status": status}, person, status)

    async def mistake(request: Request, error: Exception) -> Response:
        if isinstance(error, StorageError):
            return explain(
                request, 507, "nothing was kept: the disk of the desk is full or broken; tell who runs it"
            )
        if isinstance(error, MISTAKES):
            return explain(request, 400, sentence(error))
        raise error

    async def refused(request: Request, error: Exception) -> Response:
        if not isinstance(error, HTTPException):
            raise error
        if error.status_code == 303:
            return Response(status_code=303, headers={**NO_STORE, **(error.headers or {})})
        own = isinstance(error, Refused)
        message = error.detail if own else MESSAGES.get(error.status_code, "refused")
        return explain(request, error.status_code, message)

    async def invalid(request: Request, error: Exception) -> Response:
        errors = error.errors() if isinstance(error, ValidationError | RequestValidationError) else []
        return explain(request, 422, bad_parameter(errors) if errors else "the form cannot be read")

    web.exception_handler(DebatableError)(mistake)
    web.exception_handler(HTTPException)(refused)
    web.exception_handler(ValidationError)(invalid)
    web.exception_handler(RequestValidationError)(invalid)


def serve_desk(desk: Desk, settings: Settings, listening: socket, corpora: tuple[Path, ...] = ()) -> None:
    """Serves a desk on a socket until interrupted; queries are sampled from the corpora."""
    log_requests(settings)
    serve_alone(desk_application(desk, settings, corpora), listening)

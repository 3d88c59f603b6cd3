"""The web application: one page for people, one endpoint for programs."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Annotated, Any

from fastapi import FastAPI, Query, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from jinja2 import Environment, PackageLoader, select_autoescape
from starlette.middleware.base import RequestResponseEndpoint

from debatable.engines.documents import answer_document
from debatable.errors import DebatableError, InputError, QueryError, UnknownNameError
from debatable.ranking import MAX_QUERY
from debatable.service.engines import CurrentEngine
from debatable.version import VERSION

__all__ = ["application"]

MOST = 100
"""Hits one request may ask for."""

MISTAKES = (InputError, QueryError, UnknownNameError)
"""Errors of whoever asks, not of the service."""

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self';"
    " base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}

Claim = Annotated[str, Query(description="The claim.", max_length=4 * MAX_QUERY)]
Method = Annotated[str, Query(max_length=500, description="Ranking method.")]
Size = Annotated[int, Query(ge=1, le=MOST, description="How many premises at most.")]
Names = Annotated[tuple[str, ...], Query(max_length=20, description="Only these; repeatable.")]
Side = Annotated[str, Query(pattern="^(any|both|pro|con)$", description="Which side.")]


def application(folder: Path) -> FastAPI:
    """Returns the web application over an index; it follows the index when that changes."""
    current = CurrentEngine(folder)
    pages = Environment(
        loader=PackageLoader("debatable.service"),
        autoescape=select_autoescape(default=True),
        trim_blocks=True,
    )
    web = FastAPI(title="Debatable", version=VERSION, docs_url=None, redoc_url=None)
    static = Path(str(resources.files("debatable.service") / "static"))
    web.mount("/static", StaticFiles(directory=static), name="static")

    @web.middleware("http")
    async def guard(request: Request, proceed: RequestResponseEndpoint) -> Response:
        response = await proceed(request)
        response.headers.update(HEADERS)
        return response

    @web.exception_handler(DebatableError)
    async def refuse(request: Request, error: DebatableError) -> Response:
        return JSONResponse({"error": str(error)}, status_code=400 if isinstance(error, MISTAKES) else 500)

    @web.get("/", response_class=HTMLResponse)
    def page(q: Claim = "", method: Method = "best", k: Size = 20) -> HTMLResponse:
        """The page: a search box and the two sides."""
        view: dict[str, Any] = {"query": q, "method": method, "methods": current.engine().methods, "k": k}
        status = 200
        if q:
            try:
                view["answer"] = current.engine().search(q, method=method, k=k, stance="both", operators=True)
            except MISTAKES as error:
                view["error"], status = str(error), 400
        return HTMLResponse(pages.get_template("search.html").render(view), status)

    @web.get("/api/search")
    def search(
        q: Claim,
        method: Method = "best",
        k: Size = 10,
        stance: Side = "any",
        source: Names = (),
        language: Names = (),
        explain: bool = False,
    ) -> dict[str, Any]:
        """Premises for and against a claim."""
        answer = current.engine().search(
            q,
            method=method,
            k=k,
            stance=stance,  # type: ignore[arg-type]
            sources=source,
            languages=language,
            operators=True,
        )
        return answer_document(answer, explain=explain)

    @web.get("/api/health")
    def health() -> dict[str, Any]:
        """Whether the index can be read, and how much it holds."""
        engine = current.engine()
        return {"status": "ok", **engine.health(), "version": VERSION}

    return web

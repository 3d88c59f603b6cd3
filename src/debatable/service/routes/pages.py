"""The pages for people."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, select_autoescape

from debatable.service.current_engine import CurrentEngine
from debatable.service.routes.parameters import MISTAKES, Claim, Method, Size

__all__ = ["router"]


def router(current: CurrentEngine) -> APIRouter:
    """Returns the routes of the pages."""
    routes = APIRouter()
    templates = Environment(
        loader=PackageLoader("debatable.service"),
        autoescape=select_autoescape(default=True),
        trim_blocks=True,
    )

    @routes.get("/", response_class=HTMLResponse)
    def page(q: Claim = "", method: Method = "best", k: Size = 20) -> HTMLResponse:
        """The page: a search box, the two sides and what nobody can tell."""
        engine = current.engine()
        view: dict[str, Any] = {"query": q, "method": method, "methods": engine.methods, "k": k}
        status = 200
        if q:
            try:
                view["answer"] = engine.search(q, method=method, k=k, stance="both", operators=True)
            except MISTAKES as error:
                view["error"], status = str(error), 400
        return HTMLResponse(templates.get_template("search.html").render(view), status)

    return routes

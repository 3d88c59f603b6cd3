"""An answer to take along: what is exported is what is shown."""

from __future__ import annotations

from typing import Annotated, Literal

import orjson
from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, ValidationError

from debatable.briefs import csv_text, markdown_text, sources, sources_text
from debatable.errors import QueryError
from debatable.model import Answer
from debatable.service.current_engine import CurrentEngine
from debatable.service.page_templates import page_templates
from debatable.service.refusals import bad_parameter, refusal
from debatable.service.routes.pages import asked_of
from debatable.service.search import answer_of

__all__ = ["router"]


class BriefFormat(BaseModel):
    """As what."""

    format: Literal["html", "markdown", "csv", "json", "sources"] = "html"


FILES = {
    "markdown": ("text/markdown", "brief.md"),
    "csv": ("text/csv", "brief.csv"),
    "json": ("application/json", "brief.json"),
    "sources": ("text/plain", "sources.txt"),
}
"""Type and name of what is saved; HTML is shown, to be printed."""


def router(current: CurrentEngine) -> APIRouter:
    """Returns the route of the briefs."""
    routes = APIRouter(include_in_schema=False)
    templates = page_templates()

    @routes.get("/brief")
    def brief(request: Request, asked_for: Annotated[BriefFormat, Query()]) -> Response:
        """The answer that the page shows for the same parameters."""
        try:
            asked = asked_of(request)
        except ValidationError as error:
            return refusal(422, bad_parameter(error.errors(include_input=False, include_url=False)))
        if not asked.q.strip():
            raise QueryError("the query is empty", todo="give a claim")
        answer = answer_of(current.engine(), asked.q, asked)
        if asked_for.format == "html":
            view = {"answer": answer, "asked": asked, "sources": sources(answer)}
            return Response(templates.get_template("brief.html").render(view), media_type="text/html")
        kind, name = FILES[asked_for.format]
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(_text(answer, asked_for.format), media_type=kind, headers=headers)

    return routes


def _text(answer: Answer, format: str) -> str | bytes:
    match format:
        case "markdown":
            return markdown_text(answer)
        case "csv":
            return csv_text(answer)
        case "sources":
            return sources_text(answer)
        case _:
            return orjson.dumps(answer.as_dict(), option=orjson.OPT_INDENT_2)

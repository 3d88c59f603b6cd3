"""The pages that show a debate at a glance, and those to browse an index."""

from __future__ import annotations

from typing import Any, Literal

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, Field, ValidationError

from debatable.service.current_engine import CurrentEngine
from debatable.service.overview import debate_map, diagram, likeness
from debatable.service.overview.topics import Topics, topic_claims, topic_page
from debatable.service.page_templates import page_templates
from debatable.service.refusals import MISTAKES, bad_parameter, sentence
from debatable.service.routes.pages import asked_of
from debatable.service.search import answer_of

__all__ = ["router"]

TOPICS, SAID = 40, 25
"""Topics, and things said on one, that a page holds."""


class MapView(BaseModel):
    """How to look at a debate."""

    view: Literal["map", "graph"] = "map"


class TopicView(BaseModel):
    """Which page of the topics, or of one of them."""

    of: str = Field("", max_length=20)
    page: int = Field(1, ge=1, le=1_000_000)


def router(current: CurrentEngine) -> APIRouter:
    """Returns the routes of the overviews."""
    routes = APIRouter(include_in_schema=False)
    templates = page_templates()
    topics = Topics()

    @routes.get("/map", response_class=HTMLResponse)
    def overview(request: Request) -> HTMLResponse:
        """The debate on a claim as a map or as an argument graph."""
        engine, view, status = current.engine(), dict[str, Any](), 200
        try:
            view["view"] = MapView.model_validate(dict(request.query_params)).view
            view["asked"] = asked = asked_of(request)
            if asked.q.strip():
                answer = view["answer"] = answer_of(engine, asked.q, asked)
                view["diagram"] = diagram(answer)
                view["map"] = debate_map(answer.hits, likeness(engine, answer.hits))
        except ValidationError as error:
            view["error"], status = bad_parameter(error.errors(include_input=False, include_url=False)), 422
        except MISTAKES as error:
            view["error"], status = sentence(error), 400
        return HTMLResponse(templates.get_template("map.html").render(view), status)

    @routes.get("/topics", response_class=HTMLResponse)
    def browse(request: Request) -> HTMLResponse:
        """The topics of the index, or what is said on one of them."""
        engine, view, status = current.engine(), dict[str, Any](), 200
        try:
            asked = view["asked"] = TopicView.model_validate(dict(request.query_params))
        except ValidationError as error:
            view["error"] = bad_parameter(error.errors(include_input=False, include_url=False))
            return HTMLResponse(templates.get_template("topics.html").render(view), 422)
        if asked.of:
            claims = topic_claims(engine, asked.of)
            if claims is None:
                raise HTTPException(404)
            total, view["said"] = topic_page(engine, claims, (asked.page - 1) * SAID, SAID)
            view["claims"] = [claim.text for claim in engine.backend.claims(claims[:20])]
            view["pages"] = -(-total // SAID)
        else:
            total, view["topics"] = topics(engine, (asked.page - 1) * TOPICS, TOPICS)
            view["pages"] = -(-total // TOPICS)
        view["total"] = total
        return HTMLResponse(templates.get_template("topics.html").render(view), status)

    return routes

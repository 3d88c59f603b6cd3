"""The pages for people."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from pydantic import ValidationError

from debatable.engines import Engine
from debatable.model import Answer
from debatable.service.corpus_view import Examples
from debatable.service.current_engine import CurrentEngine
from debatable.service.overview.qualities import qualities
from debatable.service.page_templates import page_templates
from debatable.service.refusals import MISTAKES, bad_parameter, sentence
from debatable.service.routes.parameters import PageSearch
from debatable.service.search import answer_of

__all__ = ["asked_of", "router"]

NEAREST = 8
"""Claims that the page offers where nothing is close."""


def router(current: CurrentEngine) -> APIRouter:
    """Returns the routes of the pages."""
    routes = APIRouter()
    templates = page_templates()
    examples, filters = Examples(), Filters()

    @routes.get("/", response_class=HTMLResponse, include_in_schema=False)
    def page(request: Request) -> HTMLResponse:
        """The page: a search box, and the sides of a claim."""
        engine = current.engine()
        view: dict[str, Any] = {
            "asked": PageSearch.model_validate({}),
            "methods": engine.methods,
            **filters(engine),
        }
        status = 200
        try:
            view["asked"] = asked = asked_of(request)
            if asked.q.strip():
                answer = view["answer"] = answer_of(engine, asked.q, asked)
                view["nearest"] = nearest_claims(answer)
                view["qualities"] = qualities(engine, answer.hits)
        except ValidationError as error:
            view["error"], status = bad_parameter(error.errors(include_input=False, include_url=False)), 422
        except MISTAKES as error:
            view["error"], status = sentence(error), 400
        view["examples"] = examples(engine)
        return HTMLResponse(templates.get_template("search.html").render(view), status)

    return routes


class Filters:
    """The sources and languages of the served corpus, counted once a state."""

    def __init__(self) -> None:
        """Counts at the first use."""
        self._state, self._known = "", {"sources": [""], "languages": [""]}

    def __call__(self, engine: Engine) -> dict[str, list[str]]:
        """Returns their names."""
        if self._state != engine.backend.state:
            info = engine.info()
            self._known = {
                name: [one for one in info[name] if one][:200] for name in ("sources", "languages")
            }
            self._state = engine.backend.state
        return self._known


def nearest_claims(answer: Answer) -> list[str]:
    """Returns the claims of what was found but is not close, each once."""
    return list(dict.fromkeys(claim.text for hit in answer.weak for claim in hit.claims[:2]))[:NEAREST]


def asked_of(request: Request) -> PageSearch:
    """Reads the parameters; those that may be given once count as given last."""
    given = request.query_params
    many = {name: given.getlist(name) for name in ("source", "language") if name in given}
    return PageSearch.model_validate({**dict(given), **many})

"""Pages for people: the search, the map of a debate, topics to browse, and answers to save."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Literal
from urllib.parse import urlencode

import orjson
from fastapi import APIRouter, HTTPException, Query, Request, Response
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, select_autoescape
from pydantic import BaseModel, Field, ValidationError

from debatable.briefs import citations, csv_text, markdown_text, sources, sources_text
from debatable.briefs.word import MEDIA_TYPE, docx_bytes
from debatable.engines import Engine
from debatable.engines.answer_points import hits_of_points
from debatable.errors import QueryError
from debatable.model import Answer
from debatable.progress import Deadline
from debatable.ranking import MAX_QUERY
from debatable.service.corpus_view import Examples, Topics, qualities, topic_claims, topic_page
from debatable.service.current_engine import CurrentEngine
from debatable.service.debate_map import debate_map, diagram, likeness, marks
from debatable.service.refusals import MISTAKES, bad_parameter, refusal, sentence, written_out
from debatable.service.routes.parameters import PageSearch, deadline_of
from debatable.service.search import answer_of, answer_points, differences, others, percent, reason
from debatable.text import parse_query

NEAREST = 8
"""Claims that the page offers where nothing is close."""

LONGEST_NAME = 60
"""Characters of the name of a file that is saved, without its ending."""

TOPICS, SAID = 40, 25
"""Topics on a page, and premises of one topic on a page."""


class MapView(BaseModel):
    """How to look at a debate."""

    view: Literal["map", "graph"] = "map"


class TopicView(BaseModel):
    """Which page of the topics, or of one of them."""

    of: str = Field("", max_length=20)
    page: int = Field(1, ge=1, le=1_000_000)


class BriefFormat(BaseModel):
    """Format of a saved answer."""

    format: Literal["html", "markdown", "csv", "json", "sources", "docx"] = "html"


def router(current: CurrentEngine) -> APIRouter:
    """Returns the routes of the pages."""
    routes = APIRouter(include_in_schema=False, route_class=current.route)
    templates = page_templates()
    examples, filters, topics = Examples(), Filters(), Topics()

    def rendered(name: str, view: dict[str, Any]) -> HTMLResponse:
        return HTMLResponse(templates.get_template(name).render(view), view["status"])

    @routes.get("/", response_class=HTMLResponse)
    def page(request: Request) -> HTMLResponse:
        """The page: a search box, and the sides of a claim."""
        engine = current.engine()
        view: dict[str, Any] = {"methods": engine.methods, **filters(engine)}
        typed = request.query_params.get("q", "")[:MAX_QUERY]
        view["asked"] = PageSearch.model_validate({"q": typed}).by(current.method)
        with explained(view):
            view["asked"] = asked = asked_of(request).by(current.method)
            if asked.q.strip():
                view |= found_for(engine, asked, deadline_of(request))
        view["examples"] = examples(engine)
        return rendered("search.html", view)

    @routes.get("/map", response_class=HTMLResponse)
    def overview(request: Request) -> HTMLResponse:
        """The debate on a claim as a map or as an argument graph."""
        engine, view = current.engine(), dict[str, Any]()
        with explained(view):
            view["view"] = MapView.model_validate(dict(request.query_params)).view
            view["asked"] = asked = asked_of(request).by(current.method)
            if asked.q.strip():
                answer = view["answer"] = answer_of(engine, asked.q, asked, deadline_of(request))
                view["diagram"] = diagram(answer)
                drawn = marks(answer_points(engine, answer), answer.hits)
                view["map"] = debate_map(drawn, likeness(engine, drawn))
        return rendered("map.html", view)

    @routes.get("/topics", response_class=HTMLResponse)
    def browse(request: Request) -> HTMLResponse:
        """The topics of the index, or the premises of one of them."""
        engine, view = current.engine(), dict[str, Any]()
        with explained(view):
            asked = view["asked"] = TopicView.model_validate(dict(request.query_params))
            if asked.of:
                view |= premises_of_topic(engine, asked)
            else:
                view["total"], view["topics"] = topics(engine, (asked.page - 1) * TOPICS, TOPICS)
                view["pages"] = -(-view["total"] // TOPICS)
        return rendered("topics.html", view)

    @routes.get("/brief")
    def brief(request: Request, asked_for: Annotated[BriefFormat, Query()]) -> Response:
        """The answer that the page shows for the same parameters, to save or print."""
        try:
            asked = asked_of(request).by(current.method)
        except ValidationError as error:
            return refusal(422, bad_parameter(error.errors(include_input=False, include_url=False)))
        if not asked.q.strip():
            raise QueryError("the query is empty", todo="give a claim")
        answer = answer_of(current.engine(), asked.q, asked, deadline_of(request))
        if asked_for.format == "html":
            points = answer_points(current.engine(), answer)
            view = {"answer": answer, "asked": asked, "sources": sources(answer), "points": points}
            return rendered("brief.html", {**view, "status": 200})
        kind, ending, text = FILES[asked_for.format]
        headers = {"Content-Disposition": f'attachment; filename="{file_stem(answer.searched)}{ending}"'}
        return Response(text(answer), media_type=kind, headers=headers)

    return routes


def found_for(engine: Engine, asked: PageSearch, deadline: Deadline | None) -> dict[str, Any]:
    """Returns what the page shows of an answer; where nothing is close, it offers the distinct nearest claims."""
    answer = answer_of(engine, asked.q, asked, deadline)
    nearest = dict.fromkeys(claim.text for hit in answer.weak for claim in hit.claims[:2])
    parsed = parse_query(answer.searched, str.split)
    points = answer_points(engine, answer)
    return {
        "answer": answer,
        "nearest": list(nearest)[:NEAREST],
        "without_operators": "" if parsed.plain else parsed.text,
        "qualities": qualities(engine, answer.hits),
        "points": points,
        "made": hits_of_points(points, answer.hits),
    }


def premises_of_topic(engine: Engine, asked: TopicView) -> dict[str, Any]:
    """Returns a page of the premises of a topic, with some of its claims."""
    claims = topic_claims(engine, asked.of)
    if claims is None:
        raise HTTPException(404)
    total, said = topic_page(engine, claims, (asked.page - 1) * SAID, SAID)
    texts = [claim.text for claim in engine.backend.claims(claims[:20])]
    return {"total": total, "said": said, "claims": texts, "pages": -(-total // SAID)}


@contextmanager
def explained(view: dict[str, Any]) -> Iterator[None]:
    """Puts the status of a page into its view, and a user's mistake as ``error``."""
    view["status"] = 200
    try:
        yield
    except ValidationError as error:
        wrong = bad_parameter(error.errors(include_input=False, include_url=False))
        view["error"], view["status"] = f"the parameter {wrong}", 422
    except MISTAKES as error:
        view["error"], view["status"] = sentence(error), 400


class Filters:
    """The sources and languages of the served corpus, counted once for each state of the index."""

    def __init__(self) -> None:
        """Counts at the first use."""
        self._state, self._names = "", {"sources": [""], "languages": [""]}

    def __call__(self, engine: Engine) -> dict[str, list[str]]:
        """Returns their names."""
        if self._state != engine.backend.state:
            info = engine.info()
            self._names = {
                name: [one for one in info[name] if one][:200] for name in ("sources", "languages")
            }
            self._state = engine.backend.state
        return self._names


def asked_of(request: Request) -> PageSearch:
    """Reads the parameters; of one that may be given once the last value counts."""
    given = request.query_params
    many = {name: given.getlist(name) for name in ("source", "language") if name in given}
    return PageSearch.model_validate({**dict(given), **many})


def page_templates() -> Environment:
    """Returns the templates; all they are given is escaped."""
    templates = Environment(
        loader=PackageLoader("debatable.service"),
        autoescape=select_autoescape(default=True),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.globals.update(
        reason=reason,
        others=others,
        differences=differences,
        percent=percent,
        address=address,
        citations=citations,
    )
    templates.filters["sentence"] = written_out
    templates.filters["pair"] = lambda name: (name, name)
    return templates


def address(asked: PageSearch, **changes: Any) -> str:
    """Returns the query string of a search with some parameters changed.

    >>> address(PageSearch(q="Ban cars"), q="Ban zoos", k=None)
    'q=Ban+zoos&method=best&stance=both&length=any&sort=best'
    >>> address(PageSearch(q="Ban crs", spelling=False), k=None)[-14:]
    'spelling=false'
    """
    options = asked.model_dump(exclude={"explain", "point", "offset", "generation"})
    options["spelling"] = None if asked.spelling else "false"
    wanted = {**options, **changes}
    order = ("q", *(name for name in wanted if name != "q"))
    return urlencode({name: wanted[name] for name in order if wanted[name] not in (None, [], "")}, doseq=True)


def file_stem(claim: str) -> str:
    """Returns the first words of a claim as the name of a file that every system takes.

    >>> file_stem("Should ‘zoos’ be closed?"), file_stem("Züge/../für alle"), file_stem("动物园应该关闭")
    ('should-zoos-be-closed', 'zuge-fur-alle', 'brief')
    """
    plain = unicodedata.normalize("NFKD", claim).encode("ascii", "ignore").decode().lower()
    words = re.findall("[a-z0-9]+", plain.replace("'", ""))
    return textwrap.shorten(" ".join(words), LONGEST_NAME, placeholder="").replace(" ", "-") or "brief"


def _json(answer: Answer) -> bytes:
    return orjson.dumps(answer.as_dict(), option=orjson.OPT_INDENT_2)


def _csv(answer: Answer) -> bytes:
    """Returns CSV with a byte-order mark: without one, Excel takes UTF-8 for the encoding of the system."""
    return BOM_UTF8 + csv_text(answer).encode()


FILES: dict[str, tuple[str, str, Callable[[Answer], str | bytes]]] = {
    "markdown": ("text/markdown", ".md", markdown_text),
    "csv": ("text/csv", ".csv", _csv),
    "json": ("application/json", ".json", _json),
    "sources": ("text/plain", "-sources.txt", sources_text),
    "docx": (MEDIA_TYPE, ".docx", docx_bytes),
}
"""Media type, end of the file name and text of an answer that is saved; HTML is shown, to be printed."""

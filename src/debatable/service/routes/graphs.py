"""Graph search: the API, and the page that finds debates like an argument graph."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Annotated, Any, Self

from fastapi import APIRouter, File, Form, Response, UploadFile
from fastapi.responses import HTMLResponse
from markupsafe import Markup
from pydantic import BaseModel, ConfigDict, Field, model_validator

from debatable.errors import InputError
from debatable.graphs import ArgumentGraph, CaseBase, GraphHit, draw_mapping, dump, parse, sentence
from debatable.ranking import MAX_QUERY
from debatable.service.current_engine import CurrentEngine
from debatable.service.graph_cases import MOST_GRAPHS, CorpusGraphs, GraphCases
from debatable.service.routes.pages import explained, page_templates
from debatable.service.routes.parameters import IN_BODY
from debatable.service.schema import REFUSALS, GraphsBody, json_response


class GraphQuery(BaseModel):
    """A graph or a sentence, and how many graphs are wanted."""

    model_config = ConfigDict(extra="forbid")

    graph: dict[str, Any] | None = Field(None, description="A document of AIF, xAIF, OVA or Argdown.")
    text: str | None = Field(
        None,
        min_length=1,
        max_length=MAX_QUERY,
        description="A sentence, as the smallest graph.",
        examples=["Ban cars"],
    )
    k: int = Field(MOST_GRAPHS, ge=1, le=MOST_GRAPHS, description="How many at most.")

    @model_validator(mode="after")
    def _one(self) -> Self:
        if (self.graph is None) == (self.text is None):
            raise ValueError("give either graph or text")
        return self


def router(cases: GraphCases) -> APIRouter:
    """Returns the routes of the graphs."""
    routes = APIRouter(tags=["graphs"], responses=REFUSALS)

    @routes.post("/api/v1/graphs/search", response_model=GraphsBody, dependencies=[IN_BODY])
    def search(asked: GraphQuery) -> Response:
        """The argument graphs most similar to a graph or a sentence, with how the two were mapped."""
        query = _graph(asked.graph) if asked.graph is not None else sentence(asked.text or "")
        ranked = enumerate(cases.search(query, asked.k), 1)
        hits = [{"rank": rank, **hit.as_dict()} for rank, hit in ranked]
        return json_response({"query": query.id, "hits": hits})

    return routes


def _graph(document: dict[str, Any]) -> ArgumentGraph:
    try:
        return parse(json.dumps(document).encode(), "query.json")
    except RecursionError:
        raise InputError("the graph is nested too deeply", todo="send nodes and edges as lists") from None


LARGEST = 500_000
"""Bytes of a graph that is searched for."""

FOUND, DRAWN = 5, 120
"""Graphs that are shown, and nodes that a drawing holds at most."""


def page_router(current: CurrentEngine) -> APIRouter:
    """Returns the page of the graph search."""
    routes = APIRouter(include_in_schema=False, route_class=current.route)
    templates = page_templates()
    cases = CorpusGraphs()

    def page(view: dict[str, Any]) -> str:
        return templates.get_template("graphs.html").render(view)

    @routes.get("/graphs", response_class=HTMLResponse)
    def form(example: bool = False) -> HTMLResponse:
        """The form, empty or with a graph to try."""
        base = cases(current.engine()) if example else None
        return HTMLResponse(page({"pasted": dump(base.cases[0]) if base is not None else ""}))

    @routes.post("/graphs", response_class=HTMLResponse)
    def search(
        graph: Annotated[str, Form()] = "", file: Annotated[UploadFile | None, File()] = None
    ) -> HTMLResponse:
        """The graphs most like the one that was pasted or uploaded; a file counts before what is pasted."""
        uploaded = file.file.read(LARGEST + 1) if file is not None else b""
        view: dict[str, Any] = {"pasted": "" if uploaded else graph}
        with explained(view):
            query = _query(uploaded or graph.encode("utf-8", "replace"))
            view["query"] = query
            view["remarks"] = [remark.removeprefix("query.json: ") for remark in query.remarks[:5]]
            view["found"] = _found(query, cases(current.engine()))
        return HTMLResponse(page(view), view["status"])

    return routes


def _query(content: bytes) -> ArgumentGraph:
    """Reads the graph that is searched for."""
    if not content.strip():
        raise InputError("there is no graph", todo="paste one or choose a file")
    if len(content) > LARGEST:
        raise InputError(f"the graph is larger than {LARGEST // 1000} kB", todo="search with a part of it")
    try:
        return parse(content, "query.json").argument()
    except InputError as error:
        raise InputError(f"the graph {error.what}", todo="give AIF, OVA, Argdown or arggraph") from None


def _found(query: ArgumentGraph, base: CaseBase | None) -> list[tuple[GraphHit, Markup | None]]:
    """Returns the graphs found, each with the drawing of its mapping where that fits a page."""
    hits = base.search(query, FOUND) if base is not None else []
    small = len(query.nodes) <= DRAWN
    return [(hit, Markup(_drawing(query, hit)) if small else None) for hit in hits]


def _drawing(query: ArgumentGraph, hit: GraphHit) -> str:
    """Draws the query beside what of the case was matched, and what that leads to."""
    kept, added = {pair.case for pair in hit.mapping.nodes}, True
    while added:
        more = {edge.target for edge in hit.case.edges if edge.source in kept} - kept
        kept, added = kept | more, bool(more)
    nodes = tuple(node for node in hit.case.nodes if node.id in kept)
    edges = tuple(edge for edge in hit.case.edges if edge.source in kept)
    claim = hit.case.conclusion()
    title = " ".join(claim.text.split())[:40] if claim is not None else hit.case.id
    top = claim.id if claim is not None and claim.id in kept else None
    return draw_mapping(replace(query, id="your graph"), ArgumentGraph(title, nodes, edges, top), hit.mapping)

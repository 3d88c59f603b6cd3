"""The search for argument graphs, for programs."""

from __future__ import annotations

import json
from typing import Any, Self

from fastapi import APIRouter, Response
from pydantic import BaseModel, ConfigDict, Field, model_validator

from debatable.errors import InputError
from debatable.graphs import ArgumentGraph, parse, sentence
from debatable.ranking import MAX_QUERY
from debatable.service.graph_cases import MOST_GRAPHS, GraphCases
from debatable.service.schema import REFUSALS, GraphsBody, json_response

__all__ = ["router"]


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

    @routes.post("/api/v1/graphs/search", response_model=GraphsBody)
    def search(asked: GraphQuery) -> Response:
        """The argument graphs most similar to a graph or a sentence, with how the two were mapped."""
        query = _graph(asked.graph) if asked.graph is not None else sentence(asked.text or "")
        found = cases.search(query, asked.k)
        hits = [{"rank": rank, **hit.as_dict()} for rank, hit in enumerate(found, 1)]
        return json_response({"query": query.id, "hits": hits})

    return routes


def _graph(document: dict[str, Any]) -> ArgumentGraph:
    try:
        return parse(json.dumps(document).encode(), "query.json")
    except RecursionError:
        raise InputError("the graph is nested too deeply", todo="send nodes and edges as lists") from None

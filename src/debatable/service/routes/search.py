"""The search for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from pydantic import Field

from debatable.ranking import method as parse_method
from debatable.service.current_engine import CurrentEngine
from debatable.service.refusals import MISTAKES, Refused, code_of, sentence
from debatable.service.routes.parameters import MOST, Batch, Bulk, Search
from debatable.service.schema import (
    LINES,
    REFUSALS,
    AnswerBody,
    AnswersBody,
    ExplainBody,
    json_lines,
    json_response,
)
from debatable.service.search import answer_of, placed
from debatable.service.wording import reason

__all__ = ["router"]


class Explain(Search):
    """A claim, a premise, and how to search."""

    premise: str = Field(max_length=500, description="Id of the premise.", examples=["fossil-fuels-01"])


def router(current: CurrentEngine) -> APIRouter:
    """Returns the routes of the search."""
    routes = APIRouter(tags=["search"], responses=REFUSALS)

    @routes.get("/api/search", include_in_schema=False)
    @routes.get("/api/v1/search", response_model=AnswerBody)
    def search(asked: Annotated[Search, Query()]) -> Response:
        """Premises for and against a claim."""
        return json_response(answer_of(current.engine(), asked.q, asked).as_dict(explain=asked.explain))

    @routes.post("/api/v1/search/batch", response_model=AnswersBody)
    def batch(asked: Batch) -> Response:
        """The same for several claims."""
        engine = current.engine()
        answers = [answer_of(engine, query, asked).as_dict(explain=asked.explain) for query in asked.queries]
        return json_response({"answers": answers})

    @routes.post("/api/v1/search/bulk", response_class=Response, responses=LINES)
    def bulk(asked: Bulk) -> Response:
        """The same for many claims, one answer a line, each sent when it is found."""
        engine = current.engine()
        parse_method(asked.method)  # what is wrong with all of them is told before the first line

        def answers() -> Iterator[dict[str, Any]]:
            for query in asked.queries:
                try:
                    yield answer_of(engine, query, asked).as_dict(explain=asked.explain)
                except MISTAKES as error:
                    yield {"error": {"code": code_of(error), "message": sentence(error)}}

        return json_lines(answers())

    @routes.get("/api/v1/explain", response_model=ExplainBody)
    def explain(asked: Annotated[Explain, Query()]) -> Response:
        """Why a premise has its place among the first hundred for a claim."""
        found = placed(current.engine(), asked, asked.premise)
        if found is None:
            raise Refused(404, "not_found", f"the premise is not among the first {MOST} for this claim")
        rank, hit, answer = found
        told = {"query": answer.query, "corrected": answer.corrected, "method": answer.method, "rank": rank}
        return json_response({**told, "reason": reason(hit), "hit": hit.as_dict(explain=True)})

    return routes

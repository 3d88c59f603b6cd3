"""Search for programs: this API, and that of args.me, so that its clients work unchanged."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool

from debatable.engines import Engine
from debatable.errors import QueryError, ReplacedError
from debatable.model import Argument, Hit
from debatable.progress import Deadline
from debatable.ranking import MAX_QUERY, pipeline
from debatable.service.current_engine import CurrentEngine
from debatable.service.refusals import MISTAKES, code_of, sentence
from debatable.service.routes.parameters import DEEPEST, IN_BODY, MOST, Batch, Bulk, Search, Within
from debatable.service.schema import (
    LINES,
    REFUSALS,
    AnswersBody,
    ExplainBody,
    PageBody,
    json_lines,
    json_response,
)
from debatable.service.search import answer_of, placed, reason
from debatable.service.turns import Turns


class Explain(Search):
    """A claim, a premise, and how to search."""

    premise: str = Field(max_length=500, description="Id of the premise.", examples=["fossil-fuels-01"])


def router(current: CurrentEngine, turns: Turns) -> APIRouter:
    """Returns the routes of the search; the claims of a long list take turns with other requests."""
    routes = APIRouter(tags=["search"], responses=REFUSALS, route_class=current.route)

    @routes.get("/api/search", include_in_schema=False)
    @routes.get("/api/v1/search", response_model=PageBody)
    def search(asked: Annotated[Search, Query()], deadline: Within) -> Response:
        """Premises for and against a claim."""
        with current.one_state(asked.generation) as engine:
            answer = answer_of(engine, asked.q, asked.by(current.method), deadline)
        full = len(answer.hits) + len(answer.weak) == asked.k and asked.offset + asked.k <= DEEPEST - MOST
        after = {"next": asked.offset + asked.k if full else None}
        return json_response({**answer.as_dict(explain=asked.explain), **after})

    def in_turn(engine: Engine, query: str, asked: Batch) -> Awaitable[dict[str, Any]]:
        """Answers one claim of many, within a budget of its own."""

        def answer() -> dict[str, Any]:
            deadline = Deadline(turns.budget) if turns.budget else None
            options = asked.by(current.method)
            try:
                found = answer_of(engine, query, options, deadline)
            except ReplacedError:
                found = current.again(lambda: answer_of(current.engine(), query, options, deadline))
            return found.as_dict(explain=asked.explain)

        return turns.run("/api/v1/search", answer)

    @routes.post("/api/v1/search/batch", response_model=AnswersBody, dependencies=[IN_BODY])
    async def batch(asked: Batch) -> Response:
        """The same for several claims."""
        engine = await run_in_threadpool(current.engine)
        answers = []
        for number, query in enumerate(asked.queries, 1):
            try:
                answers.append(await in_turn(engine, query, asked))
            except QueryError as error:
                raise QueryError(
                    f"query {number} of {len(asked.queries)}: {error.what}", todo=error.todo
                ) from error
        return json_response({"answers": answers})

    @routes.post("/api/v1/search/bulk", response_class=Response, responses=LINES, dependencies=[IN_BODY])
    async def bulk(asked: Bulk) -> Response:
        """The same for many claims, one answer a line, each sent when it is found."""
        engine = await run_in_threadpool(current.engine)
        pipeline(asked.by(current.method).method)  # an unknown method is refused before the first line

        async def answers() -> AsyncIterator[dict[str, Any]]:
            for query in asked.queries:
                try:
                    yield await in_turn(engine, query, asked)
                except MISTAKES as error:
                    yield {"error": {"code": code_of(error), "message": sentence(error)}}

        return json_lines(answers())

    @routes.get("/api/v1/explain", response_model=ExplainBody)
    def explain(asked: Annotated[Explain, Query()], deadline: Within) -> Response:
        """Why a premise has its place among the first hundred for a claim."""
        with current.one_state(asked.generation) as engine:
            rank, hit, answer = placed(engine, asked.by(current.method), asked.premise, deadline)
        return json_response(
            {
                "query": answer.query,
                "corrected": answer.corrected,
                "method": answer.method,
                "rank": rank,
                "reason": reason(hit, answer.searched),
                "hit": hit.as_dict(explain=True),
            }
        )

    return routes


class ArgsMe(BaseModel):
    """The parameters of args.me that mean something here; its clients send others, which are let pass."""

    query: str = Field(max_length=4 * MAX_QUERY, description="The claim.", examples=["school uniforms"])
    pageSize: int = Field(10, ge=1, le=1_000, description=f"How many at most; over {MOST} means {MOST}.")  # noqa: N815
    format: Literal["json"] = Field("json", description="Only json.")


def argsme_router(current: CurrentEngine) -> APIRouter:
    """Returns the routes of args.me."""
    routes = APIRouter(tags=["args.me"], responses=REFUSALS, route_class=current.route)

    @routes.get("/api/v2/arguments")
    def arguments(asked: Annotated[ArgsMe, Query()], deadline: Within) -> Response:
        """Arguments for and against a claim, in the field names of args.me."""
        answer = current.engine().search(
            asked.query, method=current.method, k=min(asked.pageSize, MOST), operators=True, deadline=deadline
        )
        decided = [argument_of(hit) for hit in answer if hit.stance.sign]
        query = {"text": answer.query, "corrected": answer.corrected}
        return json_response({"query": query, "arguments": decided, "totalSize": len(decided)})

    return routes


def argument_of(hit: Hit) -> dict[str, Any]:
    """Returns a hit as an argument of args.me; the stance is the one towards the query."""
    first = hit.arguments[0] if hit.arguments else Argument(hit.premise.id, hit.premise)
    stance = hit.stance.value.upper()
    return {
        "id": first.id,
        "conclusion": hit.claims[0].text if hit.claims else first.claim.text if first.claim else "",
        "premises": [{"text": hit.premise.text, "stance": stance, "annotations": []}],
        "stance": stance,
        "summary": hit.premise.text,
        "context": {
            "sourceId": first.source,
            "sourceUrl": first.url,
            "sourceDomain": _domain(first.url),
            "sourceTitle": first.discussion or first.source,
            "discussionTitle": first.discussion,
        },
        "explanation": {"score": hit.score},
    }


def _domain(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""

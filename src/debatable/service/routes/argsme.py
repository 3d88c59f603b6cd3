"""The search as args.me answers it, so that its clients work unchanged."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel, Field

from debatable.model import Argument, Hit
from debatable.ranking import MAX_QUERY
from debatable.service.current_engine import CurrentEngine
from debatable.service.routes.parameters import MOST
from debatable.service.schema import REFUSALS, json_response

__all__ = ["router"]


class ArgsMe(BaseModel):
    """The parameters of args.me that mean something here; its clients send others, which are let pass."""

    query: str = Field(max_length=4 * MAX_QUERY, description="The claim.", examples=["school uniforms"])
    pageSize: int = Field(10, ge=1, le=1_000, description=f"How many at most; over {MOST} means {MOST}.")  # noqa: N815
    format: str = Field("json", pattern="^json$", description="Only json.")


def router(current: CurrentEngine) -> APIRouter:
    """Returns the routes of args.me."""
    routes = APIRouter(tags=["args.me"], responses=REFUSALS)

    @routes.get("/api/v2/arguments")
    def arguments(asked: Annotated[ArgsMe, Query()]) -> Response:
        """Arguments for and against a claim, in the field names of args.me."""
        answer = current.engine().search(asked.query, k=min(asked.pageSize, MOST), operators=True)
        sided = [argument_of(hit) for hit in answer if hit.stance.sign]
        query = {"text": answer.query, "corrected": answer.corrected}
        return json_response({"query": query, "arguments": sided, "totalSize": len(sided)})

    return routes


def argument_of(hit: Hit) -> dict[str, Any]:
    """Returns a hit as an argument of args.me; the stance is the one towards the query."""
    found = hit.arguments[0] if hit.arguments else Argument(hit.premise.id, hit.premise)
    stance = hit.stance.value.upper()
    return {
        "id": found.id,
        "conclusion": hit.claims[0].text if hit.claims else found.claim.text if found.claim else "",
        "premises": [{"text": hit.premise.text, "stance": stance, "annotations": []}],
        "stance": stance,
        "summary": hit.premise.text,
        "context": {
            "sourceId": found.source,
            "sourceUrl": found.url,
            "sourceDomain": _domain(found.url),
            "sourceTitle": found.discussion or found.source,
            "discussionTitle": found.discussion,
        },
        "explanation": {"score": hit.score},
    }


def _domain(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""

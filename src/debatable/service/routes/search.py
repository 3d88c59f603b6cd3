"""The search for programs."""

from __future__ import annotations

from typing import Any, cast

from fastapi import APIRouter

from debatable.engines import StanceChoice
from debatable.service.current_engine import CurrentEngine
from debatable.service.routes.parameters import Claim, Method, Names, Side, Size

__all__ = ["router"]


def router(current: CurrentEngine) -> APIRouter:
    """Returns the routes of the search."""
    routes = APIRouter()

    @routes.get("/api/search")
    def search(
        q: Claim,
        method: Method = "best",
        k: Size = 10,
        stance: Side = "any",
        source: Names = (),
        language: Names = (),
        explain: bool = False,
    ) -> dict[str, Any]:
        """Premises for and against a claim."""
        answer = current.engine().search(
            q,
            method=method,
            k=k,
            stance=cast(StanceChoice, stance),
            sources=source,
            languages=language,
            operators=True,
        )
        return answer.as_dict(explain=explain)

    return routes

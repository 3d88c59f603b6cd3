"""How the service is."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response
from fastapi.responses import PlainTextResponse

from debatable.errors import DebatableError
from debatable.service.current_engine import CurrentEngine
from debatable.service.metrics import Metrics
from debatable.service.refusals import refusal, sentence
from debatable.service.routes.parameters import Nothing
from debatable.service.schema import REFUSALS, HealthBody, json_response

__all__ = ["router"]


def router(current: CurrentEngine, metrics: Metrics) -> APIRouter:
    """Returns the routes of the health."""
    routes = APIRouter(tags=["health"], responses=REFUSALS)

    @routes.get("/api/health", include_in_schema=False)
    @routes.get("/api/v1/health", response_model=HealthBody)
    def health(asked: Annotated[Nothing, Query()]) -> Response:
        """Whether the index can be read, and how much it holds."""
        try:
            return json_response(current.engine().health())
        except DebatableError as error:
            return refusal(503, sentence(error), code="damaged")

    @routes.get("/api/v1/metrics", response_class=PlainTextResponse)
    def counts(asked: Annotated[Nothing, Query()]) -> Response:
        """Requests and seconds by route, for Prometheus."""
        text = metrics.text(current.engine().health()["counts"])
        return Response(text, media_type="text/plain; version=0.0.4")

    return routes

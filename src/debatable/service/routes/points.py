"""Points for programs: what a debate comes down to, whether a text has been said, what is said against it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel, ConfigDict, Field

from debatable.ranking import MAX_QUERY
from debatable.service.current_engine import CurrentEngine
from debatable.service.routes.parameters import IN_BODY, MOST, Search, Within
from debatable.service.schema import REFUSALS, CounterBody, MatchesBody, PointsBody, json_response
from debatable.service.search import answer_of, answer_points

MOST_POINTS = 20
"""Points that one request may ask for which are like a text."""


class PointsOf(Search):
    """A claim, and how to search for what is said on it."""

    k: int = Field(
        50, ge=1, le=MOST, description="How many premises at most, before those that say the same."
    )


class NewText(BaseModel):
    """A text that may have been said before."""

    model_config = ConfigDict(extra="forbid")

    text: str = Field(
        max_length=MAX_QUERY,
        description="A comment or premise.",
        examples=["Zoos keep species from dying out."],
    )
    k: int = Field(5, ge=1, le=MOST_POINTS, description="How many points at most.")


class Opposed(BaseModel):
    """A premise, and how many are wanted against it."""

    model_config = ConfigDict(extra="forbid")

    premise: str = Field(
        max_length=MAX_QUERY,
        description="What somebody says.",
        examples=["Zoos keep animals in small cages."],
    )
    k: int = Field(10, ge=1, le=MOST, description="How many premises at most.")


def router(current: CurrentEngine) -> APIRouter:
    """Returns the routes of points."""
    routes = APIRouter(tags=["points"], responses=REFUSALS, route_class=current.route)

    @routes.get("/api/v1/points", response_model=PointsBody)
    def points(asked: Annotated[PointsOf, Query()], deadline: Within) -> Response:
        """The points for and against a claim, how many premises make each, and their words."""
        with current.one_state(asked.generation) as engine:
            answer = answer_of(engine, asked.q, asked.by(current.method), deadline)
            return json_response(answer_points(engine, answer).as_dict())

    @routes.post("/api/v1/similar", response_model=MatchesBody, dependencies=[IN_BODY])
    def similar(asked: NewText) -> Response:
        """Whether a text has been said: the points and premises that say it already, with probability."""
        return json_response(current.engine().similar(asked.text, k=asked.k).as_dict())

    @routes.post("/api/v1/counter", response_model=CounterBody, dependencies=[IN_BODY])
    def counter(asked: Opposed, deadline: Within) -> Response:
        """What is said against a premise, what speaks to its very point first."""
        against = current.engine().counter(asked.premise, k=asked.k, method=current.method, deadline=deadline)
        return json_response(against.as_dict())

    return routes

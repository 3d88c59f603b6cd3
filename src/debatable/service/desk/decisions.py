"""Where people differ: those who lead see what each said, and decide."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from debatable.evaluation.annotation.desk import disputes
from debatable.service.desk.judging import Place, notice
from debatable.service.desk.room import Room

__all__ = ["router"]

SHOWN = 10
"""Disputes a page holds."""


def router(room: Room) -> APIRouter:
    """Returns the route of decisions."""
    routes = APIRouter()

    @routes.get("/decide", response_class=HTMLResponse)
    def decide(request: Request, asked: Annotated[Place, Query()]) -> HTMLResponse:
        """The disputes of a sheet."""
        person, sheet = room.lead(request), room.sheet(asked.sheet)
        found = disputes(room.desk, sheet.name)
        first = (asked.page - 1) * SHOWN
        view: dict[str, Any] = {"sheet": sheet, "page": asked.page, "pages": -(-len(found) // SHOWN)}
        view["open"] = sum(one.decision is None for one in found)
        view["settled"] = len(found) - view["open"]
        view["disputes"] = found[first : first + SHOWN]
        if sheet.task.grouping:
            asked_for = {one.item.query_id: one.item.query for one in found}
            view["queries"] = [
                (
                    query,
                    text,
                    sum(one.item.query_id == query and one.decision is None for one in found),
                )
                for query, text in asked_for.items()
            ]
        with room.desk.state() as state:
            view["notice"] = notice(room, state, person, asked)
            last = state.last(person.name)
            view["last"] = last if last is not None and last.decision and last.sheet == sheet.name else None
            view["own"] = {
                one.item.item_id: own.number
                for one in view["disputes"]
                if (
                    own := state.answer(
                        sheet.name, person.name, (one.item.query_id, one.item.item_id), decision=True
                    )
                )
            }
        return room.page("decide", view, person)

    return routes

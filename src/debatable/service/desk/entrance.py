"""Signing in and out, and the overview of what waits."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import HTMLResponse

from debatable.service.desk.forms import Entering, Guarded, Undoing
from debatable.service.desk.room import Room, posted, seen_other

__all__ = ["router"]

EnterForm = Annotated[Entering, Depends(posted(Entering))]
LeaveForm = Annotated[Guarded, Depends(posted(Guarded))]
UndoForm = Annotated[Undoing, Depends(posted(Undoing))]


def router(room: Room) -> APIRouter:
    """Returns the routes of the entrance."""
    routes = APIRouter()

    @routes.get("/enter", response_class=HTMLResponse)
    def door(request: Request) -> HTMLResponse:
        """Where one signs in."""
        return room.page("enter", {}, room.sessions.person(request))

    @routes.post("/enter")
    def enter(request: Request, form: EnterForm) -> Response:
        """Signs somebody in."""
        room.sessions.check_origin(request)
        led_on = seen_other("./")
        room.sessions.sign_in(request, form.name, form.token, led_on)
        return led_on

    @routes.post("/leave")
    def leave(request: Request, form: LeaveForm) -> Response:
        """Signs somebody out."""
        room.sessions.check(request, form.guard)
        led_on = seen_other("enter")
        room.sessions.sign_out(led_on)
        return led_on

    @routes.get("/", response_class=HTMLResponse)
    def overview(request: Request) -> HTMLResponse:
        """What waits for somebody."""
        person = room.person(request)
        with room.desk.state() as state:
            sheets = list(state.sheets.values())
        view = [(sheet, room.assignment.progress(sheet.name, person.name)) for sheet in sheets]
        return room.page("overview", {"sheets": view}, person)

    @routes.post("/undo")
    def undo(request: Request, form: UndoForm) -> Response:
        """Takes back what somebody said, and shows it again."""
        person = room.sessions.check(request, form.guard)
        taken = room.desk.undo(person.name, form.of)
        with room.desk.state() as state:
            about = state.said.get(form.of)
        if about is None or about.annotation.annotator != person.name:
            return seen_other("./")
        query_id, item_id = about.annotation.key
        told = {"undone": form.of} if taken is not None else {"gone": form.of}
        if form.back == "judge":
            return seen_other("judge", sheet=about.sheet, query=query_id, item=item_id, **told)
        if form.back == "group":
            decide = "true" if about.decision else ""
            return seen_other("group", sheet=about.sheet, query=query_id, decide=decide, **told)
        return seen_other("decide", sheet=about.sheet, **told)

    return routes

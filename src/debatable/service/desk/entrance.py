"""Signing in and out, the overview of sheets, and undo."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import HTMLResponse

from debatable.service.desk.forms import Entering, Guarded, Undoing
from debatable.service.desk.pages import DeskPages, posted, redirect

EnterForm = Annotated[Entering, Depends(posted(Entering))]
LeaveForm = Annotated[Guarded, Depends(posted(Guarded))]
UndoForm = Annotated[Undoing, Depends(posted(Undoing))]


def router(pages: DeskPages) -> APIRouter:
    """Returns the routes of the entrance."""
    routes = APIRouter()

    @routes.get("/enter", response_class=HTMLResponse)
    def door(request: Request) -> HTMLResponse:
        """Where one signs in."""
        return pages.render("enter", {}, pages.sessions.person(request))

    @routes.post("/enter")
    def enter(request: Request, form: EnterForm) -> Response:
        """Signs somebody in."""
        pages.sessions.check_origin(request)
        response = redirect("./")
        pages.sessions.sign_in(request, form.name, form.token, response)
        return response

    @routes.post("/leave")
    def leave(request: Request, form: LeaveForm) -> Response:
        """Signs somebody out."""
        pages.sessions.check(request, form.guard)
        response = redirect("enter")
        pages.sessions.sign_out(response)
        return response

    @routes.get("/", response_class=HTMLResponse)
    def overview(request: Request) -> HTMLResponse:
        """The sheets, with how far the person is."""
        person = pages.person(request)
        with pages.desk.state() as state:
            sheets = list(state.sheets.values())
        view = [(sheet, pages.assignment.progress(sheet.name, person.name)) for sheet in sheets]
        return pages.render("overview", {"sheets": view}, person)

    @routes.post("/undo")
    def undo(request: Request, form: UndoForm) -> Response:
        """Takes an answer back, and shows its page again."""
        person = pages.sessions.check(request, form.guard)
        taken = pages.desk.undo(person.name, form.of)
        with pages.desk.state() as state:
            about = state.said.get(form.of)
        if about is None or about.annotation.annotator != person.name:
            return redirect("./")
        query_id, item_id = about.annotation.key
        outcome = {"undone": form.of} if taken is not None else {"gone": form.of}
        if form.back == "judge":
            return redirect("judge", sheet=about.sheet, query=query_id, item=item_id, **outcome)
        if form.back == "group":
            decide = "true" if about.decision else ""
            return redirect("group", sheet=about.sheet, query=query_id, decide=decide, **outcome)
        return redirect("decide", sheet=about.sheet, **outcome)

    return routes

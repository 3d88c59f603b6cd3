"""Pages for those who lead a desk: agreement, people, and files to export."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from itertools import combinations
from math import isfinite
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import HTMLResponse

from debatable.evaluation.annotation import Agreement, agreement
from debatable.evaluation.annotation.desk import EXPORTS, Desk, exported
from debatable.service.desk.forms import Adding
from debatable.service.desk.pages import NO_STORE, DeskPages, check_lead, posted
from debatable.service.refusals import Refused

AddForm = Annotated[Adding, Depends(posted(Adding))]


@dataclass(frozen=True, slots=True)
class Pair:
    """How many items two people have both judged, and how many of them alike."""

    one: str
    other: str
    items: int
    same: int


class Agreements:
    """Agreement on the sheets of a desk, computed again when an answer was added."""

    def __init__(self, desk: Desk) -> None:
        """Takes the desk."""
        self._desk, self._lock = desk, threading.Lock()
        self._cached: dict[str, tuple[int, Agreement]] = {}

    def __call__(self, sheet: str) -> tuple[Agreement, list[Pair]]:
        """Returns the agreement on a sheet, and that of every two people."""
        with self._lock:
            with self._desk.state() as state:
                length, asked = self._desk.length, state.sheets[sheet].task
                given = state.by_item(sheet)
            if self._cached.get(sheet, (-1, None))[0] != length:
                annotations = [one for answers in given.values() for one in answers]
                self._cached[sheet] = (length, agreement(annotations, asked.name))
        values = {key: {one.annotator: one.value for one in answers} for key, answers in given.items()}
        measured = self._cached[sheet][1]
        if asked.grouping:
            return measured, []
        pairs = []
        for one, other in combinations(sorted(measured.annotators), 2):
            both = [item for item in values.values() if one in item and other in item]
            if both:
                pairs.append(Pair(one, other, len(both), sum(item[one] == item[other] for item in both)))
        return measured, pairs


def router(pages: DeskPages) -> APIRouter:
    """Returns the routes of leading."""
    routes = APIRouter()
    agreements = Agreements(pages.desk)

    @routes.get("/agreement", response_class=HTMLResponse)
    def agreed(request: Request) -> HTMLResponse:
        """How far people agree, sheet by sheet."""
        person = pages.lead(request)
        with pages.desk.state() as state:
            sheets = list(state.sheets.values())
        view = [(sheet, *agreements(sheet.name)) for sheet in sheets]
        return pages.render("agreement", {"sheets": view, "finite": isfinite}, person)

    @routes.get("/people", response_class=HTMLResponse)
    def people(request: Request) -> HTMLResponse:
        """Who may sign in, and how much they did."""
        return pages.render("people", _people(pages), pages.lead(request))

    @routes.post("/people")
    def add(request: Request, form: AddForm) -> HTMLResponse:
        """Adds a person; the token is shown on this page and never again."""
        person = check_lead(pages.sessions.check(request, form.guard))
        name = " ".join(form.name.split())
        with pages.desk.state() as state:
            known = state.people.get(name)
        # a page that was reloaded ends no token that was just passed on
        if form.anew and form.seen and known is not None and form.seen != known.digest[:16]:
            return pages.render("people", {**_people(pages), "named": name, "renewed": True}, person)
        token = pages.desk.add_person(form.name, lead=form.lead, anew=form.anew)
        if form.anew and name == person.name:  # the cookie ended with the old token
            person = pages.desk.signed_in(name, token) or person
        return pages.render("people", {**_people(pages), "named": name, "token": token}, person)

    @routes.get("/export", response_class=HTMLResponse)
    def files(request: Request) -> HTMLResponse:
        """The files that can be exported."""
        described = {name: words for name, (words, _) in EXPORTS.items()}
        return pages.render("export", {"files": described}, pages.lead(request))

    @routes.get("/file")
    def file(request: Request, name: str = "") -> Response:
        """A file."""
        pages.lead(request)
        if name not in EXPORTS:
            raise Refused(404, "not_found", "there is no such file")
        saved = {"Content-Disposition": f'attachment; filename="{name}"'}
        kind = "text/plain" if name.endswith(".qrels") else "application/x-ndjson"
        return Response(exported(pages.desk, name), 200, {**NO_STORE, **saved}, kind)

    return routes


def _people(pages: DeskPages) -> dict[str, object]:
    with pages.desk.state() as state:
        rows = [
            (one, sum(len(state.answers(sheet, one.name)) for sheet in state.sheets))
            for one in state.people.values()
        ]
    return {"people": rows, "named": "", "token": "", "renewed": False}

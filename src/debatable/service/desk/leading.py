"""What those who lead see: agreement, people, and files to take away."""

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
from debatable.service.desk.room import UNKEPT, Room, led, posted
from debatable.service.refusals import Refused

__all__ = ["Pair", "router"]

AddForm = Annotated[Adding, Depends(posted(Adding))]


@dataclass(frozen=True, slots=True)
class Pair:
    """How far two people agree.

    Attributes:
        one: Somebody.
        other: Somebody else.
        items: How many items both have judged.
        same: How many of them alike.
    """

    one: str
    other: str
    items: int
    same: int


class Agreements:
    """Agreement on the sheets of a desk, measured again when something was said."""

    def __init__(self, desk: Desk) -> None:
        """Measures on a desk."""
        self._desk, self._lock = desk, threading.Lock()
        self._known: dict[str, tuple[int, Agreement]] = {}

    def __call__(self, sheet: str) -> tuple[Agreement, list[Pair]]:
        """Returns agreement as it is now, and that of every two people."""
        with self._lock:
            with self._desk.state() as state:
                length, asked = self._desk.length, state.sheets[sheet].task
                given = state.by_item(sheet)
            if self._known.get(sheet, (-1, None))[0] != length:
                said = [one for answers in given.values() for one in answers]
                self._known[sheet] = (length, agreement(said, asked.name))
        values = {key: {one.annotator: one.value for one in answers} for key, answers in given.items()}
        found = self._known[sheet][1]
        if asked.grouping:
            return found, []
        pairs = []
        for one, other in combinations(sorted(found.annotators), 2):
            both = [said for said in values.values() if one in said and other in said]
            if both:
                pairs.append(Pair(one, other, len(both), sum(said[one] == said[other] for said in both)))
        return found, pairs


def router(room: Room) -> APIRouter:
    """Returns the routes of leading."""
    routes = APIRouter()
    agreements = Agreements(room.desk)

    @routes.get("/agreement", response_class=HTMLResponse)
    def agreed(request: Request) -> HTMLResponse:
        """How far people agree, sheet by sheet."""
        person = room.lead(request)
        with room.desk.state() as state:
            sheets = list(state.sheets.values())
        view = [(sheet, *agreements(sheet.name)) for sheet in sheets]
        return room.page("agreement", {"sheets": view, "finite": isfinite}, person)

    @routes.get("/people", response_class=HTMLResponse)
    def people(request: Request) -> HTMLResponse:
        """Who may sign in, and how much they did."""
        return room.page("people", _people(room), room.lead(request))

    @routes.post("/people")
    def add(request: Request, form: AddForm) -> HTMLResponse:
        """Lets somebody in; the token is shown on this page and never again."""
        person = led(room.sessions.check(request, form.guard))
        token = room.desk.add_person(form.name, lead=form.lead, anew=form.anew)
        name = " ".join(form.name.split())
        if form.anew and name == person.name:  # the cookie ended with the old token
            person = room.desk.signed_in(name, token) or person
        return room.page("people", {**_people(room), "named": name, "token": token}, person)

    @routes.get("/export", response_class=HTMLResponse)
    def files(request: Request) -> HTMLResponse:
        """What can be taken away."""
        described = {name: words for name, (words, _) in EXPORTS.items()}
        return room.page("export", {"files": described}, room.lead(request))

    @routes.get("/file")
    def file(request: Request, name: str = "") -> Response:
        """A file."""
        room.lead(request)
        if name not in EXPORTS:
            raise Refused(404, "not_found", "there is no such file")
        saved = {"Content-Disposition": f'attachment; filename="{name}"'}
        kind = "text/plain" if name.endswith(".qrels") else "application/x-ndjson"
        return Response(exported(room.desk, name), 200, {**UNKEPT, **saved}, kind)

    return routes


def _people(room: Room) -> dict[str, object]:
    with room.desk.state() as state:
        rows = [
            (one, sum(len(state.answers(sheet, one.name)) for sheet in state.sheets))
            for one in state.people.values()
        ]
    return {"people": rows, "named": "", "token": ""}

"""Judging items one after another, and deciding where annotators differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, Field

from debatable.errors import InputError
from debatable.evaluation.annotation import PoolItem
from debatable.evaluation.annotation.desk import Answer, DeskAnswer, DeskState, Person, Sheet, disputes
from debatable.model import Stance
from debatable.service.desk.forms import Answering
from debatable.service.desk.pages import DeskPages, check_lead, posted, redirect
from debatable.service.refusals import Refused

AnswerForm = Annotated[Answering, Depends(posted(Answering))]

EARLIER = 12
"""Answers of one's own that a page lists."""


class Place(BaseModel):
    """Which page of a sheet is asked for, and what was done before."""

    sheet: str = Field("", max_length=200)
    query: str = Field("", max_length=1_000)
    item: str = Field("", max_length=1_000)
    said: int = Field(0, ge=0, le=2**53)
    undone: int = Field(0, ge=0, le=2**53)
    gone: int = Field(0, ge=0, le=2**53)
    decide: bool = False
    page: int = Field(1, ge=1, le=100_000)


@dataclass(frozen=True, slots=True)
class Notice:
    """What was done before the page was shown.

    Attributes:
        said: The answer that was stored or taken back.
        item: What it is about.
        before: The answer it replaced, if any.
        undone: Whether it was taken back.
        gone: Whether it had been taken back already.
    """

    said: DeskAnswer
    item: PoolItem
    before: DeskAnswer | None
    undone: bool
    gone: bool


def router(pages: DeskPages) -> APIRouter:
    """Returns the routes of judging."""
    routes = APIRouter()

    @routes.get("/judge", response_class=HTMLResponse)
    def judge(request: Request, asked: Annotated[Place, Query()]) -> Response:
        """The next item, or the one that is named."""
        person, sheet = pages.person(request), pages.sheet(asked.sheet)
        if sheet.task.grouping:
            return redirect("group", sheet=sheet.name, query=asked.query)
        items = pages.desk.items(sheet.name)
        if asked.item:
            item = items.get((asked.query, asked.item))
            if item is None:
                raise Refused(
                    404, "not_found", "there is no such item on this sheet; go back to the overview"
                )
        else:
            item = pages.assignment.next_item(sheet.name, person.name)
        view: dict[str, Any] = {"sheet": sheet, "item": item, "named": bool(asked.item)}
        with pages.desk.state() as state:
            view["notice"] = notice(pages, state, person, asked)
            view["last"] = _last(state, person, sheet)
            view["mine"] = item and state.answer(sheet.name, person.name, (item.query_id, item.item_id))
            earlier = state.answers(sheet.name, person.name)[-EARLIER:][::-1]
        view["earlier"] = [(one, items[one.annotation.key]) for one in earlier]
        view["progress"] = pages.assignment.progress(sheet.name, person.name)
        return pages.render("judge", view, person)

    @routes.post("/judge")
    def answer(request: Request, form: AnswerForm) -> Response:
        """Stores an answer or a decision, or skips an item."""
        person, sheet = pages.sessions.check(request, form.guard), pages.sheet(form.sheet)
        if form.skip:
            pages.assignment.skip(sheet.name, person.name, (form.query, form.item))
            return redirect("judge", sheet=sheet.name)
        if form.decide:
            check_lead(person)
        side = _side(sheet, form)
        one = Answer((form.query, form.item), form.value, side, form.seen)
        said = pages.desk.say(sheet.name, person.name, [one], form.form, decision=form.decide)
        return redirect("decide" if form.decide else "judge", sheet=sheet.name, said=said.number)

    return routes


def notice(pages: DeskPages, state: DeskState, person: Person, asked: Place) -> Notice | None:
    """Returns what the person did before the page was shown; nothing of what others did."""
    said = state.said.get(asked.said or asked.undone or asked.gone)
    if said is None or said.annotation.annotator != person.name or said.sheet not in state.sheets:
        return None
    item = pages.desk.items(said.sheet)[said.annotation.key]
    before = state.said.get(said.replaced) if said.crossed else None
    return Notice(said, item, before, bool(asked.undone), bool(asked.gone))


def _last(state: DeskState, person: Person, sheet: Sheet) -> DeskAnswer | None:
    last = state.last(person.name)
    return last if last is not None and last.sheet == sheet.name and not last.decision else None


def _side(sheet: Sheet, form: Answering) -> Stance:
    """Returns the side, which must be given where the premise is relevant and the task asks for it."""
    value = sheet.task.checked(form.value)
    needed = sheet.task.stance and value != sheet.task.lowest and value not in sheet.task.ungraded
    if needed and form.stance is None:
        raise InputError("the side is missing", todo="say whether it is for, against, or on no side")
    return Stance(form.stance or "none")


SHOWN = 10
"""Disputes a page holds."""


def decision_router(pages: DeskPages) -> APIRouter:
    """Returns the route of decisions."""
    routes = APIRouter()

    @routes.get("/decide", response_class=HTMLResponse)
    def decide(request: Request, asked: Annotated[Place, Query()]) -> HTMLResponse:
        """The disputes of a sheet."""
        person, sheet = pages.lead(request), pages.sheet(asked.sheet)
        disputed = disputes(pages.desk, sheet.name)
        first = (asked.page - 1) * SHOWN
        view: dict[str, Any] = {"sheet": sheet, "page": asked.page, "pages": -(-len(disputed) // SHOWN)}
        view["open"] = sum(one.decision is None for one in disputed)
        view["settled"] = len(disputed) - view["open"]
        view["disputes"] = disputed[first : first + SHOWN]
        if sheet.task.grouping:
            asked_for = {one.item.query_id: one.item.query for one in disputed}
            view["queries"] = [
                (query, text, sum(one.item.query_id == query and one.decision is None for one in disputed))
                for query, text in asked_for.items()
            ]
        with pages.desk.state() as state:
            view["notice"] = notice(pages, state, person, asked)
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
        return pages.render("decide", view, person)

    return routes

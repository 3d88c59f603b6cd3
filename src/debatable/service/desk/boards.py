"""Grouping premises: piles on a board, by dragging, by keys, or by forms."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import HTMLResponse

from debatable.errors import InputError
from debatable.evaluation.annotation import PoolItem
from debatable.evaluation.annotation.desk import Answer, DeskAnswer, DeskState, Person, Sheet
from debatable.service.desk.forms import Placing, Renaming
from debatable.service.desk.judging import Place, notice
from debatable.service.desk.pages import DeskPages, check_lead, posted, redirect
from debatable.service.refusals import Refused

PlaceForm = Annotated[Placing, Depends(posted(Placing))]
RenameForm = Annotated[Renaming, Depends(posted(Renaming))]


@dataclass(frozen=True, slots=True)
class Card:
    """A premise on a board.

    Attributes:
        item: The premise.
        said: The answer or decision that puts it into a group, if any.
        elsewhere: The groups that others chose, by name; filled for decisions only.
    """

    item: PoolItem
    said: DeskAnswer | None
    elsewhere: dict[str, str]


def router(pages: DeskPages) -> APIRouter:
    """Returns the routes of grouping."""
    routes = APIRouter()

    @routes.get("/group", response_class=HTMLResponse)
    def board(request: Request, asked: Annotated[Place, Query()]) -> Response:
        """The queries of a sheet, or the board of one."""
        person, sheet = pages.person(request), _grouped(pages, asked.sheet)
        if asked.decide:
            check_lead(person)
        if not asked.query:
            return pages.render("groups", _queries(pages, sheet, person), person)
        cards = _cards(pages, sheet, person, asked.query, asked.decide)
        if not cards:
            raise Refused(404, "not_found", "there is no such query on this sheet; go back to the overview")
        view: dict[str, Any] = {"sheet": sheet, "decide": asked.decide, "asked": cards[0].item}
        view["piles"], view["loose"] = _piles(cards)
        view["people"] = sorted({name for card in cards for name in card.elsewhere})
        with pages.desk.state() as state:
            view["notice"] = notice(pages, state, person, asked)
            last = state.last(person.name)
        here = last is not None and last.sheet == sheet.name and last.annotation.query_id == asked.query
        view["last"] = last if here and last is not None and last.decision == asked.decide else None
        view["next"] = pages.assignment.next_query(sheet.name, person.name)
        return pages.render("board", view, person)

    @routes.post("/group")
    def put(request: Request, form: PlaceForm) -> Response:
        """Puts a premise into a group."""
        person, sheet = pages.sessions.check(request, form.guard), _grouped(pages, form.sheet)
        named = form.new.strip() or form.group.strip()
        if not named:
            piles, _ = _piles(_cards(pages, sheet, person, form.query, form.decide))
            named = _new_name(piles)
        one = Answer((form.query, form.item), named, seen=form.seen)
        said = pages.desk.say(sheet.name, person.name, [one], form.form, decision=form.decide)
        return _again(sheet, form.query, form.decide, said)

    @routes.post("/pile")
    def rename(request: Request, form: RenameForm) -> Response:
        """Renames a group, or starts a decision from the groups of one annotator."""
        person, sheet = pages.sessions.check(request, form.guard), _grouped(pages, form.sheet)
        cards = _cards(pages, sheet, person, form.query, form.decide)
        if form.like:
            check_lead(person)
            answers = [
                Answer((card.item.query_id, card.item.item_id), card.elsewhere[form.like])
                for card in cards
                if form.like in card.elsewhere
            ]
        else:
            members = [card for card in cards if card.said and str(card.said.annotation.value) == form.group]
            answers = [Answer((card.item.query_id, card.item.item_id), form.new) for card in members]
        if not answers:
            raise InputError("there is nothing on this pile", todo="open the board again")
        said = pages.desk.say(sheet.name, person.name, answers, form.form, decision=form.decide)
        return _again(sheet, form.query, form.decide, said)

    return routes


def _again(sheet: Sheet, query: str, decide: bool, said: DeskAnswer) -> Response:
    return redirect("group", sheet=sheet.name, query=query, decide="true" if decide else "", said=said.number)


def _grouped(pages: DeskPages, name: str) -> Sheet:
    sheet = pages.sheet(name)
    if not sheet.task.grouping:
        raise Refused(404, "not_found", "this sheet has no groups; go back to the overview")
    return sheet


def _cards(pages: DeskPages, sheet: Sheet, person: Person, query: str, decide: bool) -> list[Card]:
    with pages.desk.state() as state:
        return [
            Card(
                item,
                _answer_given(state, sheet, person, key, decide),
                _others(state, sheet, key) if decide else {},
            )
            for key, item in pages.desk.items(sheet.name).items()
            if key[0] == query
        ]


def _answer_given(
    state: DeskState, sheet: Sheet, person: Person, key: tuple[str, str], decide: bool
) -> DeskAnswer | None:
    return state.decision(sheet.name, key) if decide else state.answer(sheet.name, person.name, key)


def _others(state: DeskState, sheet: Sheet, key: tuple[str, str]) -> dict[str, str]:
    found = {name: state.answer(sheet.name, name, key) for name in state.people}
    return {name: str(one.annotation.value) for name, one in found.items() if one is not None}


def _piles(cards: list[Card]) -> tuple[dict[str, list[Card]], list[Card]]:
    """Returns the piles in the order in which they were begun, and what is on none."""
    piles: dict[str, list[Card]] = defaultdict(list)
    placed = [card for card in cards if card.said is not None]
    for card in sorted(placed, key=lambda card: card.said.number if card.said else 0):
        piles[str(card.said.annotation.value if card.said else "")].append(card)
    return dict(piles), [card for card in cards if card.said is None]


def _new_name(piles: dict[str, list[Card]]) -> str:
    number = len(piles) + 1
    while f"Group {number}" in piles:
        number += 1
    return f"Group {number}"


def _queries(pages: DeskPages, sheet: Sheet, person: Person) -> dict[str, Any]:
    """Returns what is to be grouped, and how far the person is."""
    texts: dict[str, str] = {}
    sizes: dict[str, int] = defaultdict(int)
    placed: dict[str, int] = defaultdict(int)
    with pages.desk.state() as state:
        for (query_id, item_id), item in pages.desk.items(sheet.name).items():
            texts[query_id] = item.query
            sizes[query_id] += 1
            placed[query_id] += state.answer(sheet.name, person.name, (query_id, item_id)) is not None
    rows = [(query, texts[query], placed[query], sizes[query]) for query in texts]
    following = pages.assignment.next_query(sheet.name, person.name)
    return {"sheet": sheet, "rows": rows, "next": following}

"""What the routes of a desk share: the desk, its sessions, its assignment, and how a page is rendered."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar
from urllib.parse import urlencode

from fastapi import Request
from fastapi.responses import HTMLResponse, RedirectResponse
from jinja2 import Environment, PackageLoader, select_autoescape
from pydantic import BaseModel

from debatable.evaluation.annotation.desk import Assignment, Desk, Person, Sheet
from debatable.service.desk.forms import form_of
from debatable.service.desk.sessions import Sessions
from debatable.service.refusals import Refused
from debatable.service.search import percent

NO_STORE = {"Cache-Control": "no-store"}
"""A page of a desk is for one person at one moment."""

Form = TypeVar("Form", bound=BaseModel)


class DeskPages:
    """A desk with all that its pages need."""

    def __init__(self, desk: Desk, sessions: Sessions) -> None:
        """Loads the templates."""
        self.desk, self.sessions = desk, sessions
        self.assignment = Assignment(desk)
        self._templates = Environment(
            loader=PackageLoader("debatable.service"),
            autoescape=select_autoescape(default=True),
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.globals.update(
            query=query_string, fresh=lambda: secrets.token_urlsafe(12), percent=percent
        )

    def render(
        self, name: str, view: Mapping[str, Any], person: Person | None = None, status: int = 200
    ) -> HTMLResponse:
        """Returns a page."""
        guard = self.sessions.guard(person) if person is not None else ""
        content = self._templates.get_template(f"desk/{name}.html").render(
            {"person": person, "guard": guard, **view}
        )
        return HTMLResponse(content, status, NO_STORE)

    def person(self, request: Request) -> Person:
        """Returns who is signed in.

        Raises:
            Refused: Nobody is; the browser is sent to the form for signing in.
        """
        person = self.sessions.person(request)
        if person is None:
            raise Refused(303, "unauthorized", "sign in first", {"Location": "enter"})
        return person

    def lead(self, request: Request) -> Person:
        """Returns who is signed in, if they lead the desk."""
        return check_lead(self.person(request))

    def sheet(self, name: str) -> Sheet:
        """Returns a sheet by its name."""
        with self.desk.state() as state:
            sheet = state.sheets.get(name)
        if sheet is None:
            raise Refused(404, "not_found", "there is no such sheet on this desk; go back to the overview")
        return sheet


def check_lead(person: Person) -> Person:
    """Returns a person who leads the desk.

    Raises:
        Refused: They do not.
    """
    if not person.lead:
        raise Refused(403, "forbidden", "this is for those who lead the desk")
    return person


def posted(model: type[Form]) -> Callable[[Request], Awaitable[Form]]:
    """Returns a dependency that reads and checks a form."""

    async def read(request: Request) -> Form:
        return model.model_validate(await form_of(request))

    return read


def query_string(**parameters: Any) -> str:
    """Returns parameters of an address, without those that are empty.

    >>> query_string(sheet="a b", item="", page=0)
    'sheet=a+b'
    """
    return urlencode({name: value for name, value in parameters.items() if value})


def redirect(page: str, **parameters: Any) -> RedirectResponse:
    """Redirects to a page after a form, so that a reload sends nothing again."""
    query = query_string(**parameters)
    return RedirectResponse(f"{page}?{query}" if query else page, 303, NO_STORE)

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from debatable.evaluation.annotation.desk import Desk
from debatable.service.desk import desk_application
from tests.support.desks import laid

SHEETS = ("similarity", "relevance", "clustering")


@dataclass
class Sitting:
    """Somebody at the desk, with a browser of their own."""

    name: str
    client: TestClient
    desk: Desk

    @property
    def cookie(self) -> tuple[str, str]:
        """Name and value of the cookie."""
        ((name, value),) = self.client.cookies.items()
        return name, value.strip('"')

    def fields(self, address: str, action: str, number: int = 0) -> dict[str, str]:
        """Returns the hidden fields of a form on a page."""
        page = self.client.get(address)
        assert page.status_code == 200, page.text
        forms = re.findall(rf'<form[^>]* action="{action}".*?</form>', page.text, re.DOTALL)
        return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', forms[number]))

    def post(self, action: str, fields: dict[str, Any]) -> Any:
        return self.client.post(f"/{action}", data=fields)

    def answer(self, address: str, **said: str) -> Any:
        return self.post("judge", {**self.fields(address, "judge"), **said})


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path / "desk", new=True)
    for task in SHEETS:
        laid(made, task, tmp_path)
    yield made
    made.close()


@pytest.fixture
def web(desk: Desk) -> Any:
    return desk_application(desk)


def seated(web: Any, desk: Desk, name: str, *, lead: bool = False) -> Sitting:
    token = desk.add_person(name, lead=lead) or desk.add_person(name, anew=True)
    client = TestClient(web)
    entered = client.post("/enter", data={"name": name, "token": token})
    assert entered.status_code == 200 and entered.url.path == "/"
    return Sitting(name, client, desk)


@pytest.fixture
def ann(web: Any, desk: Desk) -> Sitting:
    return seated(web, desk, "ann")


@pytest.fixture
def bob(web: Any, desk: Desk) -> Sitting:
    return seated(web, desk, "bob")


@pytest.fixture
def eve(web: Any, desk: Desk) -> Sitting:
    return seated(web, desk, "eve", lead=True)

"""A real browser before a real server; without a browser these tests are skipped."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from debatable.engines import make_index
from debatable.model import Argument, Claim, Premise, Stance, claim_id
from debatable.service import application
from tests.browser.desk_place import Place
from tests.browser.servers import served

BROWSERS = ("chromium", "chromium-browser", "google-chrome")

SAID = {
    "Cars should be banned from cities": [
        ("+", "Cars are very loud at night and keep people in cities from sleeping well."),
        ("+", "Cars are very loud at night and keep many people in cities from sleeping."),
        ("+", "Streets without cars are safe for children, who can walk to school alone."),
        ("-", "Many people who live far from a station need a car to get to work at all."),
        ("-", "Shops in the middle of town lose customers when nobody may park there."),
    ],
    "Zoos should be closed": [
        ("+", "Wild animals suffer in cages that are far too small for them."),
        ("-", "Zoos breed animals that would have died out in the wild without them."),
    ],
}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of a small index."""
    folder = tmp_path_factory.mktemp("browser") / "index"
    make_index(_arguments(), folder)
    with served(application(folder)) as address:
        yield address


def _arguments() -> list[Argument]:
    return [
        Argument(
            f"{claim[:4]}-{number}".lower(),
            Premise(f"{claim[:4]}-{number}".lower(), text),
            Claim(claim_id(claim), claim),
            Stance.PRO if sign == "+" else Stance.CON,
            "portal",
            "https://example.org/" if number == 0 else "",
        )
        for claim, reasons in SAID.items()
        for number, (sign, text) in enumerate(reasons)
    ]


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium of the system."""
    driver = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    program = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if program is None:
        pytest.skip("there is no Chromium on this machine")
    with driver.sync_playwright() as play:
        launched = play.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield launched
        launched.close()


@pytest.fixture
def tolerated() -> list[str]:
    """Errors on a page that a test brings about itself, by a part of their words."""
    return []


@pytest.fixture
def opened(browser: Any, server: str, tolerated: list[str]) -> Iterator[Callable[..., Any]]:
    """Opens a page of the server in a window of its own; an error on the page fails the test."""
    windows, errors = [], []

    def open_page(address: str = "", *, width: int = 1200, height: int = 800, **options: Any) -> Any:
        window = browser.new_context(viewport={"width": width, "height": height}, **options)
        windows.append(window)
        page = window.new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.goto(address if address.startswith("http") else server + address)
        return page

    yield open_page
    for window in windows:
        window.close()
    assert [error for error in errors if not any(words in error for words in tolerated)] == []


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    made = Place(tmp_path)
    yield made
    made.stop()
    made.desk.close()


@pytest.fixture
def seated(opened: Callable[..., Any], place: Place) -> Callable[..., Any]:
    """Signs somebody in and opens a page."""

    def sit(name: str, address: str = "", **options: Any) -> Any:
        page = opened(f"{place.address}enter", **options)
        page.fill("#name", name)
        page.fill("#token", place.tokens[name])
        page.press("#token", "Enter")
        page.wait_for_url(place.address)
        page.goto(place.address + address)
        return page

    return sit

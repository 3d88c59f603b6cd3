"""The documents speak of what is there: files by their paths, and the way of a query in its order."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest

import debatable

PACKAGE = Path(debatable.__file__).parent
ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
STARTS = (ROOT, PACKAGE, PACKAGE / "ranking", PACKAGE / "evaluation")
ROOMS = {path.name for path in (*ROOT.iterdir(), *PACKAGE.iterdir(), *(PACKAGE / "ranking").iterdir())}
MOST_STOPS = 12


def places(page: str) -> Iterator[str]:
    """Yields the files and folders of the project that a page names."""
    for quoted in re.findall(r"`([\w./-]+/[\w./-]*)`", page):
        if quoted.split("/")[0] in ROOMS:
            yield quoted


def stops() -> list[str]:
    """Returns the files that a query goes through, as the page tells them."""
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    way = page[page.index("## The way of a query") : page.index("## The way of a premise")]
    return re.findall(r"^\d+\. `([\w/]+\.py)`", way, re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_places_that_are_named_are_there(page: Path) -> None:
    named = set(places(page.read_text("utf-8")))
    assert [name for name in sorted(named) if not any((start / name).exists() for start in STARTS)] == []


def test_places_are_seen() -> None:
    assert list(places("`src/debatable/` and `ranking/formulas.py`, not `a/b` or `x.py`")) == [
        "src/debatable/",
        "ranking/formulas.py",
    ]


def test_a_query_goes_the_way_that_is_told() -> None:
    told = stops()
    assert 10 <= len(told) <= MOST_STOPS
    files = {str(next(start / name for start in STARTS if (start / name).exists())): name for name in told}
    gone: dict[str, None] = {}

    def watch(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and (name := files.get(frame.f_code.co_filename)):
            gone.setdefault(name)

    with debatable.demo() as engine:
        before = sys.getprofile()
        sys.setprofile(watch)
        try:
            engine.search("Zoos should be closed", k=3)
        finally:
            sys.setprofile(before)
    assert list(gone) == told

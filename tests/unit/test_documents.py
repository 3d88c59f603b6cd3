"""The documents name files that exist, pages are short and of one kind, and the way of a query is in its order."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import debatable

PACKAGE = Path(debatable.__file__).parent
ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
STARTS = (ROOT, PACKAGE, PACKAGE / "ranking", PACKAGE / "evaluation")
FOLDERS = {path.name for path in (*ROOT.iterdir(), *PACKAGE.iterdir(), *(PACKAGE / "ranking").iterdir())}
MOST_STOPS = 12
MOST_WORDS = 1_500
TABLES = {"results.md", "fidelity.md"}
"""Pages that are nearly only tables: they may be longer."""
TIMELESS = [
    page
    for page in sorted((ROOT / "docs").rglob("*.md"))
    if "lab" not in page.relative_to(ROOT / "docs").parts and page.name not in TABLES
]
HISTORY = re.compile(r"\b(used to (be|have|take)|was tried|formerly)\b", re.IGNORECASE)
READERS = re.compile(
    r"\b(You|[Ff]or (authors|everybody|newcomers|programs|Python|readers|researchers|teams|those|users|whoever))\b"
)
KINDS = ["Tutorial", "How to", "Reference", "Explanation", "Lab"]


def places(page: str) -> Iterator[str]:
    """Yields the files and folders of the project that a page names."""
    for quoted in re.findall(r"`([\w./-]+/[\w./-]*)`", page):
        if quoted.split("/")[0] in FOLDERS:
            yield quoted


def stops() -> list[str]:
    """Returns the files that a query goes through, in the order of the page."""
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    way = page[page.index("## The way of a query") : page.index("## The way of a premise")]
    return re.findall(r"^\d+\. `([\w/]+\.py)`", way, re.MULTILINE)


def test_places_that_are_named_are_there() -> None:
    for page in PAGES:
        named = sorted(set(places(page.read_text("utf-8"))))
        assert [name for name in named if not any((start / name).exists() for start in STARTS)] == [], page


def test_places_are_seen() -> None:
    assert list(places("`src/debatable/` and `ranking/formulas.py`, not `a/b` or `x.py`")) == [
        "src/debatable/",
        "ranking/formulas.py",
    ]


def test_a_query_goes_the_way_of_the_page() -> None:
    expected = stops()
    assert 10 <= len(expected) <= MOST_STOPS
    files = {
        str(next(start / name for start in STARTS if (start / name).exists())): name for name in expected
    }
    called: dict[str, None] = {}

    def watch(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and (name := files.get(frame.f_code.co_filename)):
            called.setdefault(name)

    with debatable.demo() as engine:
        before = sys.getprofile()
        sys.setprofile(watch)
        try:
            engine.search("Zoos should be closed", k=3)
        finally:
            sys.setprofile(before)
    assert list(called) == expected


def test_a_page_has_no_history() -> None:
    for page in TIMELESS:
        text = page.read_text("utf-8")
        assert not HISTORY.search(re.sub(r"\[[^\]]*\]", "", text)), f"trials of {page} belong into docs/lab"


def test_a_page_is_short() -> None:
    for page in PAGES[2:]:
        if page.name not in TABLES:
            words = len(page.read_text("utf-8").split())
            assert words <= MOST_WORDS, f"divide {page}, or move trials to docs/lab"


def test_the_first_paragraph_names_its_readers() -> None:
    for page in PAGES[2:]:
        assert READERS.search(page.read_text("utf-8").split("\n\n")[1]), page


def test_the_navigation_has_four_kinds_of_pages_and_the_lab() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text("utf-8").split("\nnav:\n")[1].split("\n\n")[0]
    assert re.findall(r"^  - ([\w ]+):$", navigation, re.MULTILINE) == KINDS
    listed = re.findall(r"[\w/-]+\.md$", navigation, re.MULTILINE)
    assert sorted(listed) == sorted(page.relative_to(ROOT / "docs").as_posix() for page in PAGES[2:])


def test_every_page_of_the_lab_is_in_its_table() -> None:
    lab = ROOT / "docs" / "lab"
    table = set(re.findall(r"\]\(([\w-]+\.md)\)", (lab / "index.md").read_text("utf-8")))
    assert table == {page.name for page in lab.glob("*.md")} - {"index.md"}


def test_what_is_to_be_changed_is_where_the_table_says() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    rows = re.findall(r"^\| [^|]+ \| `(src/[\w/]+\.py)` \| `([\w.]+)` \|$", page, re.MULTILINE)
    assert len(rows) > 10
    for file, name in rows:
        lines = (ROOT / file).read_text("utf-8").splitlines()
        for part in name.split("."):
            start = re.compile(rf"\s*(class )?{part}\b\s*[:=(]")
            assert any(start.match(line) for line in lines), f"{file} has no {name}"


def test_words_are_plain() -> None:
    for page in PAGES:
        assert (
            re.findall(r"\b(?:heard|sided|siding|told|voices|said once)\b", page.read_text("utf-8")) == []
        ), page


def test_every_row_of_fidelity_begins_with_its_verdict() -> None:
    """Rows that told what was done, without a word on whether it is the paper's, could not be counted."""
    page = (ROOT / "docs" / "fidelity.md").read_text("utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| ") and not line.startswith("| what |")]
    assert len(rows) > 80
    for row in rows:
        here = re.split(r"(?<!\\)\|", row)[2].strip()
        assert re.match(r"(equal|different|cannot be had|open)\b", here), row[:80]

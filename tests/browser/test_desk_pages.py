"""The pages of the desk: without scripts, on a phone, for everybody, and small."""

from __future__ import annotations

import pytest

from debatable.model import Stance
from tests.browser.desk_place import BOARD, JUDGE, RELEVANCE, Place, Seated, asked, kept, sampled

pytestmark = pytest.mark.browser

PAGES = {
    "overview": "",
    "claims": JUDGE,
    "premises": RELEVANCE,
    "answered": "judge?sheet=claims-similarity&query=q&item=c0",
    "queries": "group?sheet=premises-clustering",
    "board": BOARD,
    "decide groups": BOARD + "&decide=true",
    "decide": "decide?sheet=claims-similarity",
    "agreement": "agreement",
    "people": "people",
    "export": "export",
    "sample": "sample",
    "nothing there": "judge?sheet=nowhere",
}


def test_everything_essential_works_without_javascript(place: Place, seated: Seated) -> None:
    page = seated("ann", JUDGE, java_script_enabled=False)
    first = asked(page)
    page.click("button.grade[value='4']")
    assert kept(page).startswith("Kept: 4") and asked(page) != first
    page.click(".undo button")
    assert asked(page) == first and place.said("ann") == {}
    page.goto(place.address + RELEVANCE)
    page.click("label:has([name=value][value='2'])")
    page.click("label:has([name=stance][value=pro])")
    page.click("button.save")
    assert [said for said in place.said("ann", "premises-relevance").values()] == [(2, Stance.PRO)]
    page.goto(place.address + BOARD)
    page.click("#card-p0 summary")
    page.fill("#card-p0 [name=new]", "waste")
    page.click("#card-p0 button")
    page.click("#card-p1 summary")
    page.select_option("#card-p1 select", "waste")
    page.click("#card-p1 button")
    page.click(".rename summary")
    page.fill(".rename [name=new]", "danger")
    page.click(".rename button")
    groups = {item: value for item, (value, _) in place.said("ann", "premises-clustering").items()}
    assert groups == {"p0": "danger", "p1": "danger"}


def test_a_phone_is_wide_enough(place: Place, seated: Seated) -> None:
    page = seated("eve", "", width=390)
    for address in ("", JUDGE, RELEVANCE, BOARD, "agreement", "people", "export", "sample"):
        page.goto(place.address + address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, address


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_fault(place: Place, seated: Seated, tolerated: list[str], scheme: str) -> None:
    tolerated.append("404 (Not Found)")
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-core is not installed")
    for name, value in (("ann", "1"), ("bob", "4")):
        page = seated(name, "judge?sheet=claims-similarity&query=q&item=c0")
        page.keyboard.press(value)
        kept(page)
        page.goto(place.address + BOARD)
        page.focus("#card-p0")
        page.keyboard.press("n")
        page.wait_for_selector(".pile[data-group='Group 1'] #card-p0")
    page = seated("eve", color_scheme=scheme)
    faults = {}
    for name, address in {**PAGES, "entrance": "enter", "words": ""}.items():
        if name == "words":
            sampled(page, place.address)
        else:
            page.goto(place.address + address)
        found = axe.Axe().run(page).response["violations"]
        serious = [fault for fault in found if fault["impact"] in ("serious", "critical")]
        if serious:
            faults[name] = [(fault["id"], fault["nodes"][0]["html"]) for fault in serious]
    assert not faults


def test_pages_are_small(place: Place, seated: Seated) -> None:
    page = seated("ann", JUDGE)
    sizes = page.evaluate(
        "performance.getEntriesByType('resource').map(one => one.decodedBodySize)"
        ".concat(performance.getEntriesByType('navigation').map(one => one.decodedBodySize))"
    )
    assert 0 < sum(sizes) < 100_000

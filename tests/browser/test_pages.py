"""What people do with the page, done by a browser."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest

pytestmark = pytest.mark.browser

Opened = Callable[..., Any]

CARS = "?q=Cars+should+be+banned+from+cities"


def shown(page: Any, selector: str) -> list[str]:
    """Returns the texts of what can be seen."""
    return [one.inner_text() for one in page.locator(selector).all() if one.is_visible()]


def test_a_search_shows_both_sides(opened: Opened) -> None:
    page = opened()
    page.fill("#q", "Cars should be banned from cities")
    page.press("#q", "Enter")
    page.wait_for_selector(".sides")
    assert "loud at night" in page.inner_text(".side.pro") and "park there" in page.inner_text(".side.con")
    assert page.title().startswith("Cars should be banned")


def test_tabs_on_a_phone_show_one_side_and_both_counts(opened: Opened) -> None:
    page = opened(CARS, width=390)
    assert len(shown(page, ".tabs label")) >= 2 and not page.is_visible(".side.con")
    page.click(".tabs label.con")
    assert page.is_visible(".side.con") and not page.is_visible(".side.pro")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_on_paper_both_sides_stand_under_the_claim(opened: Opened) -> None:
    """A sheet of paper is as narrow as a phone: it showed one side, and not what was searched for."""
    page = opened(CARS, width=700)
    assert not page.is_visible(".side.con") and not page.is_visible(".printed")
    page.emulate_media(media="print")
    assert page.inner_text(".printed") == "Cars should be banned from cities"
    assert page.is_visible(".side.pro") and page.is_visible(".side.con") and page.is_visible(".side.con h2")
    assert not page.is_visible(".tabs") and not page.is_visible(".why") and page.is_visible("nav.points")


def test_on_paper_the_numbers_of_points_are_explained_and_a_choice_is_named(opened: Opened) -> None:
    """What the numbers count was left out on paper, and so was that a side had been cut down to one point."""
    page = opened(CARS)
    page.emulate_media(media="print")
    points = page.locator(".side.pro nav.points")
    assert points.locator(".facts").is_visible() and points.locator("b").first.is_visible()
    assert not page.is_visible(".side.pro .filtered")
    page.emulate_media(media="screen")
    points.locator("a").first.click()
    page.emulate_media(media="print")
    assert page.inner_text(".side.pro .filtered").strip() == "Only what makes the point chosen."


def test_a_cluster_opens_and_marks_what_differs(opened: Opened) -> None:
    page = opened(CARS)
    same = page.locator(".same").first
    assert same.locator("summary").inner_text() == "one other says the same"
    assert not same.locator("li").is_visible()
    same.locator("summary").click()
    assert "loud at night" in same.locator("li").inner_text()


def test_why_is_told_in_words_before_numbers(opened: Opened) -> None:
    page = opened(CARS)
    why = page.locator(".why").first
    why.locator("summary").first.click()
    assert "your claim" in why.locator("p").first.inner_text() and not why.locator(".sum").is_visible()


def test_filters_sort_and_the_back_button(opened: Opened) -> None:
    page = opened(CARS)
    page.click(".options summary")
    page.select_option("[name=stance]", "con")
    page.select_option("[name=sort]", "short")
    page.click(".box button")
    page.wait_for_url("**stance=con**")
    texts = shown(page, ".side.con .premise")
    assert texts == sorted(texts, key=len) and not shown(page, ".side.pro .premise")
    page.go_back()
    assert shown(page, ".side.pro .premise")


def test_a_permalink_shows_the_same_again(opened: Opened) -> None:
    page = opened(CARS + "&stance=pro&k=10")
    link = page.get_by_text("link to this answer").get_attribute("href")
    again = opened(link)
    assert shown(again, ".premise") == shown(page, ".premise")
    assert again.input_value("[name=stance]") == "pro"


def test_dark_is_dark(opened: Opened) -> None:
    colours = [
        opened(CARS, color_scheme=scheme).evaluate("getComputedStyle(document.body).backgroundColor")
        for scheme in ("light", "dark")
    ]
    assert colours == ["rgb(247, 246, 242)", "rgb(20, 23, 27)"]


def test_the_keyboard_is_enough(opened: Opened) -> None:
    page = opened(CARS)
    page.keyboard.press("ArrowDown")
    first = page.evaluate("document.activeElement.querySelector('.premise').innerText")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.querySelector('.premise').innerText") != first
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.querySelector('.why').open")
    page.keyboard.press("/")
    page.keyboard.type("Zoos should be closed")
    page.keyboard.press("Enter")
    page.wait_for_url("**q=Zoos**")
    assert "small for them" in page.inner_text(".side.pro")


def test_everything_essential_works_without_javascript(opened: Opened) -> None:
    page = opened(java_script_enabled=False)
    page.fill("#q", "Zoos should be closed")
    page.click(".box button")
    assert "died out" in page.locator(".side.con").inner_text()
    page.get_by_text("map", exact=True).click()
    page.locator(".map a.con").click()
    assert page.url.split("#")[1].startswith("hit-")


def test_nothing_close_offers_claims(opened: Opened) -> None:
    page = opened("?q=The+moon+is+made+of+green+cheese")
    assert page.inner_text("h2") == "Nothing close"
    page.locator(".far .try a").first.click()
    page.wait_for_selector(".sides")


def test_what_was_asked_is_remembered_here_until_forgotten(opened: Opened) -> None:
    page = opened(CARS)
    page.goto(page.url.split("?")[0])
    assert shown(page, ".recent a") == ["Cars should be banned from cities"]
    page.click(".recent button")
    page.reload()
    assert shown(page, ".recent a") == []


def test_claims_are_suggested_while_somebody_types(opened: Opened) -> None:
    page = opened()
    page.locator("#q").press_sequentially("zoos")
    page.wait_for_selector("#suggestions option", state="attached")
    assert page.locator("#suggestions option").first.get_attribute("value") == "Zoos should be closed"


def test_a_bubble_leads_to_its_entry_in_its_tab(opened: Opened) -> None:
    page = opened("map" + CARS, width=390)
    page.locator(".map a.con").first.click()
    page.wait_for_selector(".side.con .entry")
    assert page.is_visible(".side.con") and page.locator(".entry:has(:target)").count() == 1


def test_another_tab_is_all_that_is_shown_after_a_link_to_an_entry(opened: Opened) -> None:
    """The side of the entry stayed below the one that was chosen."""
    page = opened("map" + CARS, width=390)
    page.locator(".columns .con a").first.click()
    page.wait_for_selector(".side.con .entry")
    page.click("label[for=tab-pro]")
    assert page.is_visible(".side.pro") and not page.is_visible(".side.con")
    page.click("label[for=tab-con]")
    assert page.is_visible(".side.con") and not page.is_visible(".side.pro")


def test_a_claim_with_line_breaks_keeps_its_words_apart_in_the_box(opened: Opened) -> None:
    """A box has one line: a browser took the breaks out, and the next search was for "carsfrom"."""
    page = opened("?q=Ban+cars%0D%0Afrom%0Acities")
    assert page.input_value("#q") == "Ban cars from cities"


def test_where_no_graph_is_drawn_nothing_explains_the_drawing(opened: Opened) -> None:
    address = "map" + CARS + "&view=graph"
    assert "the wider a line" in opened(address).inner_text("main")
    phone = opened(address, width=390)
    assert phone.is_visible(".columns .pro") and "the wider a line" not in phone.inner_text("main")


LONG = (
    "Cars should be banned from cities because Donaudampfschifffahrtsgesellschaftskapitaenswitwen"
    + "rentenauszahlungsstellenverwaltungsgebaeude" * 5
    + " AND BECAUSE IT IS THE ONLY RESPONSIBLE THING TO DO, MMMMM WWWWW"
)


def test_a_long_claim_stays_within_its_box_in_the_graph(opened: Opened) -> None:
    """Its letters are bold, and wider than was reckoned with: lines stood out on both sides."""
    for claim in (LONG, LONG.upper(), "Cars should be banned from cities, and quickly"):
        page = opened("map?" + urlencode({"q": claim, "view": "graph"}))
        beyond = page.evaluate(
            """() => [...document.querySelectorAll(".diagram g, .diagram a")].flatMap((group) => {
              const box = group.querySelector("rect").getBoundingClientRect();
              const lines = [...group.querySelectorAll("text")].map((line) => line.getBoundingClientRect());
              return lines.filter((line) => line.left < box.left || line.right > box.right || line.bottom > box.bottom);
            }).length"""
        )
        assert page.locator(".diagram text").count() > 3 and beyond == 0, claim


@pytest.mark.parametrize("width", [360, 1200])
def test_a_word_without_end_widens_no_page(opened: Opened, width: int) -> None:
    page = opened(width=width)
    for path in ("", "map", "brief"):
        page.goto(f"{page.url.split('?')[0].removesuffix('map')}{path}?{urlencode({'q': LONG + ' crs'})}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_a_graph_is_uploaded_and_its_mapping_drawn(opened: Opened) -> None:
    nodes = [{"nodeID": "1", "type": "I", "text": "Zoos should be closed"}]
    content = json.dumps({"nodes": nodes, "edges": []}).encode()
    page = opened("graphs")
    upload = {"name": "graph.json", "mimeType": "application/json", "buffer": content}
    page.set_input_files("[name=file]", upload)
    page.click("form.graph button")
    page.wait_for_selector(".drawn svg")
    assert page.locator("h3 a").first.inner_text() == "Zoos should be closed"


@pytest.mark.parametrize("width", [390, 1280])
def test_the_drawing_of_a_mapping_can_be_read_however_wide_it_is(opened: Opened, width: int) -> None:
    page = opened("graphs?example=true", width=width)
    page.click("form.graph button")
    page.wait_for_selector(".drawn svg")
    wide, scale = page.evaluate(
        "(svg => [svg.viewBox.baseVal.width, svg.getBoundingClientRect().width / svg.viewBox.baseVal.width])"
        "(document.querySelector('.drawn svg'))"
    )
    assert wide > 1280 and scale == pytest.approx(1.0)
    assert page.evaluate("document.documentElement.scrollWidth") <= width, "the drawing scrolls, not the page"


def test_an_answer_opens_with_its_points_and_a_click_shows_what_makes_one(opened: Opened) -> None:
    page = opened(CARS)
    point = page.locator(".side.pro .points a").first
    assert "loud at night" in point.inner_text() and point.locator("b").inner_text().split()[-2] == "2"
    assert len(shown(page, ".side.pro .entry")) == 2
    point.click()
    (only,) = shown(page, ".side.pro .entry")
    assert "loud at night" in only and "point=pro-1" in page.url
    assert len(shown(page, ".side.con .entry")) == 2, "the other side stays"
    page.reload()
    assert len(shown(page, ".side.pro .entry")) == 1
    page.locator(".side.pro .filtered a").click()
    assert len(shown(page, ".side.pro .entry")) == 2 and "point=" not in page.url
    point = page.locator(".side.pro .points a").first
    point.focus()
    page.keyboard.press("Enter")
    assert len(shown(page, ".side.pro .entry")) == 1 and point.get_attribute("aria-current") == "true"


def test_the_back_button_leads_to_the_point_chosen_before(opened: Opened) -> None:
    """The address was rewritten in place: Back left the page, with all that had been chosen on it."""
    page = opened()
    page.goto(page.url + CARS)
    first = page.locator(".side.pro .points a").first
    first.click()
    page.locator(".side.pro .filtered a").click()
    assert len(shown(page, ".side.pro .entry")) == 2 and "point=" not in page.url
    page.go_back()
    assert len(shown(page, ".side.pro .entry")) == 1 and "point=pro-1" in page.url
    assert first.get_attribute("aria-current") == "true" and len(shown(page, ".filtered")) == 1
    page.go_back()
    assert len(shown(page, ".side.pro .entry")) == 2 and "point=" not in page.url
    assert first.get_attribute("aria-current") is None and shown(page, ".filtered") == []
    page.go_forward()
    assert len(shown(page, ".side.pro .entry")) == 1 and "point=pro-1" in page.url
    page.go_back()
    page.go_back()
    assert "q=" not in page.url


def test_on_a_phone_the_back_button_opens_the_tab_of_the_point(opened: Opened) -> None:
    page = opened(CARS, width=390)
    page.locator(".side.pro .points a").first.click()
    page.locator(".side.pro .filtered a").click()
    page.click(".tabs label.con")
    page.go_back()
    assert page.is_visible(".side.pro") and len(shown(page, ".side.pro .entry")) == 1


def test_points_are_links_without_javascript_and_open_their_tab_on_a_phone(opened: Opened) -> None:
    page = opened(CARS, java_script_enabled=False, width=390)
    page.locator(".side.pro .points a").first.click()
    assert len(shown(page, ".side.pro .entry")) == 1 and page.is_visible(".side.pro")
    page.locator(".side.pro .filtered a").click()
    assert len(shown(page, ".side.pro .entry")) == 2
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_bubble_is_a_point_and_leads_to_what_makes_it(opened: Opened) -> None:
    page = opened("map" + CARS)
    bubble = page.locator(".map a.pro", has=page.locator("text=2")).first
    bubble.click()
    page.wait_for_url("**point=pro-1**")
    assert len(shown(page, ".side.pro .entry")) == 1


PAGES = {
    "first": "",
    "answer": CARS,
    "one point": CARS + "&point=pro-1",
    "nothing close": "?q=The+moon+is+made+of+green+cheese",
    "map": "map" + CARS,
    "graph": "map" + CARS + "&view=graph",
    "topics": "topics",
    "topic": "topics?of=c0",
    "graph search": "graphs?example=true",
    "brief": "brief" + CARS,
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("address", PAGES.values(), ids=PAGES)
def test_axe_finds_no_serious_fault(opened: Opened, address: str, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-core is not installed")
    page = opened(address, color_scheme=scheme)
    found = axe.Axe().run(page).response["violations"]
    serious = [fault for fault in found if fault["impact"] in ("serious", "critical")]
    assert not serious, [(fault["id"], fault["nodes"][0]["html"]) for fault in serious]


def test_a_page_is_small(opened: Opened) -> None:
    page = opened(CARS)
    sizes = page.evaluate(
        "performance.getEntriesByType('resource').map(one => one.decodedBodySize)"
        ".concat(performance.getEntriesByType('navigation').map(one => one.decodedBodySize))"
    )
    assert 0 < sum(sizes) < 100_000


def test_an_entry_shows_closeness_side_and_quality_as_bars(opened: Opened) -> None:
    page = opened(CARS)
    words = page.locator(".entry .bars").first.inner_text()
    assert "close" in words and "sure of the side" in words and "quality" in words
    assert page.locator(".entry .bars").first.locator("svg").count() == 3

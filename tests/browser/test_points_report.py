"""The report of points as people open it: from the disk, without a network, on paper."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from debatable.briefs import points_page
from tests.support.points import POINTS, SIDED

pytestmark = pytest.mark.browser


@pytest.fixture
def report(browser: Any, tmp_path: Path) -> Any:
    """Opens a report in a window without a network; what it asks for and complains of is noted."""
    windows: list[Any] = []

    def open_report(points: Any = SIDED, **options: Any) -> tuple[Any, list[str]]:
        path = tmp_path / "report.html"
        path.write_text(points_page(points, title="Town"), "utf-8")
        window = browser.new_context(offline=True, **options)
        windows.append(window)
        page, noted = window.new_page(), []
        page.on("console", lambda message: noted.append(message.text))
        page.on("pageerror", lambda error: noted.append(str(error)))
        page.on(
            "request", lambda one: None if one.url.startswith(("file:", "data:")) else noted.append(one.url)
        )
        page.goto(path.as_uri())
        return page, noted

    yield open_report
    for window in windows:
        window.close()


def test_it_opens_without_a_network_and_complains_of_nothing(report: Any) -> None:
    page, noted = report()
    assert page.inner_text("h1") == SIDED.about and noted == []
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert background == "rgb(247, 246, 242)", "the policy lets its own style sheet through"


def test_a_bar_opens_to_its_quotes(report: Any) -> None:
    page, _ = report()
    point = page.locator(".side.pro .point").first
    assert not point.locator("blockquote").first.is_visible()
    point.locator("summary").click()
    assert point.locator("blockquote").first.inner_text() == "Trees cool the town."
    assert "88 %" in point.locator("figcaption").nth(1).inner_text()


def test_bars_are_as_long_as_the_counts(report: Any) -> None:
    page, _ = report(POINTS)
    lengths = [one.bounding_box()["width"] for one in page.locator("rect.fill").all()]
    assert lengths[0] == pytest.approx(lengths[1], abs=1), "both points are made twice"


@pytest.mark.parametrize("width", [1200, 390])
def test_nothing_sticks_out(report: Any, width: int) -> None:
    page, _ = report(viewport={"width": width, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_on_paper_all_quotes_are_open(report: Any) -> None:
    page, _ = report()
    page.emulate_media(media="print")
    heights = [one.bounding_box()["height"] for one in page.locator(".point blockquote").all()]
    assert len(heights) == 4 and min(heights) > 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_fault(report: Any, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-core is not installed")
    page, _ = report(color_scheme=scheme, bypass_csp=True)
    page.locator(".point summary").first.click()
    found = axe.Axe().run(page).response["violations"]
    serious = [fault for fault in found if fault["impact"] in ("serious", "critical")]
    assert not serious, [(fault["id"], fault["nodes"][0]["html"]) for fault in serious]

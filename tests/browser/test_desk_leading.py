"""What a lead does at the desk, done by a browser: deciding, exporting, sampling."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.desk_place import Place, Seated, kept, sampled

pytestmark = pytest.mark.browser


def test_a_dispute_is_decided_and_exported(place: Place, seated: Seated) -> None:
    for name, value in (("ann", "1"), ("bob", "4")):
        page = seated(name, "judge?sheet=claims-similarity&query=q&item=c0")
        page.keyboard.press(value)
        kept(page)
    page = seated("eve", "decide?sheet=claims-similarity")
    assert "far apart" in page.inner_text(".dispute")
    page.click(".dispute button[value='3']")
    page.wait_for_selector("text=0 open, 1 decided")
    page.goto(place.address + "export")
    with page.expect_download() as download:
        page.click("text=claim_judgments.jsonl")
    assert Path(download.value.path()).read_text() == '{"query_id":"q","claim_id":"c0","relevance":2}\n'


def test_queries_are_sampled(place: Place, seated: Seated) -> None:
    page = seated("eve", "sample")
    sampled(page, place.address)
    words = [box.get_attribute("value") for box in page.locator("[name=kept]").all()]
    for word in words:
        if word not in ("nuclear", "solar", "wind"):
            page.uncheck(f"[name=kept][value='{word}']")
    page.click("text=draw claims")
    page.fill("[name=size]", "5")
    page.click("form[action=sample-claims] button")
    page.wait_for_selector(".claims li")
    texts = [line.inner_text() for line in page.locator(".claims li").all()]
    assert len(texts) == 5 and not any("pope" in text or "monk" in text for text in texts)


def test_a_file_that_nobody_has_judged_for_says_so(
    place: Place, seated: Seated, tolerated: list[str]
) -> None:
    """The browser said that a download failed, and nothing more."""
    tolerated.append("400")
    page = seated("eve", "export")
    page.click("text=claim_judgments.jsonl")
    page.wait_for_url("**/file?*")
    assert "Nobody has judged claims yet" in page.inner_text("body")

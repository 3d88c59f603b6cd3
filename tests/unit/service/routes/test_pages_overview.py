from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from debatable.service import application
from debatable.service.routes import pages
from tests.unit.service.conftest import EVIL

CARS = {"q": "ban cars", "method": "bm25"}
ACROSS = re.compile('<a rel="([^"]+)" href="([^"]+)">([^<]+)</a>')


@pytest.mark.parametrize(("view", "shape"), [("map", "<circle"), ("graph", 'rx="7"')])
def test_a_debate_is_drawn_and_leads_to_its_entries(still: TestClient, view: str, shape: str) -> None:
    page = still.get("/map", params={**CARS, "view": view}).text
    assert page.count(shape) == 2 and EVIL not in page and "<script>alert" not in page
    links = [unescape(link) for link in re.findall('class="(?:pro|con)" href="([^"]*)"', page)]
    assert [link.split("#")[1] for link in sorted(links)] == ["hit-1", "hit-2"]
    entry = still.get("/" + links[0].split("#")[0].removeprefix("./")).text
    assert 'id="hit-1"' in entry and 'id="hit-2"' in entry


@pytest.mark.parametrize(("view", "name"), [("map", "Map"), ("graph", "Graph")])
def test_the_title_names_what_is_drawn(still: TestClient, view: str, name: str) -> None:
    page = still.get("/map", params={**CARS, "view": view}).text
    assert f"<title>{name} of ban cars · Debatable</title>" in page


def test_the_page_that_is_shown_is_marked_among_the_pages(still: TestClient) -> None:
    for name in ("topics", "graphs"):
        marked = re.findall(r'href="(\w+)" aria-current="page"', still.get(f"/{name}").text)
        assert marked == [name]
    assert "aria-current" not in still.get("/").text


def test_a_map_without_a_claim_or_with_a_mistake_says_so(still: TestClient) -> None:
    assert "needs a claim" in still.get("/map").text
    assert still.get("/map", params={**CARS, "view": "globe"}).status_code == 422
    wrong = still.get("/map", params={"q": "cars", "method": "nonsense"})
    assert wrong.status_code == 400 and "Unknown method" in wrong.text
    nothing = still.get("/map", params={"q": "zzqx", "method": "bm25"}).text
    assert "Nothing to draw" in nothing and "Nothing close to this claim was found." in nothing


def test_topics_can_be_browsed_down_to_premises(still: TestClient) -> None:
    page = still.get("/topics").text
    assert "Ban cars" in page and "for 1" in page and "against 1" in page
    of = unescape(re.findall('href="(topics[?]of=[^"]*)"', page)[0])
    said = still.get(f"/{of}").text
    assert said.count('<article class="entry') == 2 and EVIL not in said
    assert "<title>Ban cars · Topics · Debatable</title>" in said
    assert said.index("Cars are loud") < said.index("Cars are free")


@pytest.mark.parametrize(
    ("asked", "status"),
    [("of=c99", 404), ("of=../c1", 404), ("page=0", 422), ("page=7", 200), ("of=p0", 404)],
)
def test_topics_that_are_not_there(still: TestClient, asked: str, status: int) -> None:
    assert still.get(f"/topics?{asked}").status_code == status


def test_a_long_topic_is_divided_into_pages_that_lead_to_each_other(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pages of a list were called earlier and later ones, as if they had dates."""
    monkeypatch.setattr(pages, "SAID", 1)
    with TestClient(application(folder)) as client:
        topic = unescape(re.findall('href="(topics[?]of=[^"]*)"', client.get("/topics").text)[0])
        first, second = (client.get(f"/{topic}&page={number}").text for number in (1, 2))
        assert "Page 1 of 2" in first and "Page 2 of 2" in second
        (forward,), (back,) = ACROSS.findall(first), ACROSS.findall(second)
        assert (forward[0], forward[2]) == ("next", "Next") and (back[0], back[2]) == ("prev", "Previous")
        assert client.get(f"/{unescape(forward[1])}").text == second
        assert client.get(f"/{unescape(back[1])}").text == first

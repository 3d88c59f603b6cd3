from __future__ import annotations

from pathlib import Path

from fastapi.testclient import TestClient

from debatable.engines import make_index
from debatable.model import Stance
from debatable.service import application
from tests.support.indexes import BY_WORDS, argument
from tests.unit.service.conftest import EVIL


def test_the_first_page_has_a_search_box(client: TestClient) -> None:
    page = client.get("/")
    assert page.status_code == 200 and '<input id="q" name="q"' in page.text
    assert "<script" not in page.text, "the page works without JavaScript"


def test_an_answer_has_two_columns(client: TestClient) -> None:
    page = client.get("/", params={"q": "ban cars", "method": "bm25"}).text
    pro, con = page.split('<section class="con">')
    assert "Cars are loud" in pro and "Cars are free" in con


def test_texts_and_queries_are_escaped_and_addresses_checked(client: TestClient) -> None:
    page = client.get("/", params={"q": f"cars {EVIL}", "method": "bm25"})
    assert EVIL not in page.text and "&lt;script&gt;" in page.text
    assert "javascript:alert" not in page.text and 'href="https://example.org/a"' in page.text
    assert "default-src 'none'" in page.headers["content-security-policy"]


def test_a_mistake_on_the_page_is_told_there(client: TestClient) -> None:
    page = client.get("/", params={"q": "cars", "method": "nonsense"})
    assert page.status_code == 400 and "unknown method" in page.text


def test_an_answer_without_hits_is_still_an_answer(client: TestClient) -> None:
    page = client.get("/", params={"q": "zzqx", "method": "bm25"}).text
    assert page.count("Nothing was found on this side.") == 2 and "Try " not in page


FAR = "cars free sourdough bread recipe with rye flour"
"""Shares words with the premises, and is about something else."""


def test_where_nothing_is_close_the_page_says_so_and_shows_the_nearest(client: TestClient) -> None:
    page = client.get("/", params={"q": FAR, "method": "bm25"}).text
    assert "nothing close to this claim among 2 premises" in page
    box = page.split('<div class="far">')[1]
    assert "Nearest, but not close" in box and "Cars are free" in box
    assert EVIL not in page and "&lt;script&gt;" in box
    assert '<section class="pro">' not in page and '<section class="con">' not in page


def test_the_nearest_are_three(tmp_path: Path) -> None:
    cars = [argument(f"a{n}", f"Cars are free {n}", Stance.PRO) for n in range(5)]
    make_index(cars, tmp_path / "index", configuration=BY_WORDS)
    with TestClient(application(tmp_path / "index")) as client:
        page = client.get("/", params={"q": FAR, "method": "bm25"}).text
    assert page.count('class="premise"') == 3


def test_what_nobody_can_tell_has_a_list_of_its_own(tmp_path: Path) -> None:
    told = argument("a", "Cars are loud", Stance.PRO)
    untold = argument("b", f"Cars are everywhere {EVIL}", Stance.NONE)
    make_index([told, untold], tmp_path / "index", configuration=BY_WORDS)
    with TestClient(application(tmp_path / "index")) as client:
        page = client.get("/", params={"q": "ban cars", "method": "bm25"}).text
    sides, undecided = page.split('<section class="undecided">')
    assert "Cars are loud" in sides and "everywhere" not in sides and "Cars are everywhere" in undecided
    assert "speaks for ‘Ban cars’, which your claim agrees with" in sides
    assert EVIL not in page


def test_no_list_of_the_undecided_where_all_have_a_side(client: TestClient) -> None:
    assert "Undecided" not in client.get("/", params={"q": "ban cars", "method": "bm25"}).text

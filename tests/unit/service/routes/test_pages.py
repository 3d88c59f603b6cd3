from __future__ import annotations

from fastapi.testclient import TestClient

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

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from debatable.engines import Configuration, add_arguments, make_index
from debatable.model import Argument, Claim, Premise, Stance, claim_id
from debatable.service import application

make = partial(make_index, configuration=Configuration(encoder=""))

CLAIM = Claim(claim_id("Ban cars"), "Ban cars")
EVIL = "<script>alert('cars')</script>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    arguments = [
        Argument("a", Premise("a", "Cars are loud"), CLAIM, Stance.PRO, "portal", "https://example.org/a"),
        Argument(
            "b", Premise("b", f"Cars are free {EVIL}"), CLAIM, Stance.CON, "portal", "javascript:alert(1)"
        ),
    ]
    make(arguments, tmp_path / "index")
    return tmp_path / "index"


@pytest.fixture
def client(folder: Path) -> Iterator[TestClient]:
    with TestClient(application(folder)) as client:
        yield client


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


def test_the_api_answers_with_explanations(client: TestClient) -> None:
    answer = client.get("/api/search", params={"q": "ban cars", "method": "bm25", "explain": True}).json()
    assert {hit["premise"]["id"] for hit in answer["hits"]} == {"a", "b"}
    assert answer["hits"][0]["explanation"]["value"] == answer["hits"][0]["score"]


@pytest.mark.parametrize(
    ("params", "status"),
    [
        ({"q": ""}, 400),
        ({"q": "x" * 20_000}, 400),
        ({"q": "x" * 50_000}, 422),
        ({"q": "cars", "method": "nonsense"}, 400),
        ({"q": "cars", "method": "bm25(claims=many)"}, 400),
        ({"q": "cars", "method": "framework-sliding"}, 400),
        ({"q": "cars", "k": "1000000"}, 422),
        ({"q": "cars", "stance": "perhaps"}, 422),
        ({}, 422),
    ],
)
def test_bad_requests(client: TestClient, params: dict[str, str], status: int) -> None:
    assert client.get("/api/search", params=params).status_code == status


def test_a_mistake_on_the_page_is_told_there(client: TestClient) -> None:
    page = client.get("/", params={"q": "cars", "method": "nonsense"})
    assert page.status_code == 400 and "unknown method" in page.text


def test_the_service_follows_the_index(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("debatable.service.current_engine.INTERVAL", 0.0)
    with TestClient(application(folder)) as client:
        add_arguments([Argument("c", Premise("c", "Cars pollute"), CLAIM, Stance.PRO)], folder)
        answer = client.get("/api/search", params={"q": "cars pollute", "method": "bm25"}).json()
        assert answer["hits"][0]["premise"]["id"] == "c"
        assert client.get("/api/health").json()["counts"]["premises"] == 3


def test_the_api_filters_and_knows_operators(client: TestClient) -> None:
    def ids(**wanted: str) -> list[str]:
        hits = client.get("/api/search", params={"method": "bm25", **wanted}).json()["hits"]
        return [hit["premise"]["id"] for hit in hits]

    assert ids(q="ban cars -loud") == ["b"]
    assert ids(q='cars "are loud"') == ["a"]
    assert sorted(ids(q="ban cars", source="portal", language="en")) == ["a", "b"]
    refused = client.get("/api/search", params={"q": "cars", "source": "elsewhere"})
    assert refused.status_code == 400 and "no argument from 'elsewhere'" in refused.json()["error"]

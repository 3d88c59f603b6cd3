"""Points, what has been said and what is said against it, over HTTP."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from debatable.engines import Engine
from debatable.engines.matches import Similar
from debatable.key_points import Points
from debatable.service import Settings, application
from debatable.service.schema import CounterBody, ErrorBody, MatchesBody, PointsBody
from tests.unit.service.conftest import EVIL

CARS = {"q": "ban cars", "method": "bm25"}


def test_points_of_a_claim_are_a_sound_report(still: TestClient) -> None:
    plain = still.get("/api/v1/points", params=CARS).json()
    PointsBody.model_validate(plain)
    points = Points.from_dict(plain)
    assert points.problems({"a": "Cars are loud", "b": f"Cars are free {EVIL}"}) == []
    assert [side.stance.value for side in points.sides] == ["pro", "con"] and points.about == "ban cars"


def test_filters_of_a_search_are_those_of_points(still: TestClient) -> None:
    one = still.get("/api/v1/points", params={**CARS, "stance": "con"}).json()
    assert [side["stance"] for side in one["sides"]] == ["con"]
    refused = still.get("/api/v1/points", params={**CARS, "source": "elsewhere"})
    assert refused.status_code == 400
    ErrorBody.model_validate(refused.json())


@pytest.mark.parametrize("address", ["points", "explain"])
def test_what_is_asked_of_a_state_is_not_answered_from_another(still: TestClient, address: str) -> None:
    """Points and reasons of the present state were sent as those of the one that a list began with."""
    asked = {**CARS, **({"premise": "a"} if address == "explain" else {})}
    state = still.get("/api/v1/search", params=CARS).json()["parameters"]["generation"]
    same = still.get(f"/api/v1/{address}", params={**asked, "generation": state})
    assert same.status_code == 200
    gone = still.get(f"/api/v1/{address}", params={**asked, "generation": "000000-00000000"})
    assert (gone.status_code, gone.json()["error"]["code"]) == (410, "outdated")


@pytest.mark.parametrize(
    ("address", "body", "status"),
    [
        ("similar", {}, 422),
        ("similar", {"text": ""}, 400),
        ("similar", {"text": "Cars", "k": 1_000}, 422),
        ("similar", {"text": "Cars", "method": "similar"}, 422),
        ("similar", {"text": "Cars are loud"}, 400),
        ("counter", {"premise": " "}, 400),
        ("counter", {"premise": "x" * 50_000}, 422),
        ("counter", {"premise": "Cars", "k": 0}, 422),
    ],
)
def test_bad_requests(still: TestClient, address: str, body: dict[str, Any], status: int) -> None:
    """The index has no vectors, so that nothing can be compared there."""
    refused = still.post(f"/api/v1/{address}", json=body)
    assert refused.status_code == status, refused.text
    ErrorBody.model_validate(refused.json())


def test_similar(still: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, int]] = []

    def similar(self: Engine, text: str, *, k: int) -> Similar:
        asked.append((text, k))
        return Similar(text, (), 0.5)

    monkeypatch.setattr(Engine, "similar", similar)
    plain = still.post("/api/v1/similar", json={"text": "Cars stink", "k": 2}).json()
    MatchesBody.model_validate(plain)
    assert asked == [("Cars stink", 2)] and plain["matched"] is False


def test_what_is_said_against_it(still: TestClient) -> None:
    plain = still.post("/api/v1/counter", json={"premise": "Ban cars"}).json()
    CounterBody.model_validate(plain)
    assert {one["stance"] for one in plain["premises"]} <= {"con"}


def test_a_service_that_ranks_by_another_method_finds_points_and_counters_by_it(folder: Path) -> None:
    """Both were found by `best`, whatever the service was started with."""
    with TestClient(application(folder, Settings(method="bm25"))) as client:
        points = client.get("/api/v1/points?q=cars").json()
        named = client.get("/api/v1/points?q=cars&method=bm25f").json()
        against = client.post("/api/v1/counter", json={"premise": "Ban cars"}).json()
    assert points["parameters"]["ranking"] == "bm25" and named["parameters"]["ranking"] == "bm25f"
    assert against["parameters"]["method"] == "bm25"


def test_points_and_counters_keep_to_the_budget(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They read on until the time of any request was over, and were refused then."""
    search = Engine.search

    def hurried(self: Engine, query: str, **options: Any) -> object:
        options["deadline"].unread += 3
        return search(self, query, **options)

    monkeypatch.setattr(Engine, "search", hurried)
    with TestClient(application(folder, Settings(budget=2.0, kept=0, method="bm25"))) as client:
        points = client.get("/api/v1/points?q=cars")
        against = client.post("/api/v1/counter", json={"premise": "Ban cars"})
    for answer in (points, against):
        assert "the time budget of 2 seconds was over" in " ".join(answer.json()["remarks"])
    assert "etag" not in points.headers


def test_an_answer_opens_with_points_and_a_link_filters_the_list(
    still: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both premises are taken for one side here, and for one point."""
    from debatable.key_points import Point, Quote, Side
    from debatable.model import Stance

    spans = [Quote("Cars are loud", "a", 0, 13, 1.0), Quote("Cars", "x", 0, 4, 0.5)]
    points = Points("ban cars", "grouped", (Side(Stance.PRO, (Point.of(spans, 2, Stance.PRO),), (), 2, 2),))
    monkeypatch.setattr("debatable.service.routes.pages.answer_points", lambda engine, answer: points)
    page = still.get("/", params=CARS).text
    assert 'data-point="pro-1"' in page and 'data-points="pro-1"' in page and " hidden>" in page
    assert page.count('<li class="entry" hidden') == 0
    chosen = still.get("/", params={**CARS, "point": "pro-1"}).text
    assert 'aria-current="true"' in chosen and 'id="tab-pro" checked' in chosen
    other = still.get("/", params={**CARS, "point": "con-1"}).text
    assert '<li class="entry" hidden' in other and 'id="tab-con" checked' in other
    assert still.get("/", params={**CARS, "point": "pro-1<script>"}).status_code == 422
    brief = still.get("/brief", params=CARS).text
    assert "What it comes down to" in page and "<b>2</b> Cars are loud" in brief
    assert "What it comes down to, and how many say so" in brief, "a number alone says nothing"

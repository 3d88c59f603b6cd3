from __future__ import annotations

import pytest
from fastapi.testclient import TestClient


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
        ({"q": "cars", "method": "best(stance=/etc)"}, 422),
        ({"q": "cars", "method": "best(stance=learned(model=..\\etc))"}, 422),
        ({}, 422),
    ],
)
def test_bad_requests(client: TestClient, params: dict[str, str], status: int) -> None:
    assert client.get("/api/search", params=params).status_code == status


def test_the_api_filters_and_knows_operators(client: TestClient) -> None:
    def ids(**wanted: str) -> list[str]:
        hits = client.get("/api/search", params={"method": "bm25", **wanted}).json()["hits"]
        return [hit["premise"]["id"] for hit in hits]

    assert ids(q="ban cars -loud") == ["b"]
    assert ids(q='cars "are loud"') == ["a"]
    assert sorted(ids(q="ban cars", source="portal", language="en")) == ["a", "b"]
    refused = client.get("/api/search", params={"q": "cars", "source": "elsewhere"})
    assert refused.status_code == 400 and "no argument from 'elsewhere'" in refused.json()["error"]

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from debatable.service.guard import HEADERS

ADDRESSES = ["/", "/?q=cars&method=bm25", "/api/v1/health", "/api/v1/search", "/static/page.css", "/nowhere"]


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_response_is_guarded(still: TestClient, address: str) -> None:
    headers = still.get(address).headers
    assert {name: headers[name] for name in HEADERS} == HEADERS
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none';") and "unsafe" not in policy and "http" not in policy


def test_a_mistake_is_told_as_json(still: TestClient) -> None:
    refused = still.get("/api/v1/search", params={"q": "cars", "method": "bm24"})
    assert refused.status_code == 400
    error = refused.json()["error"]
    assert error["code"] == "unknown_name"
    assert error["message"].startswith("unknown method 'bm24'; did you mean 'bm25'")


def test_the_openapi_document_types_every_response(still: TestClient) -> None:
    document = still.get("/api/v1/openapi.json").json()
    told = {path for path in document["paths"] if path.startswith("/api/v1/")}
    assert told == {
        *("/api/v1/search", "/api/v1/search/batch", "/api/v1/explain", "/api/v1/claims", "/api/v1/corpus"),
        *("/api/v1/premises/{name}/similar", "/api/v1/clusters/{name}", "/api/v1/health", "/api/v1/metrics"),
    }
    for path in told - {"/api/v1/metrics"}:
        for operation in document["paths"][path].values():
            assert "$ref" in operation["responses"]["200"]["content"]["application/json"]["schema"], path

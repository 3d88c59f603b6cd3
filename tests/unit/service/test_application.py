from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

ADDRESSES = ["/", "/?q=cars&method=bm25", "/api/health", "/api/search", "/static/page.css", "/nowhere"]


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_response_is_guarded(client: TestClient, address: str) -> None:
    headers = client.get(address).headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; style-src 'self'") and "script-src" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


def test_a_mistake_is_told_as_json(client: TestClient) -> None:
    refused = client.get("/api/search", params={"q": "cars", "method": "bm24"})
    assert refused.status_code == 400
    assert refused.json()["error"].startswith("unknown method 'bm24'; did you mean 'bm25'")

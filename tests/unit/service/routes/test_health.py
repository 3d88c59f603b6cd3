from __future__ import annotations

from fastapi.testclient import TestClient

from debatable.version import VERSION


def test_health_says_how_much_there_is(client: TestClient) -> None:
    told = client.get("/api/health").json()
    assert list(told) == ["status", "counts", "version"]
    assert told["status"] == "ok" and told["version"] == VERSION
    assert told["counts"] == {"claims": 1, "premises": 2, "links": 2}

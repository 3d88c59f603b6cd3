from __future__ import annotations

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from debatable.service.schema import HealthBody
from debatable.version import VERSION


def test_health_says_how_much_there_is(still: TestClient) -> None:
    told = still.get("/api/v1/health").json()
    assert list(told) == ["status", "counts", "version"]
    assert told["status"] == "ok" and told["version"] == VERSION
    assert HealthBody.model_validate(told).counts == {"claims": 1, "premises": 2, "links": 2}


def test_metrics_count_requests_by_route_and_never_by_what_was_typed(client: TestClient) -> None:
    for address in (
        "/api/v1/claims?q=secret",
        "/api/v1/claims",
        "/api/v1/claims?limit=0",
        "/secret",
        "/?q=secret",
    ):
        client.get(address)
    lines = client.get("/api/v1/metrics").text.splitlines()
    assert 'debatable_requests_total{route="/api/v1/claims",status="200"} 2' in lines
    assert 'debatable_requests_total{route="/api/v1/claims",status="422"} 1' in lines
    assert 'debatable_requests_total{route="other",status="404"} 1' in lines
    assert 'debatable_index_size{of="premises"} 2' in lines
    assert not any("secret" in line for line in lines)


@pytest.mark.parametrize(
    "part", ["premises.npy", "lexical/claims/lexical.json", "debatable.json", "corpus-000001.sqlite"]
)
def test_health_says_when_the_index_is_damaged(
    part: str, client: TestClient, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It said that all was well, whatever had become of the files."""
    monkeypatch.setattr("debatable.service.current_engine.INTERVAL", 0.0)
    (path,) = (found for found in folder.rglob("*") if found.as_posix().endswith(f"/{part}"))
    path.write_bytes(b"short")
    told = client.get("/api/v1/health")
    assert told.status_code == 503 and told.json()["error"]["code"] == "damaged"
    assert str(folder) not in told.text and "debatable index" in told.text

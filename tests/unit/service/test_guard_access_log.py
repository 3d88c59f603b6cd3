from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from debatable.service import Settings, application
from debatable.service.settings import Log


@pytest.mark.parametrize(("log", "lines"), [("none", 0), ("requests", 2), ("queries", 2)])
def test_requests_are_logged_as_json_and_queries_only_if_asked(
    folder: Path, caplog: pytest.LogCaptureFixture, log: Log, lines: int
) -> None:
    caplog.set_level(logging.INFO, "debatable.access")
    with TestClient(application(folder, Settings(log=log))) as client:
        client.get("/api/v1/search", params={"q": "secret", "method": "bm25"})
        client.get("/secret")
    told = [json.loads(record.message) for record in caplog.records if record.name == "debatable.access"]
    assert len(told) == lines
    assert [(one["method"], one["route"], one["status"]) for one in told] == [
        ("GET", "/api/v1/search", 200),
        ("GET", "other", 404),
    ][:lines]
    assert ("secret" in str(told)) is (log == "queries")

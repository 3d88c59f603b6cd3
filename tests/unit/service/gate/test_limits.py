from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from debatable.engines import Engine
from debatable.service import Settings, application
from debatable.service.guard import HEADERS

CARS = "/api/v1/search?q=cars&method=bm25"


def test_a_foreign_host_is_refused(folder: Path) -> None:
    with TestClient(application(folder, Settings(hosts=("localhost", "::1")))) as client:
        for host in ("localhost", "LOCALHOST:8080", "[::1]:8080"):
            assert client.get("/api/v1/health", headers={"Host": host}).status_code == 200
        for host in ("evil.org", "localhost.evil.org", "", "[::2]"):
            refused = client.get("/api/v1/health", headers={"Host": host})
            assert (refused.status_code, refused.json()["error"]["code"]) == (421, "foreign_host")
            assert {name: refused.headers[name] for name in HEADERS} == HEADERS


def test_who_asks_too_often_must_wait(folder: Path) -> None:
    with TestClient(application(folder, Settings(rate=2))) as client:
        statuses = [client.get("/api/v1/claims").status_code for _ in range(3)]
        assert statuses == [200, 200, 429]
        refused = client.get("/api/v1/claims")
        assert refused.json()["error"]["code"] == "too_many_requests"
        assert 1 <= int(refused.headers["retry-after"]) <= 30
        assert client.get("/api/v1/health").status_code == 200


def test_an_answer_that_takes_too_long_is_not_waited_for(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And while it still computes, it counts as running."""
    go = threading.Event()
    search = Engine.search

    def slow(self: Engine, query: str, **options: Any) -> object:
        go.wait(60)
        return search(self, query, **options)

    monkeypatch.setattr(Engine, "search", slow)
    with TestClient(application(folder, Settings(seconds=0.2, running=1))) as client:
        late = client.get(CARS)
        busy = client.get("/api/v1/claims")
        go.set()
        assert (late.status_code, late.json()["error"]["code"]) == (503, "timeout")
        assert (busy.status_code, busy.json()["error"]["code"]) == (503, "busy")
        assert busy.headers["retry-after"] == "1"

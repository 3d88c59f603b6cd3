from __future__ import annotations

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

import debatable
from debatable.engines import Engine
from debatable.service import application
from debatable.service.guard import HEADERS, LARGEST
from tests.support.indexes import argument

CARS = "/api/v1/search?q=cars&method=bm25"


def test_an_answer_that_did_not_change_is_not_sent_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("debatable.service.current_engine.INTERVAL", 0.0)
    with TestClient(application(folder)) as client:
        tag = client.get(CARS).headers["etag"]
        again = client.get(CARS, headers={"If-None-Match": tag})
        assert again.status_code == 304 and not again.content and again.headers["etag"] == tag
        assert client.get(f"{CARS}&k=1", headers={"If-None-Match": tag}).status_code == 200
        debatable.add([argument("c", "Cars pollute")], to=folder)
        changed = client.get(CARS, headers={"If-None-Match": tag})
        assert changed.status_code == 200 and changed.headers["etag"] != tag


def test_what_changes_by_itself_and_what_is_refused_has_no_tag(still: TestClient) -> None:
    for address in ("/api/v1/health", "/api/v1/metrics", "/api/v1/search", "/nowhere"):
        assert "etag" not in still.get(address).headers


@pytest.mark.parametrize("address", ["/", CARS, "/api/v1/health", "/static/page.css", "/nowhere"])
def test_head_is_get_without_a_body(still: TestClient, address: str) -> None:
    head, get = still.head(address), still.get(address)
    assert head.status_code == get.status_code and not head.content
    assert head.headers["content-type"] == get.headers["content-type"]


def test_large_answers_are_compressed(still: TestClient) -> None:
    assert still.get("/", headers={"Accept-Encoding": "gzip"}).headers["content-encoding"] == "gzip"
    assert "content-encoding" not in still.get("/", headers={"Accept-Encoding": "identity"}).headers


def test_a_request_may_not_be_too_large(still: TestClient) -> None:
    body = b"[" * (LARGEST + 1)
    for content in (body, iter([body])):  # with its length told, and without
        refused = still.post("/api/v1/search/batch", content=content)
        assert refused.status_code == 413 and refused.json()["error"]["code"] == "too_large"


def test_a_failure_tells_nothing_of_the_inside(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Engine, query: str, **options: object) -> None:
        raise RuntimeError("secret in /etc")

    monkeypatch.setattr(Engine, "search", broken)
    failed = client.get(CARS)
    assert failed.status_code == 500 and "secret" not in failed.text
    assert failed.json()["error"]["code"] == "internal"
    assert {name: failed.headers[name] for name in HEADERS} == HEADERS

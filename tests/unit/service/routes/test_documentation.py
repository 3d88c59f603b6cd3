from __future__ import annotations

from fastapi.testclient import TestClient


def test_the_page_tells_every_address_and_needs_nobody_else(still: TestClient) -> None:
    page = still.get("/api/v1/docs")
    assert page.status_code == 200 and page.headers["content-type"].startswith("text/html")
    for path, methods in still.get("/api/v1/openapi.json").json()["paths"].items():
        for method in methods:
            assert f"<code>{method.upper()} {path}</code>" in page.text
    assert "http:" not in page.text and "https:" not in page.text and "<script" not in page.text
    assert still.get("/static/api.css").status_code == 200

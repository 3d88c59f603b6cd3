from __future__ import annotations

import sys
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from debatable.service import Settings, application
from tests.support.indexes import cars_index

TOKEN = "correct horse battery staple"
ASKED = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}


def test_without_the_package_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "mcp"] + ["mcp"]:
        monkeypatch.setitem(sys.modules, name, None)
    with TestClient(application(cars_index(tmp_path / "index"))) as client:
        refused = client.post("/mcp", json=ASKED)
    assert refused.status_code == 404 and "debatable[mcp]" in refused.json()["error"]["message"]


def test_a_token_is_asked_for_where_there_is_one(tmp_path: Path) -> None:
    with TestClient(application(cars_index(tmp_path / "index"), Settings(token=TOKEN))) as client:
        assert client.post("/mcp", json=ASKED).status_code == 401
        wrong = client.post("/mcp", json=ASKED, headers={"Authorization": f"Bearer {TOKEN}s"})
        assert wrong.status_code == 401 and wrong.headers["www-authenticate"] == "Bearer"
        basic = client.post("/mcp", json=ASKED, headers={"Authorization": f"Basic {TOKEN}"})
        assert basic.status_code == 401


def test_only_posts_of_known_origins_pass(tmp_path: Path) -> None:
    settings = Settings(origins=("https://friend.example",), token=TOKEN)
    with TestClient(application(cars_index(tmp_path / "index"), settings)) as client:
        for method in ("GET", "DELETE", "PUT"):
            refused = client.request(method, "/mcp")
            assert refused.status_code == 405 and refused.headers["allow"] == "POST"
        by = {
            origin: client.post("/mcp", json=ASKED, headers={"Origin": origin}).status_code
            for origin in ("https://evil.example", "https://friend.example", "http://testserver", "null")
        }
    assert by == {
        "https://evil.example": 403,
        "https://friend.example": 401,
        "http://testserver": 401,
        "null": 403,
    }


def test_assistants_in_a_page_of_a_known_site_may_send_the_headers_of_the_protocol(tmp_path: Path) -> None:
    settings = Settings(origins=("https://friend.example",))
    asked = {
        "Origin": "https://friend.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type,mcp-method,mcp-name,mcp-protocol-version,mcp-session-id",
    }
    with TestClient(application(cars_index(tmp_path / "index"), settings)) as client:
        assert client.options("/mcp", headers=asked).status_code == 200
        refused = client.options("/mcp", headers={**asked, "Origin": "https://evil.example"})
    assert "access-control-allow-origin" not in refused.headers


def test_a_refusal_is_an_error_of_the_protocol(tmp_path: Path) -> None:
    with TestClient(application(cars_index(tmp_path / "index"), Settings(rate=1, token=TOKEN))) as client:
        unknown, often = (client.post("/mcp", json=ASKED) for _ in range(2))
    for answer, code in ((unknown, "unauthorized"), (often, "too_many_requests")):
        told = answer.json()
        assert (told["jsonrpc"], told["id"], told["error"]["data"]) == ("2.0", None, {"code": code})
        assert isinstance(told["error"]["code"], int) and told["error"]["message"]
    assert unknown.headers["www-authenticate"] == "Bearer" and often.headers["retry-after"]


def test_the_rate_limit_counts_assistants(tmp_path: Path) -> None:
    with TestClient(application(cars_index(tmp_path / "index"), Settings(rate=1, token=TOKEN))) as client:
        codes = [client.post("/mcp", json=ASKED).status_code for _ in range(2)]
    assert codes == [401, 429]

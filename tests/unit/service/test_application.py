from __future__ import annotations

import inspect
import re
from pathlib import Path
from urllib.parse import urljoin

import pytest
from fastapi.testclient import TestClient

from debatable.cli.verbs.search import search as command
from debatable.service import Settings, application
from debatable.service.guard import HEADERS
from debatable.service.refusals import CODES
from debatable.service.routes.parameters import Search

ADDRESSES = ["/", "/?q=cars&method=bm25", "/api/v1/health", "/api/v1/search", "/static/page.css", "/nowhere"]


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_response_is_guarded(still: TestClient, address: str) -> None:
    headers = still.get(address).headers
    assert {name: headers[name] for name in HEADERS} == HEADERS
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none';") and "unsafe" not in policy and "http" not in policy


@pytest.mark.parametrize("address", ["/", "/brief?q=cars&method=bm25", "/api/v1/docs"])
def test_every_style_sheet_of_a_page_is_served(still: TestClient, address: str) -> None:
    sheets = re.findall(r'rel="stylesheet" href="([^"]+)"', still.get(address).text)
    assert len(sheets) >= 2
    assert {still.get(urljoin(address, sheet)).status_code for sheet in sheets} == {200}


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
        *("/api/v1/search", "/api/v1/search/batch", "/api/v1/search/bulk", "/api/v1/explain"),
        *("/api/v1/claims", "/api/v1/corpus", "/api/v1/corpora", "/api/v1/graphs/search"),
        *("/api/v1/premises/{name}/similar", "/api/v1/clusters", "/api/v1/clusters/{name}"),
        *(
            "/api/v1/arguments",
            "/api/v1/arguments/bulk",
            "/api/v1/arguments/{name}",
            "/api/v1/health",
            "/api/v1/metrics",
        ),
        *("/api/v1/points", "/api/v1/similar", "/api/v1/counter"),
    }
    lines = {("/api/v1/search/bulk", "post"), ("/api/v1/arguments/bulk", "get"), ("/api/v1/metrics", "get")}
    for path in told:
        for method, operation in document["paths"][path].items():
            content = operation["responses"]["200"]["content"]
            assert (path, method) in lines or "$ref" in content["application/json"]["schema"], path
            assert (path, method) not in lines or "application/json" not in content, path


def test_the_openapi_document_has_every_refusal_that_any_request_may_meet(still: TestClient) -> None:
    for path, operations in still.get("/api/v1/openapi.json").json()["paths"].items():
        for method, operation in operations.items():
            assert set(map(str, CODES)) <= set(operation["responses"]), (method, path)


def test_under_another_path_everything_is_found(folder: Path) -> None:
    with TestClient(application(folder, Settings(root_path="/debate"))) as client:
        for address in ("/api/v1/health", "/debate/api/v1/health"):  # the proxy took its part away, or not
            told = client.get(address)
            assert told.status_code == 200 and "etag" not in told.headers
        assert client.get("/api/v1/openapi.json").json()["servers"] == [{"url": "/debate"}]


def test_other_sites_may_read_answers_only_if_allowed(still: TestClient, folder: Path) -> None:
    origin = {"Origin": "https://example.org"}
    assert "access-control-allow-origin" not in still.get("/api/v1/health", headers=origin).headers
    with TestClient(application(folder, Settings(origins=("https://example.org",)))) as client:
        allowed = client.get("/api/v1/health", headers=origin).headers["access-control-allow-origin"]
        assert allowed == "https://example.org"
        evil = client.get("/api/v1/health", headers={"Origin": "https://evil.org"})
        assert "access-control-allow-origin" not in evil.headers


def test_other_sites_may_read_refusals_and_answers_that_have_not_changed(folder: Path) -> None:
    origin = {"Origin": "https://example.org"}
    large = {**origin, "Content-Length": "2000000"}
    with TestClient(application(folder, Settings(origins=("https://example.org",), rate=4))) as client:
        tag = client.get("/api/v1/corpus", headers=origin).headers["etag"]
        answers = [
            client.get("/api/v1/corpus", headers={**origin, "If-None-Match": tag}),
            client.post("/api/v1/similar", headers=large),
            client.delete("/api/v1/arguments?id=a", headers=origin),
            client.get("/api/v1/corpus", headers={**origin, "Content-Encoding": "gzip"}),
            *(client.get("/api/v1/corpus", headers=origin) for _ in range(3)),
        ]
    assert {304, 403, 413, 415, 429} <= {answer.status_code for answer in answers}
    for answer in answers:
        assert answer.headers["access-control-allow-origin"] == "https://example.org", answer.status_code


def test_programs_get_what_the_command_line_shows(still: TestClient) -> None:
    told = still.get("/api/v1/search", params={"q": "cars", "method": "bm25"}).json()["parameters"]
    defaults = {name: one.default for name, one in inspect.signature(command).parameters.items()}
    assert (told["k"], told["stance"]) == (defaults["k"], defaults["stance"])
    assert Search.model_validate({"q": "cars"}).method == defaults["method"]

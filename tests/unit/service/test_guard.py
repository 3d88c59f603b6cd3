from __future__ import annotations

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

import debatable
from debatable.engines import Engine
from debatable.service import application
from debatable.service.gate.settings import LOOPBACK, Settings
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


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("localhost:8080", 200),
        ("127.0.0.1", 200),
        ("[::1]:8080", 200),
        ("evil.example", 421),
        ("localhost.evil.example:8080", 421),
        ("", 421),
    ],
)
def test_a_server_of_this_machine_answers_to_its_own_names_only(folder: Path, name: str, status: int) -> None:
    """A page that gives its own name the address of this machine could read the corpus."""
    with TestClient(application(folder, Settings(hosts=LOOPBACK))) as client:
        answer = client.get("/api/v1/corpus", headers={"host": name})
    assert answer.status_code == status
    assert all(answer.headers[header] == value for header, value in HEADERS.items())


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ],
)
@pytest.mark.parametrize("address", ["/", CARS, "/nothing", "/static/page.css", "/api/v1/health"])
def test_every_header_is_on_every_answer(still: TestClient, address: str, name: str, value: str) -> None:
    assert still.get(address).headers[name] == value


@pytest.mark.parametrize("address", ["/", CARS, "/nothing"])
def test_pages_may_load_and_send_to_nothing_else(still: TestClient, address: str) -> None:
    told = still.get(address).headers["Content-Security-Policy"]
    policy = dict(rule.strip().split(" ", 1) for rule in told.split(";"))
    assert policy.pop("default-src") == policy.pop("base-uri") == policy.pop("frame-ancestors") == "'none'"
    assert policy.pop("img-src") == "'self' data:"
    assert set(policy) == {"style-src", "script-src", "connect-src", "form-action"}
    assert set(policy.values()) == {"'self'"}


@pytest.mark.parametrize(
    ("method", "address", "status", "code"),
    [
        ("GET", "/nothing", 404, "not_found"),
        ("GET", "/api/v1/clusters/p999", 404, "not_found"),
        ("POST", "/api/v1/search", 405, "method_not_allowed"),
        ("GET", "/api/v1/search?q=cars&k=0", 422, "bad_parameter"),
        ("GET", "/api/v1/search?q=cars&colour=red", 422, "bad_parameter"),
        ("GET", "/api/v1/search?q=cars&method=bm24", 400, "unknown_name"),
        ("GET", "/api/v1/search?q=%20&method=bm25", 400, "bad_query"),
        ("GET", "/api/v1/search?q=cars&method=bm25&source=nobody", 400, "bad_input"),
    ],
)
def test_status_and_code_of_each_refusal(
    still: TestClient, method: str, address: str, status: int, code: str
) -> None:
    answer = still.request(method, address)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)

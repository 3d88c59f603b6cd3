from __future__ import annotations

import asyncio
from pathlib import Path
from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

import debatable
from debatable.engines import Engine
from debatable.service import application
from debatable.service.guard import HEADERS, LARGEST, Guard, Metrics
from debatable.service.settings import LOOPBACK, Settings
from tests.support.indexes import argument
from tests.unit.service.conftest import EVIL

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
        ("[::1]evil", 421),
        ("[::1]evil.example:80", 421),
        ("localhost:80@evil.org", 421),
        ("localhost:evil", 421),
        ("localhost evil", 421),
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


BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("/nothing", 404, "There is nothing at this address."),
        ("/a/b/c", 404, "There is nothing at this address."),
        ("/topics?of=c999999", 404, "There is nothing at this address."),
        ("/brief", 400, "The query is empty; give a claim."),
        (f"/brief?q=cars&format={quote(EVIL)}", 422, "Format: input should be"),
    ],
)
def test_a_browser_gets_a_refusal_as_a_page(still: TestClient, address: str, status: int, words: str) -> None:
    page = still.get(address, headers=BROWSER)
    assert page.status_code == status and page.headers["content-type"].startswith("text/html")
    assert words in page.text and EVIL not in page.text and page.headers["Vary"] == "Accept"
    assert 'href="/static/page.css"' in page.text and '<a href="/">Back' in page.text, "from any depth"
    assert "error" in still.get(address).json(), "programs get data"


def test_a_browser_gets_what_the_interface_refuses_as_data(still: TestClient) -> None:
    assert still.get("/api/v1/clusters/p999", headers=BROWSER).json()["error"]["code"] == "not_found"


def test_a_refusal_on_a_page_leads_back_under_the_address_of_a_proxy(folder: Path) -> None:
    with TestClient(application(folder, Settings(root_path="/debate"))) as client:
        page = client.get("/nothing", headers=BROWSER).text
    assert 'href="/debate/static/page.css"' in page and '<a href="/debate/">Back' in page


def status_of_pieces(pieces: list[bytes]) -> tuple[int, int]:
    """Sends a body of unknown length piece by piece; returns the status, and how much of it was taken."""
    taken, sent = 0, list[Message]()

    async def reads_all(scope: Scope, receive: Receive, send: Send) -> None:
        while (await receive()).get("more_body"):
            pass
        await Response("read")(scope, receive, send)

    async def receive() -> Message:
        nonlocal taken
        piece = pieces.pop(0)
        taken += len(piece)
        return {"type": "http.request", "body": piece, "more_body": bool(pieces)}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": "/", "query_string": b"", "headers": []}
    guard = Guard(reads_all, state=lambda: "", metrics=Metrics(), settings=Settings())
    asyncio.run(guard(scope, receive, send))
    return sent[0]["status"], taken


@pytest.mark.parametrize("size", [LARGEST // 10, LARGEST // 3, LARGEST - 1, LARGEST, LARGEST + 1])
def test_a_request_in_pieces_may_not_be_larger_than_in_one(size: int) -> None:
    whole = b"[" * LARGEST
    for extra, status in ((b"", 200), (b"[", 413), (b"[" * LARGEST, 413)):
        body = whole + extra
        pieces = [body[at : at + size] for at in range(0, len(body), size)]
        told, taken = status_of_pieces(pieces)
        assert told == status
        assert taken <= LARGEST + size  # what is beyond the limit is not even asked for


def test_a_request_as_large_as_allowed_is_read(still: TestClient) -> None:
    whole = b"[" * LARGEST
    for content in (whole, iter([whole[:7], whole[7:]])):
        assert still.post("/api/v1/search/batch", content=content).status_code == 422


@pytest.mark.parametrize("length", ["-1", "1e3", str(LARGEST + 1), "9" * 40, "x"])
def test_a_length_that_is_none_or_too_large_is_refused_unread(still: TestClient, length: str) -> None:
    refused = still.post("/api/v1/search/batch", content=b"[]", headers={"Content-Length": length})
    assert refused.status_code == 413


@pytest.mark.parametrize(
    ("method", "address", "allowed"),
    [
        ("POST", "/api/v1/search", {"GET"}),
        ("DELETE", "/", {"GET"}),
        ("GET", "/api/v1/search/batch", {"POST"}),
        ("PUT", "/api/v1/health", {"GET"}),
    ],
)
def test_a_method_that_is_not_taken_is_told_those_that_are(
    still: TestClient, method: str, address: str, allowed: set[str]
) -> None:
    refused = still.request(method, address)
    assert refused.status_code == 405
    assert {name.strip() for name in refused.headers["allow"].split(",")} == allowed


def test_an_answer_that_did_not_change_keeps_its_headers(still: TestClient) -> None:
    first = still.get(CARS)
    again = still.get(CARS, headers={"If-None-Match": first.headers["etag"]})
    for name in ("etag", "cache-control", *HEADERS):
        assert again.headers[name] == first.headers[name]
    assert first.headers["cache-control"] == "no-cache"
    assert still.head(CARS).headers["etag"] == first.headers["etag"]
    several = f'"other", {first.headers["etag"]}'
    assert still.get(CARS, headers={"If-None-Match": several}).status_code == 304


def test_tags_are_of_the_whole_address(still: TestClient) -> None:
    addresses = [CARS, f"{CARS}&k=3", "/api/v1/claims", "/", "/api/v1/corpus"]
    tags = [still.get(address).headers["etag"] for address in addresses]
    assert len(set(tags)) == len(tags)

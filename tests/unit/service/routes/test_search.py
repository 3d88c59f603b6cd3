from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

import debatable
from debatable.engines import Engine
from debatable.service import Settings, application
from debatable.service.schema import AnswersBody, ErrorBody, ExplainBody, PageBody
from tests.support.indexes import argument


def test_the_api_answers_with_explanations(still: TestClient) -> None:
    answer = still.get("/api/v1/search", params={"q": "ban cars", "method": "bm25", "explain": True}).json()
    assert {hit["premise"]["id"] for hit in answer["hits"]} == {"a", "b"}
    assert answer["hits"][0]["explanation"]["value"] == answer["hits"][0]["score"]
    PageBody.model_validate(answer)


def test_stages_after_a_method_are_asked_for_by_name(still: TestClient) -> None:
    name = "pipeline(method=bm25,stance_threshold=0.9)"
    answer = still.get("/api/v1/search", params={"q": "ban cars", "method": name}).json()
    assert answer["method"] == name and answer["hits"]
    lines = still.post("/api/v1/search/bulk", json={"queries": ["ban cars"], "method": name}).text
    assert json.loads(lines.splitlines()[0])["method"] == name


@pytest.mark.parametrize(
    ("params", "status", "code"),
    [
        ({"q": ""}, 400, "bad_query"),
        ({"q": "x" * 20_000}, 400, "bad_query"),
        ({"q": "x" * 50_000}, 422, "bad_parameter"),
        ({"q": "cars", "method": "nonsense"}, 400, "unknown_name"),
        ({"q": "cars", "method": "bm25(claims=many)"}, 400, "bad_input"),
        ({"q": "cars", "method": "framework-sliding"}, 400, "bad_input"),
        ({"q": "cars", "method": "pipeline(method=nonsense)"}, 400, "unknown_name"),
        ({"q": "cars", "method": "pipeline(depth=1000000000)"}, 400, "bad_input"),
        ({"q": "cars", "method": "pipeline(method=best(stance=/etc))"}, 422, "bad_parameter"),
        ({"q": "cars", "source": "elsewhere"}, 400, "bad_input"),
        ({"q": "cars", "k": "1000000"}, 422, "bad_parameter"),
        ({"q": "cars", "stance": "perhaps"}, 422, "bad_parameter"),
        ({"q": "cars", "method": "best(stance=/etc)"}, 422, "bad_parameter"),
        ({"q": "cars", "method": "best(stance=learned(model=..\\etc))"}, 422, "bad_parameter"),
        ({"q": "cars", "sources": "portal"}, 422, "bad_parameter"),
        ({}, 422, "bad_parameter"),
    ],
)
def test_bad_requests(still: TestClient, params: dict[str, str], status: int, code: str) -> None:
    refused = still.get("/api/v1/search", params=params)
    assert refused.status_code == status
    error = ErrorBody.model_validate(refused.json()).error
    assert error.code == code and "pytest" not in error.message and len(error.message) < 400


def test_the_api_filters_and_knows_operators(still: TestClient) -> None:
    def ids(**wanted: str) -> list[str]:
        hits = still.get("/api/v1/search", params={"method": "bm25", **wanted}).json()["hits"]
        return [hit["premise"]["id"] for hit in hits]

    assert ids(q="ban cars -loud") == ["b"]
    assert ids(q='cars "are loud"') == ["a"]
    assert sorted(ids(q="ban cars", source="portal", language="en")) == ["a", "b"]
    refused = still.get("/api/v1/search", params={"q": "cars", "source": "elsewhere"})
    assert "no argument from 'elsewhere'" in refused.json()["error"]["message"]


def test_which_claim_of_a_batch_is_refused_is_said(still: TestClient) -> None:
    """Of 32 claims one was empty, and nobody knew which."""
    asked = {"queries": ["ban cars", " "], "method": "bm25"}
    refused = still.post("/api/v1/search/batch", json=asked)
    assert (refused.status_code, refused.json()["error"]["code"]) == (400, "bad_query")
    assert refused.json()["error"]["message"].startswith("query 2 of 2: the query is empty; ")


def test_a_batch_answers_each_claim_as_alone(still: TestClient) -> None:
    queries = ["ban cars", "cars are free"]
    answers = still.post("/api/v1/search/batch", json={"queries": queries, "method": "bm25", "k": 1}).json()
    AnswersBody.model_validate(answers)
    for query, answer in zip(queries, answers["answers"], strict=True):
        alone = still.get("/api/v1/search", params={"q": query, "method": "bm25", "k": 1}).json()
        assert {**answer, "seconds": 0, "next": alone["next"]} == {**alone, "seconds": 0}
    bodies: list[Any] = [
        {},
        {"queries": []},
        {"queries": ["a"] * 33},
        {"queries": ["a"], "quality": 1},
        ["a"],
    ]
    for wrong in bodies:
        assert still.post("/api/v1/search/batch", json=wrong).status_code == 422


def test_a_premise_is_explained_or_said_to_be_missing(still: TestClient) -> None:
    asked = {"q": "ban cars", "method": "bm25", "premise": "b"}
    told = still.get("/api/v1/explain", params=asked).json()
    ExplainBody.model_validate(told)
    assert told["hit"]["premise"]["id"] == "b" and told["reason"].startswith("Speaks against this very claim")
    other = still.get("/api/v1/explain", params={**asked, "q": "cars"}).json()
    assert other["reason"].startswith("Speaks against ‘Ban cars’")
    missing = still.get("/api/v1/explain", params={**asked, "premise": "z"})
    assert missing.status_code == 404 and missing.json()["error"]["code"] == "not_found"


def test_answers_in_bulk_come_line_by_line(still: TestClient) -> None:
    asked = {"queries": ["cars", "", "zoos"], "method": "bm25", "k": 1}
    told = still.post("/api/v1/search/bulk", json=asked)
    assert told.headers["content-type"] == "application/x-ndjson"
    first, empty, last = (json.loads(line) for line in told.text.splitlines())
    alone = still.get("/api/v1/search", params={"q": "cars", "method": "bm25", "k": 1}).json()
    assert first | {"seconds": 0, "next": 1} == alone | {"seconds": 0} and last["query"] == "zoos"
    assert empty["error"]["code"] == "bad_query"
    assert still.post("/api/v1/search/bulk", json=asked | {"method": "bm24"}).status_code == 400
    assert still.post("/api/v1/search/bulk", json={"queries": ["x"] * 1_001}).status_code == 422


def test_an_answer_says_what_was_searched_for(still: TestClient) -> None:
    asked = {"q": "ban carrs", "method": "bm25"}
    answer = still.get("/api/v1/search", params=asked).json()
    assert (answer["query"], answer["corrected"]) == ("ban carrs", "ban cars") and answer["hits"]
    assert answer["parameters"]["spelling"] is True
    PageBody.model_validate(answer)
    typed = still.get("/api/v1/search", params={**asked, "spelling": False}).json()
    assert typed["corrected"] == "" and typed["parameters"]["spelling"] is False
    explained = still.get("/api/v1/explain", params={**asked, "premise": "a"}).json()
    assert ExplainBody.model_validate(explained).corrected == "ban cars"


def test_many_claims_are_corrected_each(still: TestClient) -> None:
    asked = {"queries": ["ban carrs", "ban cars"], "method": "bm25"}
    answers = still.post("/api/v1/search/batch", json=asked).json()["answers"]
    assert [answer["corrected"] for answer in answers] == ["ban cars", ""]
    lines = still.post("/api/v1/search/bulk", json={**asked, "spelling": False}).text.splitlines()
    assert [json.loads(line)["corrected"] for line in lines] == ["", ""]


def test_pages_have_every_hit_once(folder: Path) -> None:
    debatable.add(
        [argument(f"x{n}", f"Cars number {n} are {'loud' * (n % 3)}") for n in range(12)], to=folder
    )
    with TestClient(application(folder)) as client:

        def page(**asked: int) -> dict[str, Any]:
            params: dict[str, str | int] = {"q": "cars", "method": "bm25", **asked}
            document: dict[str, Any] = client.get("/api/v1/search", params=params).json()
            return document

        everything = [hit["premise"]["id"] for part in ("hits", "weak") for hit in page(k=100)[part]]
        seen: list[str] = []
        offset: int | None = 0
        while offset is not None:
            one = page(k=3, offset=offset)
            seen += [hit["premise"]["id"] for part in ("hits", "weak") for hit in one[part]]
            offset = one["next"]
        assert len(seen) == len(set(seen)) and set(seen) == set(everything)


def test_a_service_may_rank_by_another_method(folder: Path) -> None:
    with TestClient(application(folder, Settings(method="bm25"))) as client:
        assert client.get("/api/v1/search?q=cars").json()["method"] == "bm25"
        assert client.get("/api/v1/search?q=cars&method=bm25f").json()["method"] == "bm25f"
        batch = client.post("/api/v1/search/batch", json={"queries": ["cars"]}).json()
        assert batch["answers"][0]["method"] == "bm25"
        assert '<option value="bm25" selected' in client.get("/?q=cars").text


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"q": "cars", "methd": "bm25"}, "there is no parameter 'methd'; did you mean method"),
        ({"q": "cars", "xyzzy": "1"}, "there is no parameter 'xyzzy'"),
    ],
)
def test_a_parameter_that_is_not_there_is_named(client: TestClient, asked: dict[str, str], said: str) -> None:
    assert client.get("/api/v1/search", params=asked).json()["error"]["message"].startswith(said)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"nope", "the body is not JSON at column 1"),
        (b'{"queries": ["a"', "the body is not JSON at column 17"),
        (b'{"queries": ["a"], "stanc": "pro"}', "there is no parameter 'stanc'; did you mean stance?"),
    ],
)
def test_a_body_that_is_no_json_is_told_where(client: TestClient, body: bytes, said: str) -> None:
    headers = {"Content-Type": "application/json"}
    refused = client.post("/api/v1/search/batch", content=body, headers=headers)
    assert refused.status_code == 422 and refused.json()["error"]["message"].startswith(said)


@pytest.mark.parametrize(
    ("body", "headers", "status", "said"),
    [
        (b'{"queries": ["stra\xdfe"]}', {}, 400, "the body is not UTF-8 at byte 19"),
        (b"[" * 200_000, {}, 400, "the body is nested too deeply"),
        (
            gzip.compress(b'{"queries": ["cars"]}', mtime=0),
            {"Content-Encoding": "gzip"},
            415,
            "the body is packed",
        ),
        (b'{"queries": ["cars"], "method": "bm25"}', {"Content-Encoding": "identity"}, 200, ""),
    ],
)
def test_what_is_wrong_with_a_body_is_named(
    client: TestClient, body: bytes, headers: dict[str, str], status: int, said: str
) -> None:
    """All of them were said to be a request that cannot be read."""
    headers = {"Content-Type": "application/json", **headers}
    answer = client.post("/api/v1/search/batch", content=body, headers=headers)
    assert answer.status_code == status, answer.text
    assert not said or answer.json()["error"]["message"].startswith(said)


@pytest.mark.parametrize(
    ("address", "body", "said"),
    [
        (
            "search/batch?k=1",
            {"queries": ["cars"]},
            "there is no parameter 'k' in the address; send it in the body",
        ),
        ("search/bulk?method=bm25", {"queries": ["cars"]}, "there is no parameter 'method' in the address"),
        ("counter?k=1", {"premise": "cars"}, "there is no parameter 'k' in the address"),
        ("similar?k=1", {"text": "cars"}, "there is no parameter 'k' in the address"),
        ("graphs/search?colour=red", {"text": "cars"}, "there is no parameter 'colour'"),
    ],
)
def test_parameters_beside_a_body_are_refused(
    still: TestClient, address: str, body: dict[str, Any], said: str
) -> None:
    """They were passed over without a word, and the defaults taken."""
    refused = still.post(f"/api/v1/{address}", json=body)
    assert refused.status_code == 422 and refused.json()["error"]["message"].startswith(said), refused.text


def test_an_answer_that_was_cut_short_says_so_and_is_not_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = Engine.search

    def hurried(self: Engine, query: str, **options: Any) -> object:
        options["deadline"].unread += 3
        return search(self, query, **options)

    asked = "/api/v1/search?q=cars&method=bm25"
    with TestClient(application(folder, Settings(budget=2.0, kept=0))) as client:
        assert client.get(asked).headers["etag"]
        monkeypatch.setattr(Engine, "search", hurried)
        answer = client.get(asked)
        assert "the time budget of 2 seconds was over before all was read" in " ".join(
            answer.json()["remarks"]
        )
        assert "etag" not in answer.headers


def test_many_arguments_are_described_for_generated_clients(client: TestClient) -> None:
    document = client.get("/api/v1/openapi.json").json()
    body = document["paths"]["/api/v1/arguments/bulk"]["post"]["requestBody"]
    schema = body["content"]["application/x-ndjson"]["schema"]
    assert (
        body["required"] and schema["type"] == "string" and "One JSON object a line" in schema["description"]
    )

from __future__ import annotations

from fastapi.testclient import TestClient

from debatable.model import Argument, Cluster, Explanation, Hit, Premise, Stance
from debatable.service.routes.search import argument_of


def test_a_request_of_args_me_is_answered_in_its_names(still: TestClient) -> None:
    """As its clients ask: https://www.args.me/api/v2/arguments?query=…&pageSize=…&format=json."""
    answer = still.get(
        "/api/v2/arguments?query=ban+cars&pageSize=300&format=json&fields=arguments.premises"
    ).json()
    assert answer["query"]["text"] == "ban cars" and answer["totalSize"] == len(answer["arguments"]) == 2
    stances = {argument["id"]: argument["stance"] for argument in answer["arguments"]}
    assert stances == {"a": "PRO", "b": "CON"}
    loud = next(argument for argument in answer["arguments"] if argument["id"] == "a")
    assert loud["conclusion"] == "Ban cars"
    assert loud["premises"] == [{"text": "Cars are loud", "stance": "PRO", "annotations": []}]
    assert loud["context"]["sourceUrl"] == "https://example.org/a"
    assert loud["context"]["sourceDomain"] == "example.org" and "discussionTitle" in loud["context"]


def test_what_args_me_would_not_take_is_refused(still: TestClient) -> None:
    for wrong in ("", "?query=cars&pageSize=0", "?query=cars&format=xml"):
        assert still.get(f"/api/v2/arguments{wrong}").status_code == 422


def test_what_is_missing_or_wrong_is_named(still: TestClient) -> None:
    """Of a missing query it was said that the body is missing, which a GET does not have."""
    missing = still.get("/api/v2/arguments").json()["error"]["message"]
    wrong = still.get("/api/v2/arguments?query=cars&format=xml").json()["error"]["message"]
    assert (missing, wrong) == ("query is missing", "format: input should be 'json'")


def test_a_broken_address_has_no_domain() -> None:
    premise = Premise("a", "Cars are loud")
    link = Argument("a", premise, url="http://[broken")
    hit = Hit(premise, (), Stance.PRO, 1.0, Cluster("a", ("a",)), Explanation("score", 1.0), (link,))
    assert argument_of(hit)["context"]["sourceDomain"] == ""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from debatable.service import Settings, application


def test_the_page_tells_every_address_and_needs_nobody_else(still: TestClient) -> None:
    page = still.get("/api/v1/docs")
    assert page.status_code == 200 and page.headers["content-type"].startswith("text/html")
    for path, methods in still.get("/api/v1/openapi.json").json()["paths"].items():
        for method in methods:
            assert f"<code>{method.upper()} {path}</code>" in page.text
    assert "http:" not in page.text and "https:" not in page.text and "<script" not in page.text
    assert still.get("/static/api.css").status_code == 200


@pytest.mark.parametrize("address", ["/api", "/api/", "/api/v1", "/api/v1/"])
def test_what_there_is_is_listed_where_one_looks_for_it(still: TestClient, address: str) -> None:
    """Each of these was nothing at all, so that who had the address of the service alone had to guess."""
    listed = still.get(address).json()
    told = {(one["method"].lower(), one["address"]) for one in listed["addresses"]}
    paths = still.get("/api/v1/openapi.json").json()["paths"]
    assert told == {(method, path) for path, methods in paths.items() for method in methods}
    assert all(one["answers"].endswith(".") for one in listed["addresses"])
    assert {still.get(where).status_code for where in listed["documentation"].values()} == {200}
    assert still.get(f"{address}?colour=red").status_code == 422


def test_the_list_is_named_where_an_address_is_wrong_and_goes_with_the_proxy(
    still: TestClient, folder: Path
) -> None:
    missing = still.get("/api/v1/serch").json()["error"]
    assert missing == {
        "code": "not_found",
        "message": "there is nothing at this address; /api lists what there is",
    }
    assert "/api lists" not in still.get("/serch").text
    with TestClient(application(folder, Settings(root_path="/debate"))) as client:
        listed = client.get("/api").json()
        assert listed["documentation"]["page"] == "/debate/api/v1/docs"
        assert listed["addresses"][0]["address"] == "/debate/api/v1/search"
        assert "; /debate/api lists" in client.get("/api/v1/serch").json()["error"]["message"]


def test_the_page_begins_with_links_to_all_addresses(still: TestClient) -> None:
    page = still.get("/api/v1/docs").text
    links = re.findall('<li><a href="#([^"]+)">', page)
    assert len(links) > 15 and all(f'<section id="{link}">' in page for link in links)

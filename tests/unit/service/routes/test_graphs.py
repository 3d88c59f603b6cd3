from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from debatable.errors import InputError
from debatable.service import Settings, application
from debatable.service.schema import GraphsBody

ADDRESS = "/api/v1/graphs/search"


def aif(claim: str, premise: str) -> dict[str, Any]:
    return {
        "nodes": [
            {"nodeID": "1", "text": claim, "type": "I"},
            {"nodeID": "2", "text": premise, "type": "I"},
            {"nodeID": "3", "text": "Default Inference", "type": "RA"},
        ],
        "edges": [
            {"edgeID": "4", "fromID": "2", "toID": "3"},
            {"edgeID": "5", "fromID": "3", "toID": "1"},
        ],
        "locutions": [],
    }


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cases")
    for name, claim, premise in (
        ("cars", "Ban cars from cities", "Cars are loud"),
        ("zoos", "Zoos should be closed", "Animals suffer in zoos"),
    ):
        (folder / f"{name}.json").write_text(json.dumps(aif(claim, premise)), "utf-8")
    (folder / "broken.json").write_text("{", "utf-8")
    return folder


def test_graphs_like_a_graph_or_a_sentence_are_found(folder: Path, cases: Path) -> None:
    with TestClient(application(folder, Settings(cases=cases))) as client:
        for query in (
            {"graph": aif("Close the zoos", "Animals suffer")},
            {"text": "All zoos should be closed", "k": 2},
        ):
            told = client.post(ADDRESS, json=query)
            assert [hit.case for hit in GraphsBody.model_validate(told.json()).hits] == ["zoos", "cars"]
        assert client.post(ADDRESS, json={"graph": aif("Ban cars", "x")}).json()["hits"][0]["nodes"]
        for wrong, status in (
            ({}, 422),
            ({"text": "x", "graph": {}}, 422),
            ({"text": "x", "k": 11}, 422),
            ({"graph": {}}, 400),
            ({"graph": {"nodes": [], "edges": []}}, 400),
        ):
            refused = client.post(ADDRESS, json=wrong)
            assert refused.status_code == status and str(cases) not in refused.text


def test_without_graphs_there_are_none(still: TestClient) -> None:
    refused = still.post(ADDRESS, json={"text": "Ban cars"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (404, "no_graphs")


def test_a_folder_without_graphs_shows_at_the_start(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text("{", "utf-8")
    with pytest.raises(InputError, match="no graph"):
        application(folder, Settings(cases=tmp_path))

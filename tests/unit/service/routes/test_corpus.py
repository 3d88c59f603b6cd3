from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient

from debatable.model import claim_id
from debatable.service import application
from debatable.service.schema import ClaimsBody, ClusterBody, CorpusBody, SimilarBody
from tests.support.indexes import argument, cars_index


def test_the_corpus_tells_its_counts_and_no_folder(client: TestClient, folder: Path) -> None:
    told = client.get("/api/v1/corpus")
    corpus = CorpusBody.model_validate(told.json())
    assert (corpus.arguments, corpus.claims, corpus.sources) == (2, 1, {"portal": 2})
    assert "bm25" in corpus.methods and str(folder) not in told.text


def test_claims_are_listed_and_found(still: TestClient) -> None:
    every = ClaimsBody.model_validate(still.get("/api/v1/claims").json())
    assert every.total == 1 and every.claims[0].id == claim_id("Ban cars")
    assert still.get("/api/v1/claims", params={"offset": 1}).json()["claims"] == []
    assert still.get("/api/v1/claims", params={"q": "cars"}).json() == every.model_dump()
    assert still.get("/api/v1/claims", params={"q": "zebras"}).json()["claims"] == []


def test_similar_premises_leave_out_the_premise_itself(still: TestClient) -> None:
    found = SimilarBody.model_validate(still.get("/api/v1/premises/a/similar").json())
    assert [one.premise.id for one in found.similar] == ["b"] and found.similar[0].similarity > 0
    assert still.get("/api/v1/premises/nobody/similar").status_code == 404


def test_an_id_may_hold_slashes_and_other_signs_of_addresses(tmp_path: Path) -> None:
    """Files in folders give ids with slashes; there was nothing at their addresses, escaped or not."""
    names = ("talks/a:1", "x/similar", "50% off?", "#1")
    folder = cars_index(tmp_path / "index", *(argument(name, f"Cars are {name}") for name in names))
    with TestClient(application(folder)) as client:
        for name in names:
            found = client.get(f"/api/v1/premises/{quote(name, safe='')}/similar", params={"k": 1})
            assert found.status_code == 200 and found.json()["id"] == name, found.text
        assert 'route="/api/v1/premises/{name}/similar",status="200"} 4' in client.get("/api/v1/metrics").text


def test_clusters_have_members(still: TestClient) -> None:
    """Without vectors every text stands alone."""
    cluster = ClusterBody.model_validate(still.get("/api/v1/clusters/p0").json())
    assert cluster.size == 1 and cluster.members[0].id == "a"
    assert still.get("/api/v1/clusters/c0").json()["members"][0]["text"] == "Ban cars"


@pytest.mark.parametrize("name", ["p7", "q0", "p", "p-1", "p٣", "p" + "9" * 30, "0"])
def test_a_cluster_that_is_not_there(still: TestClient, name: str) -> None:
    refused = still.get(f"/api/v1/clusters/{name}")
    assert refused.status_code == 404 and refused.json()["error"]["message"] == "there is no such cluster"


@pytest.mark.parametrize("address", ["claims", "corpus", "clusters/p0", "premises/a/similar"])
def test_unknown_parameters_are_refused(still: TestClient, address: str) -> None:
    assert still.get(f"/api/v1/{address}", params={"colour": "red"}).status_code == 422


def test_lists_come_page_by_page(still: TestClient) -> None:
    first = still.get("/api/v1/clusters", params={"limit": 1}).json()
    assert (first["total"], first["next"]) == (2, 1)
    last = still.get("/api/v1/clusters", params={"limit": 1, "offset": 1}).json()
    assert last["next"] is None and last["clusters"] != first["clusters"]
    name = first["clusters"][0]["id"]
    members = ClusterBody.model_validate(still.get(f"/api/v1/clusters/{name}").json())
    assert (members.total, members.size, members.next, len(members.members)) == (1, 1, None, 1)
    past = still.get(f"/api/v1/clusters/{name}", params={"offset": 1}).json()
    assert (past["total"], past["members"]) == (1, [])
    assert still.get("/api/v1/clusters", params={"kind": "claims"}).json()["total"] == 1
    assert still.get("/api/v1/claims", params={"q": "zzqx"}).json()["total"] == 0


def test_all_corpora_are_one(still: TestClient) -> None:
    assert still.get("/api/v1/corpora").json() == {"corpora": [still.get("/api/v1/corpus").json()]}


def test_unknown_parameters_are_refused_everywhere(still: TestClient) -> None:
    document = still.get("/api/v1/openapi.json").json()
    for path, methods in document["paths"].items():
        if "get" in methods and path.startswith("/api/v1/"):
            refused = still.get(
                path.replace("{name}", "p0"), params={"q": "cars", "premise": "a", "zzqx": "1"}
            )
            assert (refused.status_code, refused.json()["error"]["code"]) == (422, "bad_parameter"), path

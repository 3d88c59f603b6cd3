"""A cluster of three nodes on this machine, searched by eight clients while one node is killed and comes back.

pytest -n0 -s -m slow tests/end_to_end/test_qdrant_cluster.py     # prints the figures
"""

from __future__ import annotations

import json
import time
import urllib.request
from pathlib import Path

import pytest

from debatable.corpus.readers import read
from debatable.engines import make_index
from tests.support.outage import outage
from tests.support.qdrant_server import Node, NoServerError, binary, cluster

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("qdrant")]


def nodes_of(node: Node) -> dict[str, object]:
    with urllib.request.urlopen(f"http://{node.address}/cluster", timeout=5) as answer:
        found: dict[str, object] = json.load(answer)["result"]["peers"]
    return found


def shards(node: Node, collection: str) -> list[dict[str, str]]:
    """Returns the shards of a collection, here and elsewhere."""
    with urllib.request.urlopen(
        f"http://{node.address}/collections/{collection}/cluster", timeout=5
    ) as answer:
        found = json.load(answer)["result"]
    return [*found["local_shards"], *found["remote_shards"]]


def whole(node: Node, collection: str) -> bool:
    return all(shard["state"] == "Active" for shard in shards(node, collection))


def test_a_node_dies_and_comes_back(shared: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever is answered is what the local engine answers."""
    try:
        binary()
    except NoServerError as reason:
        pytest.skip(str(reason))
    bench = shared / "bench" / "keypoints"
    queries = [json.loads(line)["text"] for line in (bench / "queries.jsonl").read_text().splitlines()]
    make_index(read([bench / "corpus.jsonl"], on_error="skip"), tmp_path / "local", on_duplicate="skip")
    with cluster(3) as nodes:
        assert len(nodes_of(nodes[0])) == 3
        watch = outage(nodes, tmp_path / "local", queries)
        assert len(shards(nodes[1], "outage.000001")) == 6
        end = time.monotonic() + 60
        while not whole(nodes[1], "outage.000001") and time.monotonic() < end:
            time.sleep(0.5)
        assert whole(nodes[1], "outage.000001"), "the node that came back has everything again"
    with capsys.disabled():
        print("\n" + "\n".join(watch.report()))
    assert not [search for search in watch.searches if search.outcome == "wrong"]
    errors = [search for search in watch.searches if search.outcome.startswith("error")]
    assert {search.phase for search in errors} <= {"one killed", "coming back"}
    assert len(errors) <= 0.02 * len(watch.searches)
    assert {search.phase for search in watch.searches} == {"all nodes", "one killed", "coming back"}

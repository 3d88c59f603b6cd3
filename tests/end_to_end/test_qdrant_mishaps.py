"""What can go wrong with a server: one sentence each, exit 2, and nothing half-made is current."""

from __future__ import annotations

import json
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import pytest
from fastapi.testclient import TestClient
from qdrant_client import QdrantClient

from debatable.engines.qdrant import names
from debatable.engines.qdrant.address import KEY
from debatable.engines.qdrant.generations import SILENT
from debatable.engines.qdrant.names import MANIFEST
from debatable.service import application
from debatable.service.settings import Settings
from tests.support.command_line import COMMAND, complaint, invoked
from tests.support.hostile_server import hostile_server, slowed
from tests.support.qdrant_server import Node, NoServerError, free_ports, running, shared_node

CORPUS = [
    {"id": f"a{number}", "claim": "Ban cars", "premise": f"Cars number {number} are loud", "stance": "pro"}
    for number in range(40)
]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "corpus.jsonl"
    path.write_text("\n".join(map(json.dumps, CORPUS)))
    return path


@pytest.fixture
def node() -> Iterator[Node]:
    try:
        yield shared_node()
    except NoServerError as reason:
        pytest.skip(str(reason))


def at(node: Node, name: str) -> str:
    return f"qdrant://{node.address}/{name}"


def test_a_server_that_is_away(
    corpus: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    where = f"qdrant://127.0.0.1:{free_ports(1)[0]}/debates?timeout=2"
    for verb in (
        ["search", "cars", "--index", where],
        ["info", where],
        ["verify", where],
        ["index", corpus, "--into", where],
        ["add", corpus, "--to", where],
        ["remove", "a1", "--from", where],
    ):
        said = complaint(capsys, monkeypatch, *verb)
        assert "no server answers" in said and said.endswith("start it, or check the address")


def test_a_server_that_drips_is_left_at_a_signal() -> None:
    with hostile_server("drips body", asked := threading.Event()) as at:
        command = [*COMMAND, "search", "cars", "--index", f"qdrant://{at}/debates?timeout=60"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert asked.wait(120)
        start = time.monotonic()
        process.terminate()
        out, said = process.communicate(timeout=60)
    assert time.monotonic() - start < 5
    assert (process.returncode, out, said) == (130, "", "debatable: interrupted; nothing was changed\n")


def test_what_is_no_address(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    said = complaint(capsys, monkeypatch, "info", "qdrant://localhost/debates")
    assert said.endswith("'localhost' is no host and port; write it as qdrant://HOST:PORT/NAME")


@pytest.mark.slow
def test_all_verbs(node: Node, corpus: Path, tmp_path: Path) -> None:
    where = at(node, "verbs")
    first = tmp_path / "first.jsonl"
    first.write_text("\n".join(map(json.dumps, CORPUS[:30])))
    rest = tmp_path / "rest.jsonl"
    rest.write_text("\n".join(map(json.dumps, CORPUS[30:])))
    assert json.loads(invoked("index", first, "--into", where, "--json").stdout)["added"] == 30
    assert json.loads(invoked("add", rest, "--to", where, "--json").stdout)["added"] == 10
    assert json.loads(invoked("remove", "a3", "a35", "--from", where, "--json").stdout)["removed"] == 2
    info = json.loads(invoked("info", where, "--json").stdout)
    assert (info["arguments"], info["claims"], info["generation"]) == (38, 1, "verbs.000003")
    assert invoked("verify", where).stdout == f"{where}: all is well\n"
    found = invoked("search", "Ban cars", "--index", where, "--json", "-k", "5").stdout
    hits = json.loads(found)["hits"]
    left = {line["premise"] for line in CORPUS} - {CORPUS[3]["premise"], CORPUS[35]["premise"]}
    assert hits and {hit["premise"]["text"] for hit in hits} <= left


@pytest.mark.slow
def test_an_alias_that_is_missing(
    node: Node, corpus: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    where = at(node, "nowhere")
    for verb in (["search", "cars", "--index", where], ["info", where], ["add", corpus, "--to", where]):
        said = complaint(capsys, monkeypatch, *verb)
        assert said.endswith(f"{where} does not exist; make it with: debatable index CORPUS --into {where}")


@pytest.mark.slow
def test_a_collection_of_another_version(
    node: Node, corpus: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    where = at(node, "later")
    invoked("index", corpus, "--into", where, "--encoder", "none")
    client = QdrantClient(url=f"http://{node.address}", check_compatibility=False)
    client.set_payload("later.000001", {"format": 7}, [MANIFEST], wait=True)
    for verb in (["search", "cars", "--index", where], ["info", where], ["add", corpus, "--to", where]):
        assert "the collection has format 7, this Debatable knows up to 2" in complaint(
            capsys, monkeypatch, *verb
        )
    assert [one.name for one in client.get_collections().collections if one.name.startswith("later")] == [
        "later.000001"
    ]
    client.close()


@pytest.mark.slow
def test_a_wrong_key(
    node: Node, corpus: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(key="right") as locked:
        where = at(locked, "debates")
        monkeypatch.setenv(KEY, "wrong")
        for verb in (["search", "cars", "--index", where], ["index", corpus, "--into", where]):
            said = complaint(capsys, monkeypatch, *verb)
            assert said.endswith(f"the server refuses the key; set {KEY} to a key that may do it")
        monkeypatch.setenv(KEY, "right")
        invoked("index", corpus, "--into", where, "--encoder", "none")


@pytest.mark.slow
def test_a_full_disk(
    node: Node, corpus: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The index that was there before is served on, and nothing of the new one is left."""
    with ExitStack() as stack:
        try:
            small = stack.enter_context(running(disk=300 << 20))
        except NoServerError as reason:
            pytest.skip(f"no small disk can be mounted here: {reason}")
        where = at(small, "debates")
        invoked("index", corpus, "--into", where, "--encoder", "none")
        for room in (40 << 20, 4 << 20):
            small.leave_free(room)
            for verb in (
                ["index", corpus, "--into", where, "--encoder", "none", "--overwrite"],
                ["remove", "a1", "--from", where],
            ):
                said = complaint(capsys, monkeypatch, *verb)
                assert said.endswith("the disk of the server is full; make room there and try again")
        info = json.loads(invoked("info", where, "--json").stdout)
        assert (info["arguments"], info["generation"]) == (40, "debates.000001")
        client = QdrantClient(url=f"http://{small.address}", check_compatibility=False)
        assert [one.name for one in client.get_collections().collections] == ["debates.000001"]
        client.close()


@pytest.mark.slow
def test_a_service_outlives_its_server_and_shows_no_text_that_was_changed_there(corpus: Path) -> None:
    with ExitStack() as stack:
        try:
            own = stack.enter_context(running())
        except NoServerError as reason:
            pytest.skip(str(reason))
        where = at(own, "debates") + "?timeout=10"
        invoked("index", corpus, "--into", where, "--encoder", "none")
        client = stack.enter_context(TestClient(application(where, Settings(kept=0))))

        def asked(method: str, client: TestClient = client) -> tuple[int, str]:
            reply = client.get("/api/v1/search", params={"q": "Ban cars", "method": method})
            return reply.status_code, "" if reply.is_success else reply.json()["error"]["message"]

        assert asked("best") == asked("bm25f") == (200, "")
        own.kill()
        time.sleep(1.1)  # so that it is looked whether the index has changed
        start = time.monotonic()
        status, said = asked("bm25f")
        assert status == 503 and "cannot be read" in said and time.monotonic() - start < 12
        own.start()
        assert asked("bm25f") == (200, "")
        admin = QdrantClient(url=f"http://{own.address}", check_compatibility=False)
        stack.callback(admin.close)
        admin.set_payload("debates.000001", {"text": "Cars number 1 are evil"}, [names.PREMISES], wait=True)
        fresh = stack.enter_context(TestClient(application(where)))
        for method in ("bm25f", "best"):
            status, said = asked(method, fresh)
            assert status == 500 and "is not what its checksum says" in said, method


@pytest.mark.slow
def test_a_killed_writer_locks_the_index_until_the_next_one_has_watched_it(
    node: Node, corpus: Path, tmp_path: Path
) -> None:
    """It did so for ten minutes."""
    where, more = at(node, "killed"), tmp_path / "more.jsonl"
    more.write_text(json.dumps({**CORPUS[0], "id": "more", "premise": "Cars are expensive"}))
    invoked("index", corpus, "--into", where, "--encoder", "none")
    client = QdrantClient(url=f"http://{node.address}", check_compatibility=False, timeout=60)
    writer = subprocess.Popen([*COMMAND, "remove", "a1", "--from", where])
    while not client.collection_exists("killed.000002"):
        time.sleep(0.01)
    writer.kill()
    writer.wait()
    assert client.collection_exists("killed.000002")
    start = time.monotonic()
    invoked("add", more, "--to", where)
    assert SILENT < time.monotonic() - start < 10 * SILENT
    there = [one.name for one in client.get_collections().collections if one.name.startswith("killed")]
    client.close()
    assert sorted(there) == ["killed.000001", "killed.000003"]
    assert json.loads(invoked("info", where, "--json").stdout)["arguments"] == 41


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_a_search_ends_with_its_budget_however_slow_the_server_is(
    node: Node, corpus: Path, workers: int
) -> None:
    """A budget ended reading, not requests: answers came seconds after it."""
    name, delays = f"slow{workers}", [0.0]
    invoked("index", corpus, "--into", at(node, name), "--encoder", "none")
    with slowed(node.address, lambda: delays[-1]) as proxy:
        port = free_ports(1)[0]
        options = ["--index", f"qdrant://{proxy}/{name}", "--port", str(port), "--workers", str(workers)]
        command = [*COMMAND, "serve", *options, "--budget", "4", "--method", "bm25f"]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        def asked(number: int) -> tuple[int, bool, float]:
            start = time.monotonic()
            reply = httpx.get(
                f"http://127.0.0.1:{port}/api/v1/search", params={"q": f"loud cars {number}"}, timeout=60
            )
            return reply.status_code, "retry-after" in reply.headers, time.monotonic() - start

        try:
            answered_by(lambda: asked(0)[0] == 200, 120)
            delays.append(1.5)
            with ThreadPoolExecutor(8) as clients:
                met = [*clients.map(asked, range(1, 25))]
            assert [
                status for status, again, _ in met if status != 200 and not (status == 503 and again)
            ] == []
            assert any(status == 503 for status, *_ in met) and max(seconds for *_, seconds in met) < 5.0
            delays.append(0.0)
            answered_by(lambda: asked(99)[0] == 200, 60)
        finally:
            server.terminate()
            server.wait()


def answered_by(asked: Callable[[], bool], seconds: float) -> None:
    """Asks until there is an answer; fails after some seconds without one."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with suppress(httpx.HTTPError):
            if asked():
                return
        time.sleep(0.2)
    raise AssertionError(f"no answer within {seconds:g} seconds")

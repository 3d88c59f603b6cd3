from __future__ import annotations

import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

import debatable
from debatable.engines import Engine, QdrantIndex
from debatable.engines.qdrant.address import Address
from debatable.engines.qdrant.backend import QdrantBackend
from debatable.errors import NotAnIndexError, StorageError
from debatable.service import application
from debatable.service.current_engine import CurrentEngine
from debatable.service.settings import Settings
from tests.support.indexes import BY_WORDS, argument
from tests.support.qdrant_memory import Memory


def test_the_service_follows_the_index(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("debatable.service.current_engine.INTERVAL", 0.0)
    with TestClient(application(folder)) as client:
        debatable.add([argument("c", "Cars pollute")], to=folder)
        answer = client.get("/api/v1/search", params={"q": "cars pollute", "method": "bm25"}).json()
        assert answer["hits"][0]["premise"]["id"] == "c"
        assert client.get("/api/v1/health").json()["counts"]["premises"] == 3


def test_an_engine_stays_open_while_nothing_changes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("debatable.service.current_engine.INTERVAL", 0.0)
    current = CurrentEngine(folder)
    assert current.engine() is current.engine()


def test_a_missing_index_shows_at_the_start(tmp_path: Path) -> None:
    with pytest.raises(NotAnIndexError):
        application(tmp_path)


@pytest.mark.parametrize(("passed", "followed"), [(0.5, False), (1.5, True), (30.0, True)])
def test_it_is_looked_whether_the_index_has_changed_once_a_second(
    folder: Path, monkeypatch: pytest.MonkeyPatch, passed: float, followed: bool
) -> None:
    now = [100.0]
    monkeypatch.setattr("debatable.service.current_engine.time.monotonic", lambda: now[0])
    current = CurrentEngine(folder)
    before = current.engine()
    debatable.add([argument("c", "Cars pollute")], to=folder)
    now[0] += passed
    assert (current.engine() is not before) is followed
    current.renew()  # whoever wrote wants to read what they wrote
    after = current.engine()
    assert after is not before and after.health()["counts"]["premises"] == 3


@pytest.mark.parametrize("away", [False, True])
def test_nobody_waits_for_a_server_that_is_slow_to_tell_whether_the_index_has_changed(
    monkeypatch: pytest.MonkeyPatch, away: bool
) -> None:
    """Every request did, one after the other, before it was refused; where the server was away, it failed."""
    memory, goes_on = Memory(), threading.Event()
    where = "qdrant://localhost:6333/debates"
    QdrantIndex(Address.of(where), memory).create([argument("a", "Cars are loud")], configuration=BY_WORDS)
    monkeypatch.setattr("debatable.api.open", lambda _: Engine(QdrantBackend.open(where, memory)))
    current = CurrentEngine(where)
    first = current.engine()

    def slow() -> bool:
        goes_on.wait(60)
        if away:
            raise StorageError("no server answers")
        return True

    monkeypatch.setattr(first.backend, "outdated", slow)
    monkeypatch.setattr("debatable.service.current_engine.INTERVAL", 0.0)
    start = time.monotonic()
    assert all(current.engine() is first for _ in range(20))
    assert time.monotonic() - start < 5
    goes_on.set()
    current._check.join(60)
    assert (current._engine is first) is away


def test_a_request_whose_state_was_replaced_on_a_server_is_answered_by_the_new_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It was refused (503), and so were all that began before the next look at the index."""
    memory, where = Memory(), "qdrant://localhost:6333/debates"
    index = QdrantIndex(Address.of(where), memory)
    index.create([argument("a", "Cars are loud")], configuration=BY_WORDS)
    monkeypatch.setattr("debatable.api.open", lambda _: Engine(QdrantBackend.open(where, memory)))
    monkeypatch.setattr("debatable.service.current_engine.INTERVAL", 1_000.0)
    with TestClient(application(where, Settings(warm=False, kept=0))) as client:

        def changed() -> None:
            for _ in range(2):
                index.add([argument(f"b{len(names())}", f"Cars pollute {len(names())} times")])

        def names() -> list[str]:
            backend = QdrantBackend.open(where, memory)
            return [one.id for some in backend.arguments(backend.rows("premises")) for one in some]

        asked = {"q": "cars", "method": "bm25"}
        changed()
        assert client.get("/api/v1/health").json()["counts"]["premises"] == 3
        changed()
        first = client.get("/api/v1/search", params=asked).json()
        assert first["parameters"]["generation"] == "debates.000005" and len(first["hits"]) == 5
        changed()
        several = client.post("/api/v1/search/batch", json={"queries": ["cars"], "method": "bm25"}).json()
        assert several["answers"][0]["parameters"]["generation"] == "debates.000007"
        changed()
        assert client.get("/", params=asked).status_code == 200
        changed()
        began = {**asked, "generation": "debates.000009"}
        assert client.get("/api/v1/search", params=began).json()["error"]["code"] == "outdated"


def test_who_is_in_the_middle_of_a_list_goes_on_with_the_state_it_began_with(folder: Path) -> None:
    """The second page of a list was that of another index where somebody had added in between."""
    with TestClient(application(folder)) as client:
        first = client.get("/api/v1/search", params={"q": "cars", "method": "bm25", "k": 1}).json()
        began = first["parameters"]["generation"]
        for name in ("c", "d"):
            debatable.add([argument(name, "Cars cars cars")], to=folder)
            time.sleep(1.1)
            asked = {"q": "cars", "method": "bm25", "k": 1, "offset": first["next"], "generation": began}
            second = client.get("/api/v1/search", params=asked)
            if name == "c":
                assert second.json()["parameters"]["generation"] == began
                ids = {page["hits"][0]["premise"]["id"] for page in (first, second.json())}
                assert ids == {"a", "b"}
                client.get("/api/v1/search", params={"q": "cars", "method": "bm25"})
        assert (second.status_code, second.json()["error"]["code"]) == (410, "outdated")


def test_nobody_waits_while_another_request_opens_the_newer_state(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where opening took longer than a second, all requests waited for it."""
    current = CurrentEngine(folder)
    first, goes_on, opening = current.engine(), threading.Event(), threading.Event()
    opened = CurrentEngine._opened

    def slow(self: CurrentEngine) -> Engine:
        opening.set()
        goes_on.wait(60)
        return opened(self)

    monkeypatch.setattr("debatable.service.current_engine.INTERVAL", -1.0)
    monkeypatch.setattr(CurrentEngine, "_opened", slow)
    debatable.add([argument("c", "Cars pollute")], to=folder)
    with ThreadPoolExecutor(2) as pool:
        opener = pool.submit(current.engine)
        assert opening.wait(60)
        other = pool.submit(current.engine)
        try:
            assert other.result(timeout=30) is first
        finally:
            goes_on.set()
        assert opener.result(timeout=60) is not first


def test_what_is_remembered_stays_while_the_newer_state_cannot_be_opened(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each try put the current state in the place of the one before it: who was in the middle of a list lost theirs."""
    current = CurrentEngine(folder)
    began = current.engine().backend.state
    debatable.add([argument("c", "Cars pollute")], to=folder)
    current.renew()
    second = current.engine()
    with monkeypatch.context() as patched:
        patched.setattr(CurrentEngine, "_opened", _cannot)
        debatable.add([argument("d", "Cars are fast")], to=folder)
        for _ in range(2):
            with pytest.raises(StorageError):
                current.renew()
        assert current.engine() is second and current.of_generation(began).backend.state == began
    current.renew()
    assert current.engine() is not second and current.of_generation(second.backend.state) is second


def _cannot(self: CurrentEngine) -> Engine:
    raise StorageError("too many open files")


ZOOS = {"id": "z", "premise": "Zoos save rare animals", "claim": "Close zoos", "stance": "con"}


def test_another_index_that_is_put_in_the_place_of_the_served_one_is_followed(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """New indexes name their parts alike: the service mixed the files of both, and refused searches as damaged."""
    monkeypatch.setattr("debatable.service.current_engine.INTERVAL", 0.0)
    debatable.index([ZOOS], into=tmp_path / "other", configuration=BY_WORDS)
    asked = {"q": "zoos cars", "method": "bm25"}
    with TestClient(application(folder)) as client:
        before = client.get("/api/v1/search", params=asked)
        folder.rename(tmp_path / "away")
        (tmp_path / "other").rename(folder)
        after = client.get("/api/v1/search", params=asked, headers={"If-None-Match": before.headers["etag"]})
        assert [hit["premise"]["id"] for hit in after.json()["hits"]] == ["z"]
        assert client.get("/api/v1/health").json()["counts"]["premises"] == 1
        generations = [answer.json()["parameters"]["generation"] for answer in (before, after)]
        assert generations[0] != generations[1]


def test_while_the_index_is_not_in_its_place_what_is_open_is_served_and_health_says_so(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One request a second failed as an internal error, and health named the folder."""
    monkeypatch.setattr("debatable.service.current_engine.INTERVAL", 0.0)
    asked = {"q": "cars", "method": "bm25"}
    with TestClient(application(folder)) as client:
        before = client.get("/api/v1/search", params=asked).json()["hits"]
        folder.rename(tmp_path / "away")
        assert client.get("/api/v1/search", params=asked).json()["hits"] == before
        health = client.get("/api/v1/health")
        assert (health.status_code, health.json()["error"]["code"]) == (503, "damaged")
        assert str(folder) not in health.text
        (tmp_path / "away").rename(folder)
        assert client.get("/api/v1/health").status_code == 200


def test_a_part_that_was_not_opened_before_the_index_was_moved_is_no_damage(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The service told to make the index again; arguments that were sent meanwhile met an internal error."""
    monkeypatch.setattr("debatable.service.current_engine.INTERVAL", 1_000.0)
    debatable.index([ZOOS], into=tmp_path / "other", configuration=BY_WORDS)
    asked = {"q": "zoos cars", "method": "bm25"}
    token = "correct horse battery staple"
    added = {"arguments": [{"id": "n", "premise": "Cars are new"}]}
    with TestClient(application(folder, Settings(token=token, warm=False))) as client:
        folder.rename(tmp_path / "away")
        search = client.get("/api/v1/search", params=asked)
        change = client.post("/api/v1/arguments", json=added, headers={"Authorization": f"Bearer {token}"})
        for answer in (search, change):
            assert (answer.status_code, answer.json()["error"]["code"]) == (503, "unavailable")
            assert answer.headers["Retry-After"]
        (tmp_path / "other").rename(folder)
        hits = client.get("/api/v1/search", params=asked).json()["hits"]
    assert [hit["premise"]["id"] for hit in hits] == ["z"]


def test_a_damaged_pointer_does_not_end_a_search_without_a_word(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was an internal error with a traceback in the log."""
    with TestClient(application(folder)) as client:
        client.get("/api/v1/search", params={"q": "cars", "method": "bm25"})
        (folder / "debatable.json").write_bytes(b"short")
        monkeypatch.setattr("debatable.service.current_engine.INTERVAL", 0.0)
        answer = client.get("/api/v1/search", params={"q": "cars", "method": "bm25"})
        assert answer.json()["error"]["code"] == "damaged"
        monkeypatch.setattr("debatable.service.current_engine.INTERVAL", 1_000.0)
        assert client.get("/api/v1/health").json()["error"]["code"] == "damaged"


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="open files are listed on Linux alone")
def test_states_that_were_replaced_hold_no_files_open(folder: Path) -> None:
    """A service that was searched between changes ran out of files that it may open, and failed with 500."""
    current = CurrentEngine(folder)
    for number in range(6):
        current.engine().search("cars", method="bm25f")
        current.engine().search("cars", method="bm25")
        debatable.add([argument(f"new {number}", "Cars cars cars")], to=folder)
        current.renew()
    opened = [os.readlink(file) for file in Path("/proc/self/fd").iterdir() if file.is_symlink()]
    generations = f"{folder}/generations/"
    states = {name.removeprefix(generations)[:6] for name in opened if name.startswith(generations)}
    assert len(states) <= 2  # the present one, and the one before

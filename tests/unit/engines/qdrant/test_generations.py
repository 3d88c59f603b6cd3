"""Generations on a server: one alias, nothing half-made current, leftovers removed."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from qdrant_client import models

from debatable.engines import Configuration, QdrantIndex
from debatable.engines.engine import Engine
from debatable.engines.qdrant import generations
from debatable.engines.qdrant.address import Address
from debatable.engines.qdrant.backend import QdrantBackend
from debatable.engines.qdrant.connection import Server
from debatable.engines.qdrant.generations import Manifest
from debatable.engines.qdrant.names import MANIFEST
from debatable.engines.qdrant.reading.points import CHECKSUM
from debatable.engines.qdrant.writing import changes, upload
from debatable.errors import (
    CorruptIndexError,
    DebatableError,
    IndexLockedError,
    InputError,
    NewerIndexError,
    NotAnIndexError,
    StorageError,
)
from debatable.lexical import BM25F
from tests.support.corpora import made_up
from tests.support.qdrant_memory import Memory
from tests.support.word_encoder import WORDS, registered

ADDRESS = Address.of("qdrant://localhost:6333/debates")
CORPUS = made_up(1)
PLAIN = Configuration(encoder="")


@pytest.fixture
def memory() -> Memory:
    return Memory()


@pytest.fixture
def words() -> Iterator[None]:
    with registered():
        yield


def made(memory: Memory, size: int = 20, configuration: Configuration = PLAIN, **options: bool) -> None:
    QdrantIndex(ADDRESS, memory).create(CORPUS[:size], configuration=configuration, **options)


def there(memory: Memory) -> list[str]:
    return sorted(one.name for one in memory.get_collections().collections)


def current(memory: Memory) -> str | None:
    return generations.current(Server(ADDRESS, memory))


def ids(memory: Memory) -> set[str]:
    backend = QdrantBackend.open(ADDRESS, memory)
    return {one.id for some in backend.arguments(backend.rows("premises")) for one in some}


def test_nothing_is_there_before_it_is_made(memory: Memory) -> None:
    with pytest.raises(NotAnIndexError, match="make it with: debatable index"):
        QdrantBackend.open(ADDRESS, memory)


def test_an_index_is_replaced_only_where_that_is_asked_for(memory: Memory) -> None:
    made(memory)
    with pytest.raises(InputError, match="is an index already"):
        made(memory)
    made(memory, 30, overwrite=True)
    assert current(memory) == "debates.000002" and len(ids(memory)) == 30


def test_readers_of_the_old_generation_finish(memory: Memory) -> None:
    made(memory)
    old = QdrantBackend.open(ADDRESS, memory)
    made(memory, 30, overwrite=True)
    assert old.outdated() and old.state == "debates.000001"
    assert len(old.rows("premises")) == len({argument.premise.text for argument in CORPUS[:20]})
    made(memory, 40, overwrite=True)
    assert there(memory) == ["debates.000002", "debates.000003"]
    with pytest.raises(DebatableError, match="has been replaced"):
        old.rows("premises")


def test_what_is_added_and_removed_is_a_new_generation(memory: Memory, words: None) -> None:
    made(memory, configuration=Configuration(encoder=WORDS, long_texts=("first", "sliding")))
    tally = QdrantIndex(ADDRESS, memory).add(CORPUS[20:30])
    assert tally.added == 10 and current(memory) == "debates.000002"
    assert ids(memory) == {argument.id for argument in CORPUS[:30]}
    assert QdrantIndex(ADDRESS, memory).remove([CORPUS[0].id, CORPUS[25].id]) == 2
    assert ids(memory) == {argument.id for argument in CORPUS[:30]} - {CORPUS[0].id, CORPUS[25].id}
    QdrantIndex(ADDRESS, memory).recluster()
    backend = QdrantBackend.open(ADDRESS, memory)
    assert backend.state == "debates.000004" and backend.index.configuration.long_texts == (
        "first",
        "sliding",
    )
    assert QdrantIndex(ADDRESS, memory).verify() == []
    assert there(memory) == ["debates.000003", "debates.000004"]


def test_arguments_come_back_as_they_were_given(memory: Memory) -> None:
    made(memory)
    QdrantIndex(ADDRESS, memory).add([])
    backend = QdrantBackend.open(ADDRESS, memory)
    found = {one.id: one for some in backend.arguments(backend.rows("premises")) for one in some}
    for argument in CORPUS[:20]:
        back = found[argument.id]
        assert (back.stance, back.source, back.url, back.discussion) == (
            *(argument.stance, argument.source, argument.url),
            argument.discussion,
        )


def test_an_id_that_is_there_is_refused_and_nothing_changes(memory: Memory) -> None:
    made(memory)
    with pytest.raises(InputError):
        QdrantIndex(ADDRESS, memory).add(CORPUS[:1])
    assert current(memory) == "debates.000001" and there(memory) == ["debates.000001"]


@pytest.mark.parametrize("moment", ["describe", "fill", "make_current"])
def test_whatever_fails_leaves_the_last_state_current(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    made(memory)
    usual = getattr(changes, moment)

    def failing(*given: object) -> None:
        if moment != "make_current":
            usual(*given)
        raise KeyboardInterrupt

    monkeypatch.setattr(changes, moment, failing)
    with pytest.raises(KeyboardInterrupt):
        made(memory, 30, overwrite=True)
    assert current(memory) == "debates.000001" and there(memory) == ["debates.000001"]
    assert len(ids(memory)) == 20


def unfinished(memory: Memory, name: str, written: float, **versions: str) -> None:
    memory.create_collection(name, vectors_config={}, sparse_vectors_config={})
    sign(memory, name, written, **versions)


def sign(memory: Memory, name: str, written: float, **versions: str) -> None:
    payload = Manifest({}, versions).payload() | {"written": written}
    memory.upsert(name, [models.PointStruct(id=MANIFEST, vector={}, payload=payload)])


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Writers are watched for a moment."""
    monkeypatch.setattr(generations, "SILENT", 0.5)
    monkeypatch.setattr(generations, "LOOK", 0.05)


def test_a_leftover_is_removed_and_a_writer_at_work_is_not(memory: Memory) -> None:
    made(memory)
    unfinished(memory, "debates.000002", written=0.0)
    unfinished(memory, "other.000002", written=0.0)
    made(memory, 30, overwrite=True)
    assert current(memory) == "debates.000003"
    assert there(memory) == ["debates.000001", "debates.000003", "other.000002"]
    unfinished(memory, "debates.000004", written=time.time())
    with pytest.raises(IndexLockedError, match="another process is writing"):
        made(memory, 10, overwrite=True)
    assert current(memory) == "debates.000003" and "debates.000004" in there(memory)


@pytest.mark.parametrize("marked", [True, False])
def test_a_dead_writer_is_known_by_its_silence(memory: Memory, quick: None, marked: bool) -> None:
    """It locked the index for ten minutes; one that had died before it wrote anything did not at all."""
    made(memory)
    memory.create_collection("debates.000002", vectors_config={}, sparse_vectors_config={})
    if marked:
        sign(memory, "debates.000002", time.time() + 3_600, debatable="0.3", writer="process 7 on there")
    start = time.monotonic()
    made(memory, 30, overwrite=True)
    assert time.monotonic() - start > 0.5, "it is watched first"
    assert there(memory) == ["debates.000001", "debates.000003"] and len(ids(memory)) == 30


@pytest.mark.parametrize("first", [True, False])
def test_a_writer_at_work_shows_it_whatever_the_clocks_say(
    memory: Memory, quick: None, monkeypatch: pytest.MonkeyPatch, first: bool
) -> None:
    """One that had made its collection, but not yet its manifest, lost it to another, and both wrote into one."""
    made(memory)
    memory.create_collection("debates.000002", vectors_config={}, sparse_vectors_config={})
    if not first:
        sign(memory, "debates.000002", time.time() - 500, writer="process 7 on there")
    monkeypatch.setattr(
        time,
        "sleep",
        lambda _: sign(memory, "debates.000002", time.time() - 400, writer="process 7 on there"),
    )
    said = r"another process is writing to the index; try" if first else r"\(process 7 on there\); try"
    with pytest.raises(IndexLockedError, match=said):
        made(memory, 30, overwrite=True)
    assert current(memory) == "debates.000001" and "debates.000002" in there(memory)


def test_a_writer_that_was_slow_removes_nothing_that_others_have_written(memory: Memory) -> None:
    """What had become current ten minutes before was taken for the leftover of a dead writer."""
    made(memory)

    def slow(folder: Path) -> None:
        made(memory, 30, overwrite=True)
        memory.set_payload("debates.000002", {"written": 0.0}, [MANIFEST])

    with pytest.raises(IndexLockedError, match="another process has changed the index"):
        changes.change_on_server(ADDRESS, slow, connect=memory)
    assert current(memory) == "debates.000002" and len(ids(memory)) == 30


def test_a_writer_that_was_asleep_writes_into_no_other_generation(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(memory)
    monkeypatch.setattr(generations, "SILENT", 0.0)
    usual = upload.describe

    def asleep(*given: object) -> None:
        monkeypatch.setattr(changes, "describe", usual)
        made(memory, 30, overwrite=True)

    monkeypatch.setattr(changes, "describe", asleep)
    with pytest.raises(IndexLockedError, match="has changed the index meanwhile; try again"):
        made(memory, 10, overwrite=True)
    assert there(memory) == ["debates.000001", "debates.000003"] and len(ids(memory)) == 30


def test_a_change_that_was_made_is_no_failure_where_old_generations_cannot_be_removed(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(memory)
    usual = generations.clean_up

    def failing(server: Server, serving: str) -> None:
        if serving == "debates.000002":
            raise StorageError("the server answers 500")
        usual(server, serving)

    monkeypatch.setattr(changes, "clean_up", failing)
    made(memory, 30, overwrite=True)
    assert current(memory) == "debates.000002" and len(ids(memory)) == 30


def test_a_writer_gives_signs_of_life_until_all_is_there(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(memory)
    monkeypatch.setattr(upload, "BEAT", 0.02)
    usual, signs = upload.fill, list[Manifest | None]()

    def watched(server: Server, collection: str, *given: Any) -> Manifest:
        for _ in range(2):
            signs.append(generations.read_manifest(server, collection))
            time.sleep(0.3)
        return usual(server, collection, *given)

    monkeypatch.setattr(changes, "fill", watched)
    made(memory, 30, overwrite=True)
    early, late = signs
    assert early is not None and late is not None and not early.whole and early.written < late.written
    assert str(os.getpid()) in early.versions["writer"]
    time.sleep(0.1)
    assert generations.read_manifest(Server(ADDRESS, memory), "debates.000002").whole


def test_a_faster_writer_wins(memory: Memory) -> None:
    made(memory)
    with pytest.raises(IndexLockedError, match="has changed the index"):
        generations.make_current(Server(ADDRESS, memory), "debates.000001", before=None)


@pytest.mark.parametrize(
    ("change", "error", "said"),
    [
        (
            {"format": 99},
            NewerIndexError,
            "has format 99, this Debatable knows up to 2; upgrade with",
        ),
        ({"format": "x"}, CorruptIndexError, "cannot be read"),
        ({"whole": False}, CorruptIndexError, "is unfinished"),
        ({"surprise": 1}, CorruptIndexError, "cannot be read"),
    ],
)
def test_a_collection_of_another_version_is_left_alone(
    memory: Memory, change: dict[str, object], error: type[DebatableError], said: str
) -> None:
    made(memory)
    memory.set_payload("debates.000001", change, [MANIFEST])
    memory.delete_payload("debates.000001", [CHECKSUM], [MANIFEST])
    with pytest.raises(error, match=said):
        QdrantBackend.open(ADDRESS, memory)


def test_missing_points_are_seen(memory: Memory) -> None:
    made(memory)
    backend = QdrantBackend.open(ADDRESS, memory)
    rows = backend.rows("claims")
    memory.delete("debates.000001", [rows[0].item()])
    (problem, *_) = QdrantIndex(ADDRESS, memory).verify()
    assert "claims are there" in problem
    with pytest.raises(CorruptIndexError, match="point 0 of debates.000001 is missing"):
        QdrantBackend.open(ADDRESS, memory).texts("claims", rows[:1])


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("premises", {"text": "Another one"}),
        ("premises", {"links": []}),
        ("premises", {"id": "a999"}),
        ("premises", {"links": ["none"]}),
        ("claims", {"text": "Ban bikes"}),
        ("terms", {"number": 1}),
    ],
)
def test_changed_points_are_seen_and_never_shown(
    memory: Memory, kind: str, change: dict[str, object]
) -> None:
    """A text of the same length was shown as if it were that of the corpus, and passed `verify`."""
    made(memory)
    points = memory.scroll("debates.000001", limit=10_000)[0]
    one = next(one for one in points if one.payload["kind"] == kind)
    if "text" in change:
        change = {"text": one.payload["text"][::-1]}
    memory.set_payload("debates.000001", change, [one.id])
    index, backend = QdrantIndex(ADDRESS, memory), QdrantBackend.open(ADDRESS, memory)
    (problem,) = index.verify()
    assert problem.endswith(f"point {one.id}: it is not what its checksum says")
    said = f"point {one.id} of debates.000001 is not what its checksum says; run: debatable verify"
    with pytest.raises(CorruptIndexError) as shown:
        if kind == "terms":
            backend.search("premises", [one.payload["term"]], "BM25", 10)
        else:
            backend.texts("claims" if kind == "claims" else "premises", backend.rows(kind))  # type: ignore[arg-type]
    assert str(shown.value).endswith(said)
    if kind != "terms":  # words are counted again
        with pytest.raises(CorruptIndexError):
            index.remove([CORPUS[0].id])


def test_points_of_earlier_versions_have_no_checksum(memory: Memory) -> None:
    made(memory)
    points = memory.scroll("debates.000001", limit=10_000)[0]
    memory.delete_payload("debates.000001", [CHECKSUM], [one.id for one in points])
    backend = QdrantBackend.open(ADDRESS, memory)
    assert "" not in backend.texts("premises", backend.rows("premises"))
    assert QdrantIndex(ADDRESS, memory).verify() == []


def test_without_weights_over_fields_rankings_are_the_same(memory: Memory) -> None:
    """Posting lists are read instead."""
    made(memory)
    other = Address.of("qdrant://localhost:6333/smaller?fields=read")
    QdrantIndex(other, memory).create(CORPUS[:20], configuration=PLAIN)
    small, large = QdrantBackend.open(other, memory), QdrantBackend.open(ADDRESS, memory)
    assert (len(small.index.manifest.rankings), len(large.index.manifest.rankings)) == (0, 1)
    for query in ("cars in the city", "nuclear power"):
        one, two = (
            backend.search_fields(BM25F((2.0, 1.0, 0.5)), backend.tokens(query), 10)
            for backend in (small, large)
        )
        assert len(one.rows) and one.rows.tolist() == two.rows.tolist()
        assert one.scores.tolist() == two.scores.tolist()


def test_an_engine_says_what_nodes_did_not_answer(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    made(memory)
    backend = QdrantBackend.open(ADDRESS, memory)
    monkeypatch.setattr(backend.index.server, "remarks", lambda: ("1 of 2 nodes did not answer",))
    answer = Engine(backend).search("cars", method="bm25", strict=False)
    assert answer.remarks[-1] == "1 of 2 nodes did not answer"

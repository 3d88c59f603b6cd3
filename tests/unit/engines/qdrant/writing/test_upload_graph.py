"""The server's graph: none while points arrive, built before a generation is made current."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from qdrant_client import models

from debatable.engines import Configuration, QdrantIndex
from debatable.engines.qdrant.address import Address
from debatable.engines.qdrant.connection import Server
from debatable.engines.qdrant.writing import upload
from debatable.engines.qdrant.writing.upload import MANY, QUIET, Deferred, build_graph, defer_graph
from debatable.errors import StorageError
from tests.support.corpora import made_up
from tests.support.qdrant_memory import Memory
from tests.support.word_encoder import WORDS, registered

ADDRESS = Address.of("qdrant://localhost:6333/debates")
LARGE = 1 << 40
GREEN, YELLOW, RED = (
    models.CollectionStatus.GREEN,
    models.CollectionStatus.YELLOW,
    models.CollectionStatus.RED,
)


class Busy:
    """A server with one collection, which says how it is look by look, and at last for good."""

    def __init__(self, *states: models.CollectionStatus) -> None:
        self.states = [*states]
        self.does = Deferred(24, 5)
        self.looks = 0

    def __call__(self, node: str, address: Address, key: str | None) -> Any:
        return self

    def update_collection(
        self, name: str, hnsw_config: models.HnswConfigDiff, optimizers_config: models.OptimizersConfigDiff
    ) -> None:
        assert hnsw_config.m is not None and optimizers_config.default_segment_number is not None
        self.does = Deferred(hnsw_config.m, optimizers_config.default_segment_number)

    def get_collection(self, name: str) -> Any:
        self.looks += 1
        status = self.states[0] if len(self.states) == 1 else self.states.pop(0)
        return SimpleNamespace(
            status=status,
            optimizer_status=SimpleNamespace(error="no room") if status == RED else "ok",
            config=SimpleNamespace(
                hnsw_config=SimpleNamespace(m=self.does.links),
                optimizer_config=SimpleNamespace(
                    indexing_threshold=10_000, default_segment_number=self.does.segments
                ),
            ),
        )


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upload, "LOOK", 0.0)


def test_what_the_server_would_have_done_comes_back() -> None:
    busy = Busy(GREEN)
    server = Server(ADDRESS, busy)
    deferred = defer_graph(server, "debates.000001")
    assert (deferred, busy.does) == (Deferred(24, 5), Deferred(0, MANY))
    build_graph(server, "debates.000001", deferred, LARGE)
    assert busy.does == Deferred(24, 5)


def test_it_waits_until_the_server_is_at_rest_and_not_only_for_a_moment() -> None:
    busy = Busy(GREEN, GREEN, YELLOW, GREEN, YELLOW, YELLOW, GREEN)
    build_graph(Server(ADDRESS, busy), "debates.000001", Deferred(16, 0), LARGE)
    assert busy.looks == 6 + QUIET


def test_nothing_is_waited_for_where_the_server_builds_none() -> None:
    busy = Busy(YELLOW)
    build_graph(Server(ADDRESS, busy), "debates.000001", Deferred(16, 0), 10_000 * 1024)
    assert (busy.does.links, busy.looks) == (16, 1)


def test_a_server_that_cannot_is_told() -> None:
    with pytest.raises(StorageError, match="cannot index debates.000001: no room; look at its log"):
        build_graph(Server(ADDRESS, Busy(YELLOW, YELLOW, RED)), "debates.000001", Deferred(16, 0), LARGE)


class Watched(Memory):
    """Writes down what changes a collection, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.done: list[str] = []

    def update_collection(
        self, name: str, hnsw_config: models.HnswConfigDiff, optimizers_config: models.OptimizersConfigDiff
    ) -> None:
        self.done.append(f"{hnsw_config.m} links")

    def upsert(self, name: str, points: list[models.PointStruct], **named: Any) -> Any:
        kinds = {(point.payload or {}).get("kind", "manifest") for point in points}
        self.done.append("points" if kinds - {"manifest"} else "manifest")
        return self.client.upsert(name, points, **named)

    def update_collection_aliases(self, operations: list[Any]) -> Any:
        self.done.append("current")
        return self.client.update_collection_aliases(operations)


@pytest.fixture
def words() -> Iterator[None]:
    with registered():
        yield


@pytest.mark.usefixtures("words")
def test_points_arrive_without_a_graph_and_it_is_there_before_they_are_current() -> None:
    watched = Watched()
    QdrantIndex(ADDRESS, watched).create(made_up(1)[:20], configuration=Configuration(encoder=WORDS))
    points = [at for at, what in enumerate(watched.done) if what == "points"]
    assert watched.done[points[0] - 1] == "0 links"
    assert watched.done[points[-1] + 1 :] == ["16 links", "manifest", "current"]

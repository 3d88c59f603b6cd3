"""Searches by several clients at once while nodes of a cluster die and come back, and what became of them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from debatable.engines import Engine, LocalBackend, ServingBackend
from debatable.engines.qdrant.address import Address
from debatable.engines.qdrant.backend import QdrantBackend
from debatable.engines.qdrant.writing.changes import publish_index
from debatable.errors import DebatableError
from debatable.ranking import Question, method
from tests.support.qdrant_server import Node

__all__ = ["METHODS", "Search", "Watch", "outage", "ranked"]

METHODS = ("bm25f", "framework", "framework-hybrid")


def ranked(backend: ServingBackend, name: str, query: str) -> list[str]:
    """Returns the ids of the ten best premises."""
    hits = method(name)(Question(query, backend), backend, 10)
    return backend.ids("premises", np.array([hit.premise for hit in hits], np.int64))


def outage(nodes: Sequence[Node], folder: Path, queries: Sequence[str], seconds: float = 15.0) -> Watch:
    """Puts an index on a cluster with two copies of everything, and kills and restarts a node under load."""
    where = ",".join(node.address for node in nodes)
    address = Address.of(f"qdrant://{where}/outage?shards=3&replicas=2&timeout=20")
    publish_index(folder, address)
    with Engine(LocalBackend.open(folder)) as engine:
        expected = {
            (name, query): ranked(engine.backend, name, query) for name in METHODS for query in queries
        }
    watch = Watch(address, expected)
    watch.run(
        [
            ("all nodes", lambda: None, seconds),
            ("one killed", nodes[0].kill, seconds),
            ("coming back", nodes[0].start, seconds),
        ]
    )
    return watch


@dataclass(frozen=True)
class Search:
    """One search: in which phase it ended, since a node may die in the middle of it, how long it took, and its end."""

    phase: str
    seconds: float
    outcome: str


@dataclass
class Watch:
    """Clients that search without pause; each search opens the index anew, so that nothing is remembered.

    Attributes:
        address: Of the index.
        expected: Ids by method and query.
        clients: How many.
        phase: What is going on.
        searches: All that ended.
    """

    address: Address
    expected: dict[tuple[str, str], list[str]]
    clients: int = 8
    phase: str = "all nodes"
    searches: list[Search] = field(default_factory=list)
    _end: threading.Event = field(default_factory=threading.Event)

    def run(self, phases: Sequence[tuple[str, Callable[[], None], float]]) -> None:
        """Searches while phases follow each other: name, what happens at the start, and how long it lasts."""
        threads = [threading.Thread(target=self._search, args=(number,)) for number in range(self.clients)]
        for thread in threads:
            thread.start()
        try:
            for name, begin, seconds in phases:
                self.phase = name
                begin()
                time.sleep(seconds)
        finally:
            self._end.set()
            for thread in threads:
                thread.join()

    def _search(self, number: int) -> None:
        cases = list(self.expected.items())
        at = number * len(cases) // self.clients
        while not self._end.is_set():
            (name, query), expected = cases[at % len(cases)]
            at += 1
            start = time.perf_counter()
            try:
                backend = QdrantBackend.open(self.address)
                try:
                    outcome = "right" if ranked(backend, name, query) == expected else "wrong"
                finally:
                    backend.close()
            except DebatableError as error:
                outcome = f"error: {error.what}"
            self.searches.append(Search(self.phase, time.perf_counter() - start, outcome))

    def report(self) -> list[str]:
        """Returns a line a phase."""
        lines = []
        for phase in dict.fromkeys(search.phase for search in self.searches):
            some = [search for search in self.searches if search.phase == phase]
            times = np.array([search.seconds for search in some]) * 1e3
            wrong = sum(search.outcome == "wrong" for search in some)
            errors = [search.outcome for search in some if search.outcome.startswith("error")]
            lines.append(
                f"{phase}: {len(some)} searches, {wrong} wrong, {len(errors)} errors,"
                f" p50 {np.percentile(times, 50):.0f} ms, p95 {np.percentile(times, 95):.0f} ms,"
                f" longest {times.max():.0f} ms" + "".join(f"\n    {said}" for said in sorted(set(errors)))
            )
        return lines

"""The server's graph of neighbours: none while points arrive, built once when all of them are there.

A server that is being filled builds the graphs of small segments, joins these, and builds again. Without links
between points, and with as many segments as there come to be, it inverts the words of each segment once.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from qdrant_client import models

from debatable.engines.qdrant.connection import Server
from debatable.errors import StorageError

__all__ = ["Deferred", "build_graph", "defer_graph"]

MANY = 100_000
"""Segments below which the server does not join any."""

LOOK = 1.0
"""Seconds between two looks at what the server does."""

QUIET = 3
"""Looks in a row that find it at rest: it is so for a moment before it begins."""


@dataclass(frozen=True, slots=True)
class Deferred:
    """What the server would have done while it was filled.

    Attributes:
        links: Of a point in its graph.
        segments: That it aims at; 0 where it decides by itself.
    """

    links: int
    segments: int


def defer_graph(server: Server, collection: str) -> Deferred:
    """Has the server build no graph and join no segments; returns what it would have done."""
    there = server.ask(lambda client: client.get_collection(collection)).config
    _ask_for(server, collection, Deferred(0, MANY))
    return Deferred(there.hnsw_config.m, there.optimizer_config.default_segment_number)


def build_graph(
    server: Server, collection: str, deferred: Deferred, size: int, told: Callable[[], None] | None = None
) -> None:
    """Has the server join segments and build its graph, and waits until it is there.

    Args:
        server: Where.
        collection: Of the points.
        deferred: What `defer_graph` returned.
        size: Bytes of all vectors; for few there is no graph, and nothing to wait for.
        told: Called while it waits.

    Raises:
        StorageError: The server cannot build it.
    """
    _ask_for(server, collection, deferred)
    least = server.ask(lambda client: client.get_collection(collection)).config.optimizer_config
    quiet = 0 if size > 1024 * (least.indexing_threshold or 0) else QUIET
    while quiet < QUIET:
        time.sleep(LOOK)
        if told is not None:
            told()
        there = server.ask(lambda client: client.get_collection(collection))
        if there.status == models.CollectionStatus.RED:
            said = getattr(there.optimizer_status, "error", "it does not say why")
            raise StorageError(
                f"the server cannot index {collection}: {said}",
                where=str(server.address),
                todo="look at its log",
            )
        quiet = quiet + 1 if there.status == models.CollectionStatus.GREEN else 0


def _ask_for(server: Server, collection: str, wanted: Deferred) -> None:
    server.ask(
        lambda client: client.update_collection(
            collection,
            hnsw_config=models.HnswConfigDiff(m=wanted.links),
            optimizers_config=models.OptimizersConfigDiff(default_segment_number=wanted.segments),
        )
    )

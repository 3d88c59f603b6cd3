"""Puts the points of an index into a collection: batch by batch, checked at the end.

The server builds its graph of neighbours once, when all points are there: while it is being filled, it would build
those of small segments, join these, and build again.
"""

from __future__ import annotations

import itertools
import os
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from qdrant_client import models

from debatable.engines.local.open_index import OpenIndex
from debatable.engines.qdrant import names
from debatable.engines.qdrant.connection import Server
from debatable.engines.qdrant.generations import Manifest
from debatable.engines.qdrant.reading.field_search import FIELDS, field_lengths
from debatable.engines.qdrant.writing.documents import documents_of
from debatable.engines.qdrant.writing.points_of_index import LISTED, RANKINGS, SIMILARITIES, PointsOfIndex
from debatable.errors import DebatableError, IndexLockedError, StorageError
from debatable.progress import Progress, Step, step
from debatable.version import VERSION

BATCH = 256
"""Points in one request."""

AT_ONCE = 2
"""Requests under way."""

WAITING = 2 * AT_ONCE
"""Batches that are sent, or made and wait for it."""

Batch = list[models.PointStruct]

BEAT = 3.0
"""Seconds between two signs of life of a writer."""

HALF = 2
"""Bytes of a number of a vector, here and on the server."""

KEYWORDS = ("kind", "id", "languages", "links[].id", "links[].source")
INTEGERS = ("cluster", "claims")
BOOLEANS = ("claimless", "has_claim")

MANY = 100_000
"""Segments below which the server does not join any."""

LOOK = 1.0
"""Seconds between two looks at what the server does."""

QUIET = 3
"""Looks in a row that find it at rest: it is so for a moment before it begins."""


def create(server: Server, collection: str, index: OpenIndex) -> bool:
    """Makes an empty collection for an index; raises an IndexLockedError where another writer has made it."""
    address, configuration = server.address, index.configuration
    dense: dict[str, models.VectorParams] = {}
    if index.has_vectors:
        size = index.vectors("claims").of(np.zeros(0, np.int64)).shape[1]
        for kind in names.KINDS:
            for variant in configuration.variants(kind):
                dense[names.dense(kind, variant)] = models.VectorParams(
                    size=size,
                    distance=models.Distance.DOT,  # of unit vectors: the cosine, and nothing is scaled again
                    datatype=models.Datatype.FLOAT16,
                )
    try:
        server.ask(
            lambda client: client.create_collection(
                collection,
                vectors_config=dense,
                sparse_vectors_config=_sparse(SIMILARITIES, RANKINGS if address.fields else ()),
                shard_number=address.shards,
                replication_factor=address.replicas,
                write_consistency_factor=address.replicas,
                on_disk_payload=True,
                timeout=int(address.seconds),
            )
        )
    except DebatableError as error:
        if "already exists" in error.what:
            raise IndexLockedError(
                "another process is writing to the index", where=str(address), todo="try again later"
            ) from error
        raise
    return True


def describe(server: Server, collection: str) -> None:
    """Declares the payload fields of filters."""
    for key in KEYWORDS:
        _index_payload(server, collection, key, models.PayloadSchemaType.KEYWORD)
    for key in INTEGERS:
        _index_payload(server, collection, key, models.PayloadSchemaType.INTEGER)
    for key in BOOLEANS:
        _index_payload(server, collection, key, models.PayloadSchemaType.BOOL)
    keys = models.IntegerIndexParams(
        type=models.IntegerIndexType.INTEGER, lookup=True, range=False, on_disk=True
    )
    _index_payload(server, collection, "keys", keys)


def fill(server: Server, collection: str, index: OpenIndex, progress: Progress | None = None) -> Manifest:
    """Puts everything into a collection; raises a StorageError where points are missing.

    Returns the manifest that says that it is whole.
    """
    rankings = RANKINGS if server.address.fields else ()
    points = PointsOfIndex(index, documents_of(index, step(progress, "words")), rankings=rankings)
    counts = _counts(points)
    total = sum(counts[kind] for kind in ("terms", "word_lists", *names.KINDS))
    made = itertools.chain(points.terms(), points.word_lists(), points.claims(), points.premises())
    batches = _batches(made)
    deferred = defer_graph(server, collection)
    _send(server, collection, batches, total, step(progress, "to the server"))
    there = server.ask(lambda client: client.count(collection, exact=True)).count
    if there != total + 1:
        raise StorageError(
            f"{there:,} of {total + 1:,} points arrived", where=str(server.address), todo="try again"
        )
    build_graph(server, collection, deferred, _vector_bytes(index))
    return _manifest(points, counts)


@contextmanager
def alive(server: Server, collection: str, index: OpenIndex) -> Iterator[None]:
    """Marks a new collection as unfinished, again and again, as a sign that a writer is at work."""
    writer = f"process {os.getpid()} on {socket.gethostname()}"
    unfinished = Manifest(index.configuration.as_dict(), {"debatable": VERSION, "writer": writer})
    write_manifest(server, collection, unfinished)
    ended = threading.Event()

    def beat() -> None:
        while not ended.wait(BEAT):
            with suppress(DebatableError):  # the writer meets it, too
                write_manifest(server, collection, unfinished)

    thread = threading.Thread(target=beat, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
    thread.join()  # so that what says that it is whole comes last


def _send(
    server: Server,
    collection: str,
    batches: Iterable[Batch],
    total: int,
    progress: Step | None,
) -> None:
    done = 0

    def send(batch: Batch) -> int:
        server.ask(lambda client: client.upsert(collection, batch, wait=True))
        return len(batch)

    with closing(sent(send, batches)) as sizes:  # whatever fails, nothing is under way afterwards
        for size in sizes:
            done += size
            if progress is not None:
                progress(done, total)


def sent(send: Callable[[Batch], int], batches: Iterable[Batch]) -> Generator[int, None, None]:
    """Sends batches while the next are made; yields the number of points of each that arrived."""
    under_way: deque[Future[int]] = deque()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        try:
            for batch in batches:
                under_way.append(pool.submit(send, batch))
                if len(under_way) > WAITING:
                    yield under_way.popleft().result()
            while under_way:
                yield under_way.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)


def _batches(points: Iterable[models.PointStruct]) -> Iterator[Batch]:
    stream = iter(points)
    while batch := list(itertools.islice(stream, BATCH)):
        yield batch


def write_manifest(server: Server, collection: str, manifest: Manifest) -> None:
    """Writes the point of the manifest."""
    point = models.PointStruct(id=names.MANIFEST, vector={}, payload=manifest.payload())
    server.ask(lambda client: client.upsert(collection, [point], wait=True))


def _index_payload(
    server: Server, collection: str, key: str, kind: models.PayloadSchemaType | models.IntegerIndexParams
) -> None:
    server.ask(lambda client: client.create_payload_index(collection, key, field_schema=kind, wait=True))


def _sparse(similarities: Any, rankings: Any) -> dict[str, models.SparseVectorParams]:
    listed = [names.words("claims"), names.words("premises"), names.claims_debate, names.premises_discussion]
    weights = [names.weights(kind, place) for kind in names.KINDS for place in range(len(similarities))]
    weights += [names.field_weights(place) for place in range(len(rankings))]
    return {
        name: models.SparseVectorParams(index=models.SparseIndexParams(on_disk=name in listed))
        for name in (*listed, *weights)
    }


def _counts(points: PointsOfIndex) -> dict[str, int]:
    index = points.index
    links = index.tables.links
    clusters = index.clusters("claims")
    linked = np.unique(links.premise[links.claim >= 0])
    return {
        **index.tables.counts,
        "claimless": len(np.setdiff1d(links.premise, linked)),
        "claim_clusters": len(np.unique(clusters[clusters >= 0])),
        "terms": len(points.documents.vocabulary),
        "word_lists": -(-len(points.words) // LISTED),
    }


def _manifest(points: PointsOfIndex, counts: dict[str, int]) -> Manifest:
    index = points.index
    corpus = index.snapshot.counts()
    claims = np.asarray(points.documents.claims.sum(axis=1)).astype(np.int64)
    lengths = points.lengths
    fields = field_lengths(lengths)
    subsets = [some for size in range(len(FIELDS) + 1) for some in combinations(range(len(FIELDS)), size)]
    return Manifest(
        index.configuration.as_dict(),
        dict(index.generation.manifest.versions),
        counts,
        {"sources": corpus.sources, "stances": corpus.stances, "languages": corpus.languages},
        {"claims": _filled(claims), "premises": _filled(lengths[:, 1])},
        {name: _filled(fields[:, place]) for place, name in enumerate(FIELDS)},
        {"".join(map(str, some)): int(fields[:, list(some)].any(axis=1).sum()) for some in subsets},
        tuple(points.similarities),
        tuple(map(repr, points.rankings)),
        index.quality is not None,
        whole=True,
    )


def _vector_bytes(index: OpenIndex) -> int:
    """Returns the bytes of the vectors of the larger table, as the server stores them."""
    if not index.has_vectors:
        return 0
    rows = max(index.tables.counts[kind] for kind in names.KINDS)
    dimensions = int(index.vectors("claims").of(np.zeros(0, np.int64)).shape[1])
    return rows * dimensions * HALF


def _filled(lengths: Any) -> tuple[int, int]:
    """Returns N and T."""
    return int(np.count_nonzero(lengths)), int(lengths.sum())


@dataclass(frozen=True, slots=True)
class Deferred:
    """Settings of the server that were put off while it is filled.

    Attributes:
        links: Of a point in its graph.
        segments: That it aims at; 0 where it decides by itself.
    """

    links: int
    segments: int


def defer_graph(server: Server, collection: str) -> Deferred:
    """Has the server build no graph and join no segments; returns its former settings."""
    there = server.ask(lambda client: client.get_collection(collection)).config
    _ask_for(server, collection, Deferred(0, MANY))
    return Deferred(there.hnsw_config.m, there.optimizer_config.default_segment_number)


def build_graph(server: Server, collection: str, deferred: Deferred, size: int) -> None:
    """Has the server join segments and build its graph, and waits until it is there.

    Args:
        server: The server.
        collection: Of the points.
        deferred: What `defer_graph` returned.
        size: Bytes of all vectors; for few there is no graph, and nothing to wait for.

    Raises:
        StorageError: The server cannot build it.
    """
    _ask_for(server, collection, deferred)
    least = server.ask(lambda client: client.get_collection(collection)).config.optimizer_config
    quiet = 0 if size > 1024 * (least.indexing_threshold or 0) else QUIET
    while quiet < QUIET:
        time.sleep(LOOK)
        there = server.ask(lambda client: client.get_collection(collection))
        if there.status == models.CollectionStatus.RED:
            reason = getattr(there.optimizer_status, "error", "it does not say why")
            raise StorageError(
                f"the server cannot index {collection}: {reason}",
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

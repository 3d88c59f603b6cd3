"""Changing an index on a server: a new generation beside the old one, made current by one switch of the alias."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

import numpy as np

from debatable.embedding import VectorCache, encoder
from debatable.embedding.cache import keys_of
from debatable.engines.local.open_index import OpenIndex
from debatable.engines.local.writing import make_index
from debatable.engines.qdrant.address import Address
from debatable.engines.qdrant.connection import WRITING, Connect, Server
from debatable.engines.qdrant.generations import clean_up, current, leftovers, make_current, numbers, remove
from debatable.engines.qdrant.names import collection_name, dense, rows_of
from debatable.engines.qdrant.reading.collection import OpenCollection, argument
from debatable.engines.qdrant.reading.filters import of_kind
from debatable.engines.qdrant.reading.points import Payload
from debatable.engines.qdrant.writing.upload import alive, create, describe, fill, write_manifest
from debatable.errors import DebatableError, IndexLockedError, InputError, ReplacedError
from debatable.model import Argument
from debatable.progress import Progress, step
from debatable.ranking.protocol import Kind

_T = TypeVar("_T")

BATCH = 512
"""Points in one request, with their vectors."""


def create_on_server(
    address: Address,
    make: Callable[[Path], _T],
    overwrite: bool,
    progress: Progress | None = None,
    connect: Connect | None = None,
) -> _T:
    """Makes an index in a temporary folder and puts it on a server, as `publish_index` does."""
    with _writing(address, connect) as server:
        before = _replaced(server, overwrite)
        with _temporary_folder() as folder:
            answer = make(folder)
            _publish_folder(server, folder, before, progress)
        return answer


def publish_index(folder: Path, address: Address, *, overwrite: bool = False) -> None:
    """Puts an index of this machine on a server; raises an InputError where there is one of that name."""
    with _writing(address, None) as server:
        _publish_folder(server, folder, _replaced(server, overwrite), None)


def change_on_server(
    address: Address,
    change: Callable[[Path], _T],
    progress: Progress | None = None,
    connect: Connect | None = None,
) -> _T:
    """Brings an index from the server to this machine, changes it, and puts the next generation there."""
    with _writing(address, connect) as server:
        with _temporary_folder() as folder:
            try:
                before = restored(server, folder, progress)
            except ReplacedError as error:
                raise _taken_over(server) from error
            answer = change(folder)
            _publish_folder(server, folder, before, progress)
        return answer


@contextmanager
def _temporary_folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="debatable-") as home:
        yield Path(home) / "index"


def _replaced(server: Server, overwrite: bool) -> str | None:
    """Returns the collection that will be replaced; raises an InputError where that is not wanted."""
    before = current(server)
    if before is not None and not overwrite:
        raise InputError(
            f"{server.address} is an index already", todo="use 'debatable add' to add to it or --overwrite"
        )
    return before


@contextmanager
def _writing(address: Address, connect: Connect | None) -> Iterator[Server]:
    server = Server(address, connect, budget=WRITING)
    try:
        yield server
    finally:
        server.close()


def _publish_folder(server: Server, folder: Path, before: str | None, progress: Progress | None) -> None:
    index = OpenIndex(folder)
    try:
        publish(server, index, before, progress)
    finally:
        index.close()


def publish(server: Server, index: OpenIndex, before: str | None, progress: Progress | None = None) -> None:
    """Puts an index into a new collection and makes it current; a failure before leaves the old one current.

    Raises:
        IndexLockedError: Another writer is at work.
    """
    left = leftovers(server, before, step(progress, "whether another writer is alive"))
    clean_up(server, before)
    # above those of the dead, so that one who was only asleep does not write into this one
    collection = collection_name(server.address.name, max(numbers(server), default=0) + 1)
    ours = False
    try:
        ours = create(server, collection, index)
        with alive(server, collection, index):
            for name in left:
                remove(server, name)
            describe(server, collection)
            manifest = fill(server, collection, index, progress)
        write_manifest(server, collection, manifest)
        make_current(server, collection, before)
    except BaseException as error:
        with suppress(DebatableError):
            if ours:
                remove(server, collection)
        if isinstance(error, ReplacedError):
            raise _taken_over(server) from error
        raise
    with suppress(DebatableError):  # the change was made, and the next one removes what is left
        clean_up(server, collection)


def _taken_over(server: Server) -> IndexLockedError:
    return IndexLockedError(
        "another process has changed the index meanwhile", where=str(server.address), todo="try again"
    )


def restored(server: Server, folder: Path, progress: Progress | None = None) -> str:
    """Makes the index of the server in a folder: its arguments in their order; texts are not encoded again.

    Returns the name of the collection that was read.
    """
    index = OpenCollection(server)
    known = folder.parent / f".{folder.name}.unfinished"  # where a build that was interrupted leaves vectors
    claims = dict(_read(index, "claims", known))
    links: list[tuple[int, Argument]] = []
    for _, premise in _read(index, "premises", known):
        links += [(link["order"], argument(premise, link, claims)) for link in premise["links"]]
    links.sort(key=lambda link: link[0])
    make_index(
        (link for _, link in links), folder, configuration=index.configuration, progress=progress, known=known
    )
    return index.name


def _read(index: OpenCollection, kind: Kind, cache: Path) -> Iterator[tuple[int, Payload]]:
    """Yields the rows and payloads of all points of a kind, and writes their vectors to a cache."""
    variants = index.configuration.variants(kind) if index.has_vectors else ()
    vectors = [dense(kind, variant) for variant in variants]
    there = 0
    for records in index.points.records(of_kind(kind), vectors=vectors, limit=BATCH):
        payloads = [index.points.checked(record) for record in records]
        there += len(records)
        keys = keys_of([payload["text"] for payload in payloads])
        for variant, name in zip(variants if records else (), vectors, strict=False):
            folder = cache / encoder(f"{variant}({index.configuration.encoder})").fingerprint
            folder.mkdir(parents=True, exist_ok=True)
            VectorCache(folder).write(keys, np.array([one.vector[name] for one in records], np.float32))
        for record, payload in zip(records, payloads, strict=True):
            yield int(rows_of(kind, [int(record.id)])[0]), payload
    index.points.require(there, index.manifest.counts[kind], kind)

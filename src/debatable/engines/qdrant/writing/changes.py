"""Changing an index on a server: a new generation beside the old one, made current by one switch of the alias."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from debatable.corpus import OnDuplicate, Tally
from debatable.embedding import VectorCache, encoder
from debatable.embedding.cache import keys_of
from debatable.engines.configuration import Configuration
from debatable.engines.local.open_index import OpenIndex
from debatable.engines.local.stages import Stages
from debatable.engines.local.writing import add_arguments, make_index, recluster_index, remove_arguments
from debatable.engines.qdrant.address import Address
from debatable.engines.qdrant.connection import WRITING, Connect, Server, connected
from debatable.engines.qdrant.generations import clean_up, current, make_current, numbers, served
from debatable.engines.qdrant.names import collection_name, dense, rows_of
from debatable.engines.qdrant.reading.collection import OpenCollection, argument
from debatable.engines.qdrant.reading.filters import of_kind
from debatable.engines.qdrant.writing.upload import create, describe, fill
from debatable.errors import DebatableError, IndexLockedError, InputError
from debatable.model import Argument
from debatable.progress import Progress
from debatable.ranking.protocol import Kind

__all__ = [
    "add_to_server",
    "make_on_server",
    "publish",
    "publish_index",
    "recluster_on_server",
    "remove_from_server",
    "restored",
]

_T = TypeVar("_T")


def make_on_server(
    arguments: Iterable[Argument],
    address: Address,
    *,
    configuration: Configuration | None = None,
    on_duplicate: OnDuplicate = "error",
    overwrite: bool = False,
    progress: Progress | None = None,
    connect: Connect = connected,
    stages: Stages | None = None,
) -> Tally:
    """Makes an index on a server; it is computed here, in a temporary folder.

    Raises:
        InputError: There is an index of that name already, or the corpus is empty.
    """
    with _writing(address, connect) as server:
        before = _replaced(server, overwrite)
        with tempfile.TemporaryDirectory(prefix="debatable-") as home:
            folder = Path(home) / "index"
            tally = make_index(
                arguments,
                folder,
                configuration=configuration,
                on_duplicate=on_duplicate,
                progress=progress,
                stages=stages,
            )
            _publish_folder(server, folder, before, progress)
        return tally


def publish_index(
    folder: Path,
    address: Address,
    *,
    overwrite: bool = False,
    progress: Progress | None = None,
    connect: Connect = connected,
) -> None:
    """Puts an index of this machine on a server, as it is.

    Raises:
        InputError: There is an index of that name already.
    """
    with _writing(address, connect) as server:
        _publish_folder(server, folder, _replaced(server, overwrite), progress)


def add_to_server(
    arguments: Iterable[Argument],
    address: Address,
    *,
    on_duplicate: OnDuplicate = "error",
    progress: Progress | None = None,
    connect: Connect = connected,
) -> Tally:
    """Adds arguments to an index on a server."""
    return _changed(
        address,
        lambda folder: add_arguments(arguments, folder, on_duplicate=on_duplicate, progress=progress),
        progress,
        connect,
    )


def remove_from_server(
    ids: Sequence[str],
    address: Address,
    *,
    progress: Progress | None = None,
    connect: Connect = connected,
) -> int:
    """Removes arguments from an index on a server by id."""
    return _changed(
        address, lambda folder: remove_arguments(ids, folder, progress=progress), progress, connect
    )


def recluster_on_server(
    address: Address, *, progress: Progress | None = None, connect: Connect = connected
) -> None:
    """Clusters claims and premises anew."""
    _changed(address, lambda folder: recluster_index(folder, progress=progress), progress, connect)


def _changed(
    address: Address, change: Callable[[Path], _T], progress: Progress | None, connect: Connect
) -> _T:
    """Brings an index from the server to this machine, changes it, and puts the next generation there."""
    with _writing(address, connect) as server:
        before = served(server)
        with tempfile.TemporaryDirectory(prefix="debatable-") as home:
            folder = Path(home) / "index"
            restored(server, folder, progress)
            answer = change(folder)
            _publish_folder(server, folder, before, progress)
        return answer


def _replaced(server: Server, overwrite: bool) -> str | None:
    """Returns the collection that will be replaced, if there is one and that is wanted."""
    before = current(server)
    if before is not None and not overwrite:
        raise InputError(
            f"{server.address} is an index already", todo="use 'debatable add' to add to it or --overwrite"
        )
    return before


@contextmanager
def _writing(address: Address, connect: Connect) -> Iterator[Server]:
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
    """Puts an index into a new collection and makes it current; whatever fails before leaves the old one so.

    Args:
        server: Where.
        index: What.
        before: The collection that is current now.
        progress: Told about each step.

    Raises:
        IndexLockedError: Another writer is at work.
    """
    clean_up(server, before)
    last = int(before.rpartition(".")[2]) if before else 0
    if any(number > last for number in numbers(server)):
        raise IndexLockedError(
            "another process is writing to the index", where=str(server.address), todo="try again later"
        )
    collection = collection_name(server.address.name, last + 1)
    ours = False
    try:
        ours = create(server, collection, index)
        describe(server, collection, index)
        fill(server, collection, index, progress)
        make_current(server, collection, before)
    except BaseException:
        with suppress(DebatableError):
            if ours and current(server) != collection:
                server.ask(lambda client: client.delete_collection(collection))
        raise
    clean_up(server, collection)


BATCH = 512


def restored(server: Server, folder: Path, progress: Progress | None = None) -> None:
    """Makes the index in a folder that the server has; texts are not encoded again."""
    index = OpenCollection(server)
    known = folder.parent / f".{folder.name}.unfinished"  # where a build that was interrupted leaves vectors
    claims = {int(row): said for row, said in _read(index, "claims", known)}
    links: list[tuple[int, Argument]] = []
    for _, said in _read(index, "premises", known):
        links += [(link["order"], argument(said, link, claims)) for link in said["links"]]
    links.sort(key=lambda link: link[0])
    make_index(
        (link for _, link in links), folder, configuration=index.configuration, progress=progress, known=known
    )


def _read(index: OpenCollection, kind: Kind, known: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yields all points of a kind, and keeps their vectors."""
    variants: Sequence[str] = ()
    if index.has_vectors:
        variants = index.configuration.long_texts if kind == "premises" else ("first",)
    offset: Any = None
    while True:
        after = offset
        records, offset = index.server.ask(
            lambda client, after=after: client.scroll(  # type: ignore[misc]
                index.name,
                scroll_filter=of_kind(kind),
                limit=BATCH,
                offset=after,
                with_payload=True,
                with_vectors=[dense(kind, variant) for variant in variants] or False,
            )
        )
        keys = keys_of([record.payload["text"] for record in records])
        for variant in variants if records else ():
            name = encoder(f"{variant}({index.configuration.encoder})").fingerprint
            vectors = np.array([record.vector[dense(kind, variant)] for record in records], np.float32)
            (known / name).mkdir(parents=True, exist_ok=True)
            VectorCache(known / name).write(keys, vectors)
        for record in records:
            yield int(rows_of(kind, [int(record.id)])[0]), record.payload
        if offset is None:
            return

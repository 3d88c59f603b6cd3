"""Changing an index on a server: a new generation beside the old one, made current by one switch of the alias."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from debatable.corpus import OnDuplicate, Tally
from debatable.engines.local.configuration import Configuration
from debatable.engines.local.open_index import OpenIndex
from debatable.engines.local.stages import Stages
from debatable.engines.local.writing import add_arguments, make_index, recluster_index, remove_arguments
from debatable.engines.qdrant.address import Address
from debatable.engines.qdrant.connection import WRITING, Connect, Server, connected
from debatable.engines.qdrant.generations import clean_up, current, make_current, numbers, served
from debatable.engines.qdrant.names import collection_name
from debatable.engines.qdrant.writing.restoring import restored
from debatable.engines.qdrant.writing.upload import create, describe, fill
from debatable.errors import DebatableError, IndexLockedError, InputError
from debatable.model import Argument
from debatable.progress import Progress

__all__ = [
    "add_to_server",
    "make_on_server",
    "publish",
    "publish_index",
    "recluster_on_server",
    "remove_from_server",
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

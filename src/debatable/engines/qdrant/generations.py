"""The generations of an index on a server: one collection each, and an alias that says which is current."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from debatable.engines.qdrant.connection import Server
from debatable.engines.qdrant.failures import MissingCollectionError, is_missing
from debatable.engines.qdrant.manifest import Manifest
from debatable.engines.qdrant.names import MANIFEST, collection_name, generation_number
from debatable.errors import DebatableError, IndexLockedError, NotAnIndexError

if TYPE_CHECKING:
    from qdrant_client import QdrantClient

__all__ = ["ABANDONED", "clean_up", "current", "make_current", "numbers", "read_manifest", "served"]

ABANDONED = 600.0
"""Seconds without a sign of life after which an unfinished generation is taken for a leftover."""


def current(server: Server) -> str | None:
    """Returns the collection that is current; None where there is no such index."""
    name = server.address.name
    aliases = server.ask(lambda client: client.get_aliases()).aliases
    return next((alias.collection_name for alias in aliases if alias.alias_name == name), None)


def served(server: Server) -> str:
    """Returns the collection that is current.

    Raises:
        NotAnIndexError: There is no index of that name.
    """
    found = current(server)
    if found is None:
        where = server.address
        raise NotAnIndexError(
            f"{where} does not exist", todo=f"make it with: debatable index CORPUS --into {where}"
        )
    return found


def numbers(server: Server) -> list[int]:
    """Returns the numbers of all generations that are there, rising, finished or not."""
    found = server.ask(lambda client: client.get_collections()).collections
    known = (generation_number(server.address.name, one.name) for one in found)
    return sorted(number for number in known if number is not None)


def read_manifest(server: Server, collection: str) -> Manifest:
    """Reads what a collection is.

    Raises:
        CorruptIndexError: It does not say, or is unfinished.
        NewerIndexError: It was written by a newer version.
    """
    found = server.ask(lambda client: client.retrieve(collection, [MANIFEST], with_payload=True))
    return Manifest.of_payload(found[0].payload if found else None, f"{server.address} ({collection})")


def make_current(server: Server, collection: str, before: str | None) -> None:
    """Lets the alias lead to a finished collection, in one step.

    Raises:
        IndexLockedError: Another writer was faster.
    """
    from qdrant_client import models

    name = server.address.name
    if current(server) != before:
        raise IndexLockedError(
            "another process has changed the index", where=str(server.address), todo="try again"
        )
    operations: list[Any] = []
    if before is not None:
        operations.append(models.DeleteAliasOperation(delete_alias=models.DeleteAlias(alias_name=name)))
    operations.append(
        models.CreateAliasOperation(
            create_alias=models.CreateAlias(collection_name=collection, alias_name=name)
        )
    )
    try:
        server.ask(lambda client: client.update_collection_aliases(operations))
    except DebatableError:
        if current(server) != collection:  # else only the answer was lost
            raise


def clean_up(server: Server, serving: str | None) -> None:
    """Removes generations older than the one before the current, and unfinished ones that nobody works on.

    Readers of the generation that was current before go on; it is removed by the next change.
    """
    here = None if serving is None else generation_number(server.address.name, serving)
    known = numbers(server)
    older = [number for number in known if here is not None and number < here]
    for number in known:
        if number == here or number in older[-1:] and _whole(server, number):
            continue
        if number in older or not _alive(server, number):
            name = collection_name(server.address.name, number)
            server.ask(lambda client, name=name: _deleted(client, name))  # type: ignore[misc]


def _deleted(client: QdrantClient, name: str) -> bool:
    try:
        return bool(client.delete_collection(name))
    except Exception as error:
        if is_missing(error):
            return True
        raise


def _whole(server: Server, number: int) -> bool:
    try:
        return read_manifest(server, collection_name(server.address.name, number)).whole
    except DebatableError:
        return False


def _alive(server: Server, number: int) -> bool:
    """Says whether somebody may still be at work on a generation that is not current."""
    try:
        manifest = read_manifest(server, collection_name(server.address.name, number))
    except MissingCollectionError:
        return False
    except DebatableError:
        return False
    return time.time() - manifest.written < ABANDONED

"""The generations of an index on a server: one collection each with a manifest, and an alias for the current one."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from debatable.engines.qdrant.connection import Server, is_missing
from debatable.engines.qdrant.names import MANIFEST, collection_name, generation_number
from debatable.engines.qdrant.reading.points import CHECKSUM, checksum
from debatable.errors import (
    CorruptIndexError,
    DebatableError,
    IndexLockedError,
    NewerIndexError,
    NotAnIndexError,
    ReplacedError,
)
from debatable.progress import Step

if TYPE_CHECKING:
    from qdrant_client import QdrantClient

SILENT = 20.0
"""Seconds for which the writer of an unfinished generation is watched; one that gives no sign of life is dead."""

LOOK = 1.0
"""Seconds between two looks at it."""

ABANDONED = 600.0
"""Seconds by the clocks of two machines after which nobody watches; writers of earlier versions are silent for long."""

FORMAT = 2
"""Of the points; collections of a later one are left alone. Since 2 fields of filters are there twice."""


def current(server: Server) -> str | None:
    """Returns the collection that is current; None where there is no such index."""
    name = server.address.name
    aliases = server.ask(lambda client: client.get_aliases()).aliases
    return next((alias.collection_name for alias in aliases if alias.alias_name == name), None)


def served(server: Server) -> str:
    """Returns the collection that is current; raises a NotAnIndexError where there is none."""
    collection = current(server)
    if collection is None:
        where = server.address
        raise NotAnIndexError(
            f"{where} does not exist", todo=f"make it with: debatable index CORPUS --into {where}"
        )
    return collection


def numbers(server: Server) -> list[int]:
    """Returns the numbers of all generations that are there, rising, finished or not."""
    collections = server.ask(lambda client: client.get_collections()).collections
    all_numbers = (generation_number(server.address.name, one.name) for one in collections)
    return sorted(number for number in all_numbers if number is not None)


def read_manifest(server: Server, collection: str) -> Manifest:
    """Reads the manifest of a collection.

    Raises:
        CorruptIndexError: There is none, or it is damaged.
        NewerIndexError: It was written by a newer version.
    """
    points = server.ask(lambda client: client.retrieve(collection, [MANIFEST], with_payload=True))
    return Manifest.of_payload(points[0].payload if points else None, f"{server.address} ({collection})")


def make_current(server: Server, collection: str, before: str | None) -> None:
    """Switches the alias to a finished collection; raises an IndexLockedError where another writer was faster."""
    from qdrant_client import models

    name = server.address.name
    if current(server) != before:
        raise _overtaken(server)
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
    """Removes generations older than the previous one; readers of that go on, until the next change removes it."""
    previous = None
    for number in reversed(numbers(server)):
        if serving is None or number >= int(serving.rpartition(".")[2]):
            continue
        name = collection_name(server.address.name, number)
        if previous is None and _is_whole(server, name):
            previous = name
        else:
            remove(server, name)


def _is_whole(server: Server, collection: str) -> bool:
    try:
        return read_manifest(server, collection).whole
    except (CorruptIndexError, NewerIndexError, ReplacedError):
        return False


def remove(server: Server, collection: str) -> None:
    """Removes a generation, unless it is current."""
    if current(server) != collection:
        server.ask(lambda client: _deleted(client, collection))


def leftovers(server: Server, before: str | None, progress: Step | None = None) -> list[str]:
    """Returns the generations newer than the current one, whose writers are dead.

    A writer renews its manifest every few seconds. One that is at work shows it while it is watched, whatever the
    clocks of two machines say; one that does not is dead.

    Raises:
        IndexLockedError: A writer is at work, or was faster than this one.
    """
    start, found = time.monotonic(), _newer(server, before)
    fresh = [one for one in found.values() if one is None or time.time() - one.written < ABANDONED]
    while fresh and (waited := time.monotonic() - start) < SILENT:
        if any(one is not None and not one.versions for one in fresh):  # of an earlier version
            raise _locked(server, found)
        if progress is not None:
            progress(int(waited), int(SILENT))
        time.sleep(LOOK)
        if _newer(server, before) != found:
            raise _locked(server, found)
    return list(found)


def _newer(server: Server, before: str | None) -> dict[str, Manifest | None]:
    """Returns the generations newer than the current one, with their manifests as far as they have one."""
    if current(server) != before:
        raise _overtaken(server)
    last = 0 if before is None else int(before.rpartition(".")[2])
    newer = [collection_name(server.address.name, number) for number in numbers(server) if number > last]
    return {name: _sign(server, name) for name in newer}


def _sign(server: Server, collection: str) -> Manifest | None:
    """Returns the manifest of a generation; None where there is none that can be read."""
    try:
        return read_manifest(server, collection)
    except (CorruptIndexError, ReplacedError):
        return None


def _locked(server: Server, found: Mapping[str, Manifest | None]) -> IndexLockedError:
    writers = {one.versions.get("writer", "") for one in found.values() if one is not None} - {""}
    who = f" ({', '.join(sorted(writers))})" if writers else ""
    return IndexLockedError(
        f"another process is writing to the index{who}", where=str(server.address), todo="try again later"
    )


def _overtaken(server: Server) -> IndexLockedError:
    return IndexLockedError(
        "another process has changed the index", where=str(server.address), todo="try again"
    )


def _deleted(client: QdrantClient, name: str) -> bool:
    try:
        return bool(client.delete_collection(name))
    except Exception as error:
        if is_missing(error):
            return True
        raise


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a generation is made of and from: a point of its own, written first as unfinished and last as whole.

    Attributes:
        configuration: Everything that steers how it was computed.
        versions: Of the programs that computed it; while it is unfinished, who writes it.
        counts: Claims, premises, links, claimless premises, clusters of claims, terms.
        corpus: Arguments by source, stance and language, for `info`.
        words: N and T of the claims and of the premises.
        fields: N and T of each field of BM25F.
        documents: Premises that have a word in one of some fields, by the fields.
        similarities: Similarities with stored weights, by position.
        rankings: Rankings over fields with stored weights, by position.
        quality: Whether links have qualities.
        whole: Whether everything is there.
        written: When it was last written, in seconds since 1970.
        format: Of the points.
    """

    configuration: Mapping[str, Any]
    versions: Mapping[str, str] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    corpus: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    words: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    fields: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    documents: Mapping[str, int] = field(default_factory=dict)
    similarities: tuple[str, ...] = ()
    rankings: tuple[str, ...] = ()
    quality: bool = False
    whole: bool = False
    written: float = 0.0
    format: int = FORMAT

    @property
    def twice(self) -> bool:
        """Whether points have the fields of filters twice, so that one that is changed is found by the other."""
        return self.format > 1

    def payload(self) -> dict[str, Any]:
        """Returns plain JSON types, with the time of now and a checksum."""
        document = {**asdict(self), "written": time.time(), "kind": "manifest"}
        document |= {name: list(document[name]) for name in ("similarities", "rankings")}
        return document | {CHECKSUM: _checksum(document)}

    @classmethod
    def of_payload(cls, payload: Mapping[str, Any] | None, where: str) -> Manifest:
        """Reads a payload; raises as `read_manifest` does."""
        try:
            document = dict(payload or {})
            version = int(document["format"])
            if version > FORMAT:
                raise NewerIndexError(
                    f"the collection has format {version}, this Debatable knows up to {FORMAT}",
                    where=where,
                    todo="upgrade with: pip install --upgrade debatable",
                )
            if CHECKSUM in document and document.pop(CHECKSUM) != _checksum(document):
                raise ValueError("it is not what its checksum says")
            document.pop("kind", None)
            lists = {name: tuple(document[name]) for name in ("similarities", "rankings")}
            return cls(**(document | lists))
        except (KeyError, TypeError, ValueError) as error:
            raise CorruptIndexError(
                f"the manifest {MANIFEST} of the collection cannot be read",
                where=where,
                todo="rebuild the index with: debatable index … --overwrite",
            ) from error


def _checksum(document: Mapping[str, Any]) -> str:
    """Returns the checksum of a manifest but for its time; other floats count in six digits, as a server may round."""
    covered = {name: value for name, value in document.items() if name not in (CHECKSUM, "written")}
    settings = document["configuration"].items()
    return checksum(
        covered
        | {"configuration": {key: f"{one:.6g}" if isinstance(one, float) else one for key, one in settings}}
    )

"""Points by kind and row: their payloads and vectors, read in batches and cached."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from struct import error as StructError
from struct import pack
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np
import orjson

from debatable.arrays import Floats, Ints, Matrix, Singles
from debatable.engines.qdrant import names
from debatable.engines.qdrant.connection import Server
from debatable.errors import CorruptIndexError
from debatable.ranking.protocol import Kind

if TYPE_CHECKING:
    from qdrant_client import models

BATCH = 1_024
"""Points in one request."""

CACHED = 100_000
"""Points whose payloads and vectors are cached."""

CHECKSUM = "checksum"

TEXT_CHECKSUM = "text_checksum"
"""Of the text alone, so that a payload can be checked without it."""

Payload = dict[str, Any]
Sparse = tuple[Ints, Floats]
"""Numbers of terms, rising, and a value for each."""

_K = TypeVar("_K", bound=Hashable)

_V = TypeVar("_V")


class Points:
    """The points of one collection; safe to share between threads."""

    def __init__(self, server: Server, collection: str) -> None:
        """Reads nothing yet."""
        self.server = server
        self.collection = collection
        self._payloads = RecentValues[int, Payload](CACHED)
        self._dense = RecentValues[tuple[str, int], Singles](CACHED)
        self._sparse = RecentValues[tuple[str, int], Sparse](CACHED)

    def payloads(self, kind: Kind, rows: Ints | Sequence[int]) -> list[Payload]:
        """Returns the payloads of given rows."""
        return self._payloads.get(names.point_ids(kind, rows), self._read_payloads)

    def dense(self, kind: Kind, rows: Ints, name: str, dimensions: int) -> Matrix:
        """Returns the dense vectors of given rows."""
        keys = [(name, id_) for id_ in names.point_ids(kind, rows)]
        vectors = self._dense.get(keys, lambda missing: self._read_dense(name, missing))
        return np.array(vectors, np.float32).reshape(len(rows), dimensions)

    def sparse(self, kind: Kind, rows: Ints, name: str) -> list[Sparse]:
        """Returns the sparse vectors of given rows."""
        keys = [(name, id_) for id_ in names.point_ids(kind, rows)]
        return self._sparse.get(keys, lambda missing: self._read_sparse(name, missing))

    def matching(self, wanted: models.Filter, kind: Kind) -> Ints:
        """Returns the rows of the points that pass a filter, rising; their payloads are cached."""
        payloads: dict[int, Payload] = {}
        for records in self.records(wanted):
            payloads.update((int(record.id), self.checked(record)) for record in records)
        self._payloads.put(payloads.items())
        return np.sort(names.rows_of(kind, list(payloads)))

    def records(
        self, wanted: models.Filter, payload: Any = True, vectors: Sequence[str] = (), limit: int = BATCH
    ) -> Iterator[list[Any]]:
        """Yields the points that pass a filter, page by page, with the named vectors."""
        offset: Any = None
        while True:
            after = offset
            records, offset = self.server.ask(
                lambda client, after=after: client.scroll(  # type: ignore[misc]
                    self.collection,
                    scroll_filter=wanted,
                    limit=limit,
                    offset=after,
                    with_payload=payload,
                    with_vectors=list(vectors) or False,
                )
            )
            yield records
            if offset is None:
                return

    def cache_vectors(self, name: str, vectors: Iterator[tuple[int, Any]]) -> None:
        """Caches dense vectors that came with another answer."""
        self._dense.put(((name, id_), np.array(vector, np.float32)) for id_, vector in vectors)

    def checked(self, record: Any) -> Payload:
        """Returns the payload of a point; raises a CorruptIndexError where it is not what its checksum says."""
        payload: Payload = record.payload or {}
        if not is_whole(payload):
            raise self.contradiction(record.id)
        return payload

    def contradiction(self, id_: Any) -> CorruptIndexError:
        """Returns the error for a point whose payload is not what was written."""
        return self.damage(f"point {id_} of {self.collection} is not what its checksum says")

    def damage(self, what: str) -> CorruptIndexError:
        """Returns an error that says what is damaged, and what to do."""
        return CorruptIndexError(what, where=str(self.server.address), todo="run: debatable verify")

    def require(self, found: int, there: int, what: str) -> None:
        """Raises a CorruptIndexError where the server has not found as many points, or arguments, as there are."""
        if found != there:
            raise self.damage(f"{found:,} of {there:,} {what} are there in {self.collection}")

    def _read_payloads(self, ids: list[int]) -> dict[int, Payload]:
        return {int(record.id): self.checked(record) for record in self._records(ids, None)}

    def _read_dense(self, name: str, keys: Sequence[tuple[str, int]]) -> dict[tuple[str, int], Singles]:
        return {
            (name, int(record.id)): np.array(record.vector[name], np.float32)
            for record in self._records([id_ for _, id_ in keys], name)
        }

    def _read_sparse(self, name: str, keys: Sequence[tuple[str, int]]) -> dict[tuple[str, int], Sparse]:
        vectors = dict.fromkeys(keys, (np.zeros(0, np.int64), np.zeros(0)))
        for record in self._records([id_ for _, id_ in keys], name):
            if name in (record.vector or {}):
                vector = record.vector[name]
                indices = np.array(vector.indices, np.int64)
                order = np.argsort(indices)
                vectors[name, int(record.id)] = indices[order], np.array(vector.values)[order]
        return vectors

    def _records(self, ids: Sequence[int], vector: str | None) -> Iterator[Any]:
        """Yields points with their payloads, or with one of their vectors."""
        for start in range(0, len(ids), BATCH):
            part = list(ids[start : start + BATCH])
            records = self.server.ask(
                lambda client, part=part: client.retrieve(  # type: ignore[misc]
                    self.collection,
                    part,
                    with_payload=vector is None,
                    with_vectors=False if vector is None else [vector],
                )
            )
            if len(records) != len(part):
                missing = set(part).difference(int(record.id) for record in records)
                raise self.damage(f"point {min(missing)} of {self.collection} is missing")
            yield from records


def checksum(payload: Payload) -> str:
    """Returns the checksum of a payload; qualities count in single precision, since a server may round a float.

    >>> checksum({"text": "Ban cars", "length": 8}) == checksum({"length": 8, "text": "Ban cars"})
    True
    """
    apart = (CHECKSUM, "text") if TEXT_CHECKSUM in payload else (CHECKSUM,)
    covered = {name: value for name, value in payload.items() if name not in apart}
    if "links" in covered:
        covered["links"] = [
            {**link, "quality": [pack("f", one).hex() for one in link.get("quality", ())]}
            for link in covered["links"]
        ]
    return hashlib.blake2b(orjson.dumps(covered, option=orjson.OPT_SORT_KEYS), digest_size=8).hexdigest()


def is_whole(payload: Payload) -> bool:
    """Whether a payload is what its checksum says; those of earlier versions have none."""
    try:
        if TEXT_CHECKSUM in payload and "text" in payload:
            text = {"text": payload["text"]}
            if payload[TEXT_CHECKSUM] != checksum(text):
                return False
        return bool(payload) and (CHECKSUM not in payload or payload[CHECKSUM] == checksum(payload))
    except (AttributeError, OverflowError, TypeError, StructError):  # values of other kinds
        return False


class RecentValues(Generic[_K, _V]):
    """Values by key, the least recently used dropped first; safe among threads.

    >>> recent = RecentValues[str, int](2)
    >>> recent.get(["a", "b"], lambda keys: {key: len(key) for key in keys})
    [1, 1]
    >>> recent.get(["b", "c"], lambda keys: {key: len(keys) for key in keys}), len(recent)
    ([1, 1], 2)
    """

    def __init__(self, size: int) -> None:
        """Starts empty; so many values are kept."""
        self._room = size
        self._values: dict[_K, _V] = {}
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """How many values are kept."""
        return len(self._values)

    def get(self, keys: Sequence[_K], read: Callable[[list[_K]], Mapping[_K, _V]]) -> list[_V]:
        """Returns the values of keys, those that are not kept read in one go."""
        values: dict[_K, _V] = {}
        with self._lock:
            for key in keys:
                if key in self._values and key not in values:
                    values[key] = self._values[key] = self._values.pop(key)
        missing = [key for key in dict.fromkeys(keys) if key not in values]
        if missing:
            fresh = read(missing)
            values.update(fresh)
            self.put(fresh.items())
        return [values[key] for key in keys]

    def put(self, items: Iterable[tuple[_K, _V]]) -> None:
        """Keeps values."""
        with self._lock:
            for key, value in items:
                self._values.pop(key, None)
                self._values[key] = value
            while len(self._values) > self._room:
                del self._values[next(iter(self._values))]

"""The stages of a build, done ahead by workers; their results are stored and read back in order.

A stage goes through its chunks twice: first, those without a stored result are given to the workers; then all results
are read in order. A result is found by a hash over the work and the chunk, so that a killed build goes on, and no
result of another corpus, configuration or version is ever used.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeAlias, TypeVar

import numpy as np

from debatable.arrays import Labels, Rows, Singles, Vectors
from debatable.clustering import CellSearch, Clustering
from debatable.clustering.trees import ByTree
from debatable.embedding import CachedEncoder, Encoder, SentenceTransformerEncoder
from debatable.embedding.cache import keys_of
from debatable.engines.local.stages import Blocks
from debatable.engines.ray.works import Analysis, Arrays, Encoding, Neighbours, Work, token_lists
from debatable.files import write_bytes
from debatable.lexical.postings.vocabulary import encoded
from debatable.literals import loaded
from debatable.progress import Step

TEXTS = 256
"""Texts that are encoded in one chunk: what is lost when a worker is, and the least that keeps it busy."""

Tag = TypeVar("Tag")
Unit: TypeAlias = tuple[str, int, Callable[[], Any]]
"""Key of a result, how much it counts as progress, and what makes the chunk."""

DIGEST = 16


class Executor(Protocol):
    """Runs work on chunks by whoever is free."""

    def __call__(self, work: Work[Any], chunks: Iterable[tuple[Tag, Any]]) -> Iterator[tuple[Tag, Arrays]]:
        """Yields the result of each chunk as it comes, with the tag of the chunk.

        Chunks are taken from the stream when a worker has room for them.
        """
        ...


@dataclass(frozen=True, slots=True)
class DistributedStages:
    """Has the stages done by an executor."""

    execute: Executor

    def tokens(
        self, analyzer: str, blocks: Blocks, total: int, folder: Path, progress: Step | None
    ) -> Iterator[list[str]]:
        """Yields the tokens of each text, in order."""
        work, stored = Analysis(analyzer), StoredResults(folder / "analysis")

        def key(block: list[str]) -> str:
            return key_of(work.fingerprint, map(encoded, block))

        self._ahead(work, stored, ((key(b), len(b), partial(list, b)) for b in blocks()), total, progress)
        for block in blocks():
            yield from token_lists(stored.find(key(block)) or work(block))

    def encoded(
        self, encode: Encoder, blocks: Blocks, total: int, folder: Path, progress: Step | None
    ) -> Path | None:
        """Encodes texts into the folder that a `CachedEncoder` of this machine would use."""
        cache = CachedEncoder(encode, folder).cache
        work = Encoding(encode.name, encode.fingerprint, _on_gpu(encode))
        count = _Count(total, progress)

        def missing() -> Iterator[tuple[Any, list[str]]]:
            for block in blocks():
                keys = keys_of(block)
                rows = np.flatnonzero(cache.find(keys)[:, 0] < 0)
                rows = rows[np.sort(np.unique(keys[rows], axis=0, return_index=True)[1])]
                count.add(len(block) - len(rows))
                rows = rows[np.argsort([len(block[row]) for row in rows], kind="stable")]
                for start in range(0, len(rows), TEXTS):
                    chosen = rows[start : start + TEXTS]
                    yield keys[chosen], [block[row] for row in chosen]

        for keys, made in self.execute(work, missing()):
            cache.write(keys, made["vectors"])
            count.add(len(keys))
        return folder

    def clustering(self, cluster: Clustering, folder: Path, on_neighbours: Step | None) -> Clustering:
        """Returns a clustering whose neighbours are looked up by workers, where it asks for any."""
        if not isinstance(cluster, ByTree):
            return cluster
        by_tree = cluster

        def labels(vectors: Vectors, progress: Step | None = None) -> Labels:
            return by_tree(vectors, progress, partial(self._neighbours, folder, on_neighbours))

        return labels

    def _neighbours(self, folder: Path, progress: Step | None, vectors: Singles) -> tuple[Rows, Singles]:
        """Returns the neighbours of all rows; the cells are placed here and searched by workers."""
        cells = CellSearch().cells(vectors)
        placed = [
            cells.vectors.tobytes(),
            cells.centres.tobytes(),
            *(rows.tobytes() for rows in cells.members),
        ]
        work = Neighbours(cells.count, key_of(f"cells {cells.probes}", placed))
        stored = StoredResults(folder / "neighbours")

        def key(number: int) -> str:
            return key_of(work.fingerprint, [number.to_bytes(8, "little")])

        def search(number: int, make: Callable[[], Any]) -> tuple[Rows, Singles]:
            made = stored.find(key(number)) or work(make())
            return made["found"], made["far"]

        units = ((key(number), len(cells.members[number]), make) for number, make in cells)
        self._ahead(work, stored, units, len(vectors), progress)
        return cells.neighbours(search)

    def _ahead(
        self, work: Work[Any], stored: StoredResults, units: Iterable[Unit], total: int, progress: Step | None
    ) -> None:
        """Has the missing results computed, and stores them."""
        count = _Count(total, progress)
        given: set[str] = set()

        def missing() -> Iterator[tuple[tuple[str, int], Any]]:
            for key, size, make in units:
                if key in given or stored.find(key) is not None:
                    count.add(size)
                else:
                    given.add(key)  # equal chunks are not rare: of a corpus that names no discussions all are
                    yield (key, size), make()

        for (key, size), made in self.execute(work, missing()):
            stored.store(key, made)
            count.add(size)


@dataclass(slots=True)
class _Count:
    """The progress of a step."""

    total: int
    progress: Step | None
    done: int = 0

    def add(self, more: int) -> None:
        self.done += more
        if self.progress is not None and more:
            self.progress(self.done, self.total)


def _on_gpu(encode: Encoder) -> bool:
    """Whether an encoder runs on a GPU where there is one: those of torch do."""
    inner = getattr(encode, "encoder", encode)
    return isinstance(inner, SentenceTransformerEncoder)


def key_of(fingerprint: str, parts: Iterable[bytes]) -> str:
    """Returns the name of a result: a hash over the work and the chunk.

    >>> key_of("analysis", [b"a", b"bc"]) == key_of("analysis", [b"ab", b"c"])
    False
    """
    digest = hashlib.blake2b(fingerprint.encode(), digest_size=DIGEST)
    for part in parts:
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part)
    return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class StoredResults:
    """A folder of results, each a file of plain arrays: a checksum, the names, the arrays.

    Files are written aside and renamed. One that does not match its checksum counts as missing.
    """

    folder: Path

    def find(self, key: str) -> Arrays | None:
        """Returns a result, None where it is missing or damaged."""
        try:
            content = self._path(key).read_bytes()
        except OSError:
            return None
        if content[:DIGEST] != _checksum(key, content[DIGEST:]):
            return None
        stream = io.BytesIO(content[DIGEST:])
        names = loaded(stream).tolist()
        return {name: loaded(stream) for name in names}

    def store(self, key: str, arrays: Arrays) -> None:
        """Writes a result; it is on disk when this returns."""
        stream = io.BytesIO()
        for array in (np.array(list(arrays), np.str_), *arrays.values()):
            np.save(stream, array, allow_pickle=False)
        content = stream.getvalue()
        write_bytes(self._path(key), _checksum(key, content) + content)

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}.chunk"


def _checksum(key: str, content: bytes) -> bytes:
    """Returns a checksum of name and content: a file under another name is another result."""
    return hashlib.blake2b(content, digest_size=DIGEST, key=key.encode()).digest()

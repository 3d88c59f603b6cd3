"""Vectors on disk: a cache that finds them by their text, and matrices written row by row."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from numpy.typing import DTypeLike

from debatable.arrays import Ints, Matrix, Signs, Vectors
from debatable.embedding.encoder import Around, Encoder, checked, normalised
from debatable.errors import InputError
from debatable.files import write_bytes
from debatable.literals import mapped
from debatable.progress import Step

CHUNK = 1024  # texts that an interruption can cost
Keys = npt.NDArray[np.uint64]  # (texts, 2)


def keys_of(texts: Sequence[str]) -> Keys:
    """Returns a 128-bit hash a text."""
    digests = [hashlib.blake2b(t.encode("utf-8", "surrogatepass"), digest_size=16).digest() for t in texts]
    return np.frombuffer(b"".join(digests), dtype="<u8").reshape(-1, 2)


@dataclass(slots=True)
class VectorCache:
    """The shards of one encoder, each a ``.npy`` file of keys and float16 vectors named by its own checksum.

    A shard is written beside and then renamed, so a reader sees whole shards only; two processes may write
    to one folder. A shard that does not match its name is ignored.
    """

    folder: Path
    shards: list[Any] = field(default_factory=list, init=False)
    high: Keys = field(default_factory=lambda: np.empty(0, np.uint64), init=False)
    low: Keys = field(default_factory=lambda: np.empty(0, np.uint64), init=False)
    places: Ints = field(default_factory=lambda: np.empty((0, 2), np.int64), init=False)
    sorted_shards: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        """Opens all shards that are there."""
        for path in sorted(self.folder.glob("*.npy")):
            if whole(path):
                self.shards.append(mapped(path))

    def __len__(self) -> int:
        """How many vectors there are."""
        return sum(len(shard) for shard in self.shards)

    def find(self, keys: Keys) -> Ints:
        """Returns (shard, row) of every key; (-1, -1) where it is not there."""
        self._sort()
        places = np.full((len(keys), 2), -1, dtype=np.int64)
        if len(self.high) and len(keys):
            at = np.minimum(np.searchsorted(self.high, keys[:, 0]), len(self.high) - 1)
            same = (self.high[at] == keys[:, 0]) & (self.low[at] == keys[:, 1])
            places[same] = self.places[at[same]]
        return places

    def read(self, places: Ints) -> Matrix:
        """Returns the vectors at (shard, row) places, scaled back to length 1."""
        return normalised(self.stored(places))

    def stored(self, places: Ints) -> Matrix:
        """Returns the vectors at (shard, row) places as they are on disk."""
        vectors = np.empty((len(places), self.shards[0]["vector"].shape[1]), dtype=np.float32)
        for number, shard in enumerate(self.shards):
            wanted = np.flatnonzero(places[:, 0] == number)
            if len(wanted):
                vectors[wanted] = shard["vector"][places[wanted, 1]]
        return vectors

    def write(self, keys: Keys, vectors: Matrix) -> None:
        """Adds a shard, durably."""
        kind = np.dtype([("key", "<u8", (2,)), ("vector", "<f2", (vectors.shape[1],))])
        rows = np.empty(len(keys), dtype=kind)
        rows["key"], rows["vector"] = keys, vectors
        self.shards.append(mapped(written(self.folder, rows)))

    def _sort(self) -> None:
        """Updates the look-up table after new shards."""
        if self.sorted_shards == len(self.shards):
            return
        keys = np.concatenate([shard["key"] for shard in self.shards])
        sizes = [len(shard) for shard in self.shards]
        numbers = np.repeat(np.arange(len(sizes)), sizes)
        rows = np.concatenate([np.arange(size) for size in sizes])
        order = np.argsort(keys[:, 0], kind="stable")
        self.high, self.low = keys[order, 0], keys[order, 1]
        self.places = np.stack([numbers[order], rows[order]], axis=1)
        self.sorted_shards = len(self.shards)


@dataclass(slots=True)
class _FirstUse:
    """The vectors of a folder, opened at the first use and released together with the encoder that has them."""

    opened: VectorCache | None = None

    def of(self, folder: Path) -> VectorCache:
        """Returns the vectors of the folder; always the same one is asked for."""
        if self.opened is None:
            self.opened = VectorCache(folder)
        return self.opened


def written(folder: Path, rows: Any) -> Path:
    """Writes an array under its checksum, whole or not at all, and returns the path."""
    content = io.BytesIO()
    np.save(content, rows, allow_pickle=False)
    path = folder / f"{checksum(content)}.npy"
    write_bytes(path, content.getvalue())
    return path


def checksum(stream: io.BufferedReader | io.BytesIO) -> str:
    """Returns the checksum of a file's content."""
    stream.seek(0)
    return hashlib.file_digest(stream, lambda: hashlib.blake2b(digest_size=16)).hexdigest()


def whole(path: Path) -> bool:
    """Returns whether a shard matches the checksum that is its name."""
    with path.open("rb") as stream:
        return checksum(stream) == path.stem


@dataclass(frozen=True, slots=True)
class CachedEncoder(Around):
    """An encoder that keeps its vectors in a folder and goes on where it was interrupted.

    Vectors are returned as they are on disk, in half precision, new ones too: equal texts give equal bytes.

    Attributes:
        encoder: Makes the vectors that are not cached.
        folder: Shared by all encoders; each has a folder of its own in it, named by its fingerprint.
    """

    encoder: Encoder
    folder: Path
    _vectors: _FirstUse = field(default_factory=_FirstUse, init=False, repr=False, compare=False)

    @property
    def fingerprint(self) -> str:
        """That of the encoder, marked as rounded."""
        return f"{self.encoder.fingerprint}-float16"

    @property
    def cache(self) -> VectorCache:
        """The vectors on disk."""
        if self.folder.exists() and not self.folder.is_dir():
            todo = "choose another place for vectors"
            raise InputError("is not a folder", where=str(self.folder), todo=todo)
        return self._vectors.of(self.folder / self.encoder.fingerprint)

    def __call__(self, texts: Sequence[str], progress: Step | None = None) -> Matrix:
        """Returns one vector of length 1 a text, encoding only texts that were never encoded."""
        texts = checked(texts)
        if not texts:
            return np.empty((0, self.dimensions), dtype=np.float32)
        cache, keys = self.cache, keys_of(texts)
        missing = np.flatnonzero(cache.find(keys)[:, 0] < 0)
        missing = missing[np.sort(np.unique(keys[missing], axis=0, return_index=True)[1])]
        # Short texts first: neighbours of like length make full batches.
        missing = missing[np.argsort([len(texts[row]) for row in missing], kind="stable")]
        done = len(texts) - len(missing)
        for start in range(0, len(missing), CHUNK):
            rows = missing[start : start + CHUNK]
            cache.write(keys[rows], self.encoder([texts[row] for row in rows]))
            done += len(rows)
            if progress is not None:
                progress(done, len(texts))
        return cache.read(cache.find(keys))


@dataclass(frozen=True, slots=True)
class KnownVectors(Around):
    """An encoder that reads cached vectors from a folder, and never writes there.

    Attributes:
        encoder: Makes the vectors of all other texts, and of all texts where the folder is of another encoder.
        folder: As a `CachedEncoder` keeps it.
    """

    encoder: Encoder
    folder: Path
    _vectors: _FirstUse = field(default_factory=_FirstUse, init=False, repr=False, compare=False)

    def __call__(self, texts: Sequence[str], progress: Step | None = None) -> Matrix:
        """Returns one vector a text, encoding only texts that are not cached."""
        texts = checked(texts)
        cache = self._vectors.of(self.folder / self.encoder.fingerprint)
        places = cache.find(keys_of(texts))
        cached, new = np.flatnonzero(places[:, 0] >= 0), np.flatnonzero(places[:, 0] < 0)
        if not len(cached):
            return self.encoder(texts, progress)
        vectors = np.empty((len(texts), self.dimensions), dtype=np.float32)
        vectors[cached] = cache.stored(places[cached])
        if len(new):
            vectors[new] = self.encoder([texts[row] for row in new], progress)
        return vectors


def write_rows(
    path: Path, shape: tuple[int, int], kind: DTypeLike, blocks: Iterable[Vectors | Signs]
) -> None:
    """Writes a ``.npy`` matrix block by block: a full disk is an error here, and a crash in a mapped file.

    Args:
        path: Of the file.
        shape: Of the whole matrix; the blocks must add up to it.
        kind: Type of its numbers.
        blocks: Rows, one or many at a time.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    number = np.dtype(kind)
    with path.open("wb") as stream:
        header = {"descr": np.lib.format.dtype_to_descr(number), "fortran_order": False, "shape": shape}
        np.lib.format.write_array_header_1_0(stream, header)
        for block in blocks:
            stream.write(np.ascontiguousarray(block, number).tobytes())

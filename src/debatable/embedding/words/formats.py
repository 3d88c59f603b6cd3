"""The files word vectors come in: word2vec binary, text with and without header, fastText binary."""

from __future__ import annotations

import gzip
import mmap
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import IO, Any

import numpy as np

from debatable.arrays import Singles
from debatable.errors import InputError


def parts_of(word: str, shortest: int, longest: int) -> list[str]:
    """Returns the n-grams of a word between its border marks.

    >>> parts_of("car", 3, 4)
    ['<ca', '<car', 'car', 'car>', 'ar>']
    """
    marked = f"<{word}>"
    return [
        marked[start : start + size]
        for start in range(len(marked))
        for size in range(shortest, longest + 1)
        if start + size <= len(marked) and not (size == 1 and start in (0, len(marked) - 1))
    ]


def bucket_of(part: str, buckets: int) -> int:
    """Returns the bucket of an n-gram: FNV-1a over UTF-8 bytes taken as signed, as in fastText.

    >>> hex(bucket_of("a", 2**32))
    '0xe40c292c'
    """
    value = 2166136261
    for byte in part.encode("utf-8"):
        value ^= byte if byte < 128 else byte | 0xFFFFFF00
        value = (value * 16777619) & 0xFFFFFFFF
    return value % buckets


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Subwords:
    """The vectors of n-grams, one row a bucket; their lengths count border marks."""

    ngrams: Singles
    shortest: int
    longest: int

    def rows(self, word: str) -> list[int]:
        """Returns the buckets of a word's n-grams."""
        return [bucket_of(part, len(self.ngrams)) for part in parts_of(word, self.shortest, self.longest)]

    def __call__(self, word: str) -> Singles | None:
        """Returns the mean over the n-grams of a word, or None when it has none."""
        rows = self.rows(word)
        return np.asarray(self.ngrams[rows].mean(axis=0), dtype=np.float32) if rows else None


FASTTEXT_MAGIC = 793712314
MOST_DIMENSIONS = 65536


@dataclass(slots=True)
class Source:
    """Vectors as they are read: how many at most, how wide, the pairs, and n-grams where there are any."""

    count: int
    dimensions: int
    pairs: Iterator[tuple[bytes, Any]]
    ngrams: Any = None
    shortest: int = 0
    longest: int = 0


def source_of(path: Path) -> Source:
    """Reads a file in the format that its first bytes show."""
    with opened(path) as file:
        start = file.read(4096)
    if len(start) >= 4 and struct.unpack("<i", start[:4])[0] == FASTTEXT_MAGIC:
        return read_fasttext(path)
    first, newline, rest = start.partition(b"\n")
    if newline and header_of(first) is not None and not looks_like_text(rest):
        return read_word2vec(path)
    return read_text(path)


def opened(path: Path) -> IO[bytes]:
    """Opens a file for reading, unpacking gzip."""
    try:
        return gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb")  # type: ignore[return-value]
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror})", where=str(path)) from error


def header_of(line: bytes) -> tuple[int, int] | None:
    """Returns count and dimensions when a line is the header of word2vec, else None."""
    fields = line.split()
    if len(fields) == 2 and all(field.isdigit() for field in fields):
        count, dimensions = map(int, fields)
        return (count, dimensions) if 0 < dimensions <= MOST_DIMENSIONS else None
    return None


def looks_like_text(start: bytes) -> bool:
    """Returns whether the fields behind the first word are decimal numbers."""
    try:
        return bool([float(field) for field in start.split(b"\n")[0].split(b" ")[1:4] if field.strip()])
    except ValueError:
        return False


def read_text(path: Path) -> Source:
    """Reads GloVe's text, or that of word2vec and fastText (.vec), whose first line holds two numbers."""
    with opened(path) as file:
        first = file.readline(4_000_000)
    header = header_of(first)
    if header is not None:
        return Source(*header, text_pairs(path, header[1], skip=1))
    dimensions = len(first.split()) - 1
    if not 0 < dimensions <= MOST_DIMENSIONS:
        raise InputError("is in no format of word vectors", where=f"{path}:1")
    with opened(path) as file:
        count = sum(1 for _ in file)
    return Source(count, dimensions, text_pairs(path, dimensions, skip=0))


def text_pairs(path: Path, dimensions: int, skip: int) -> Iterator[tuple[bytes, Any]]:
    """Yields words and vectors of a text file; a word may hold spaces."""
    with opened(path) as file:
        for number, line in enumerate(islice(file, skip, None), start=skip + 1):
            fields = line.rstrip().split(b" ")
            try:
                if len(fields) <= dimensions:
                    raise ValueError
                yield (
                    b" ".join(fields[:-dimensions]),
                    np.array(list(map(float, fields[-dimensions:])), np.float32),
                )
            except ValueError as error:
                what = f"expected a word and {dimensions} numbers"
                raise InputError(what, where=f"{path}:{number}", todo="repair or remove the line") from error


def read_word2vec(path: Path) -> Source:
    """Reads the binary format of word2vec."""
    with opened(path) as file:
        header = header_of(file.readline(100))
    if header is None:
        raise InputError("has no header with two numbers", where=f"{path}:1")
    return Source(*header, word2vec_pairs(path, *header))


def word2vec_pairs(path: Path, count: int, dimensions: int) -> Iterator[tuple[bytes, Any]]:
    """Yields words and vectors of a binary file."""
    if path.suffix == ".gz":
        raise InputError(
            "binary vectors cannot be read packed", where=str(path), todo="unpack it with gunzip"
        )
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        place = content.find(b"\n") + 1
        for number in range(count):
            end = content.find(b" ", place, place + 10_000)
            if end < 0 or end + 1 + 4 * dimensions > len(content):
                raise InputError(
                    f"ends in word {number + 1} of {count}", where=str(path), todo="fetch it again"
                )
            word = bytes(content[place:end]).lstrip(b"\n")
            place = end + 1 + 4 * dimensions
            yield word, np.frombuffer(content[end + 1 : place], dtype="<f4")


def read_fasttext(path: Path) -> Source:
    """Reads the binary model of fastText, not quantised; words are the mean of themselves and their parts."""
    from debatable.embedding.words.formats import Subwords

    if path.suffix == ".gz":
        raise InputError(
            "binary vectors cannot be read packed", where=str(path), todo="unpack it with gunzip"
        )
    try:
        with path.open("rb") as file:
            (_, _, size, *_, buckets, shortest, longest, _, _) = unpacked(file, "<14id")
            count, known, _, _, pruned = unpacked(file, "<3i2q")
            words = [read_entry(file) for _ in range(count)][:known]
            file.seek(8 * max(pruned, 0), 1)
            (quantised, rows, columns) = unpacked(file, "<?2q")
            place = file.tell()
    except (struct.error, ValueError) as error:
        raise InputError("is no whole fastText model", where=str(path), todo="fetch it again") from error
    if quantised:
        raise InputError(
            "is a quantised fastText model", where=str(path), todo="use the full .bin or the .vec file"
        )
    if path.stat().st_size < place + 4 * rows * columns or rows < known or columns != size:
        raise InputError("is no whole fastText model", where=str(path), todo="fetch it again")
    matrix = np.memmap(path, dtype="<f4", mode="r", offset=place, shape=(rows, columns))
    ngrams = matrix[known : known + buckets] if longest > 0 and rows > known else None
    parts = None if ngrams is None else Subwords(ngrams, shortest, longest)

    def pairs() -> Iterator[tuple[bytes, Any]]:
        for row, word in enumerate(words):
            own = [] if parts is None or word == b"</s>" else parts.rows(word.decode("utf-8", "replace"))
            total = matrix[row] if ngrams is None else matrix[row] + ngrams[own].sum(axis=0)
            yield word, total / (1 + len(own))

    return Source(known, size, pairs(), ngrams, shortest, longest)


def unpacked(file: IO[bytes], layout: str) -> tuple[Any, ...]:
    """Reads a fixed layout."""
    return struct.unpack(layout, file.read(struct.calcsize(layout)))


def read_entry(file: IO[bytes]) -> bytes:
    """Reads one word of fastText's dictionary: letters up to a zero byte, count, kind."""
    letters = bytearray()
    while (letter := file.read(1)) != b"\0":
        if not letter or len(letters) > 100_000:
            raise ValueError("a word without end")
        letters += letter
    file.seek(9, 1)
    return bytes(letters)

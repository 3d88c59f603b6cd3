"""Opening a corpus file: compression and byte-order marks are recognised by the first bytes."""

from __future__ import annotations

import gzip
import io
import re
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

import zstandard

from debatable.errors import RecordError

MAX_LINE: Final = 32 * 2**20
"""Bytes of a line of JSONL, an args.me argument or an AIF graph; a longer one is never loaded whole."""
UNREADABLE: Final = (EOFError, OSError, zlib.error, zstandard.ZstdError)
"""What reading a broken file raises."""

_BUFFER: Final = 2**18
_STEP: Final = 2**11  # compressed bytes a step: zstd makes at most 64 MiB of them
_ARCHIVES: Final = {
    b"PK\x03\x04": "a zip archive",
    b"BZh": "packed with bzip2",
    b"\xfd7zXZ": "packed with xz",
}
SHEETS: Final = (".xlsx", ".xlsm", ".ods")
"""Endings of files that are zip archives inside."""
_MARKS: Final = {
    b"\xff\xfe\x00\x00": "UTF-32",
    b"\x00\x00\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}


@dataclass(frozen=True, slots=True)
class Source:
    """An open corpus file.

    Attributes:
        path: The file, as the user named it.
        name: What ids are prefixed with: the name of the file without its endings.
        stream: Its bytes, unpacked, without a byte-order mark.
    """

    path: Path
    name: str
    stream: io.BufferedReader[Any]

    def at(self, line: int) -> str:
        """Returns the location of a line for an error."""
        return f"{self.path}:{line}"


@contextmanager
def opened(path: Path, name: str) -> Iterator[Source]:
    """Opens a plain, gzip or zstd file.

    Raises:
        RecordError: It is packed some other way or encoded as UTF-16 or UTF-32.
        OSError: It cannot be opened.
    """
    with io.BufferedReader(path.open("rb", buffering=0), _BUFFER) as raw, _unpacked(raw, path) as stream:
        head = stream.peek(4)[:4]
        for mark, encoding in _MARKS.items():
            if head.startswith(mark):
                raise RecordError(
                    f"the file is encoded in {encoding}, not UTF-8",
                    where=str(path),
                    todo=f"convert it, for example with: iconv -f {encoding} -t UTF-8",
                )
        if head.startswith(b"\xef\xbb\xbf"):
            stream.read(3)
        yield Source(path, name, stream)


def lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    r"""Yields every line with its number; of one that is longer than ``MAX_LINE`` only the beginning.

    >>> list(lines(io.BytesIO(b"a\n\nb")))
    [(1, b'a\n'), (2, b'\n'), (3, b'b')]
    """
    number = 0
    while line := stream.readline(MAX_LINE + 1):
        number += 1
        yield number, line
        if len(line) > MAX_LINE:
            while line and not line.endswith(b"\n"):
                line = stream.readline(_BUFFER)


def pass_over(stream: io.BufferedReader[Any], blank: re.Pattern[bytes]) -> int:
    r"""Skips blank lines, which ``blank`` matches in any number; returns how many there were.

    Quicker than to look at each: a small packed file may have half a billion of them.

    >>> stream = io.BufferedReader(io.BytesIO(b"\n \n\n a\n"))
    >>> pass_over(stream, re.compile(rb"\s*\n")), stream.read()
    (3, b' a\n')
    """
    passed = 0
    while match := blank.match(stream.peek()):
        stream.read(match.end())
        passed += match[0].count(b"\n")
    return passed


def _unpacked(raw: io.BufferedReader[Any], path: Path) -> io.BufferedReader[Any]:
    head = raw.peek(6)
    if head.startswith(b"\x1f\x8b"):
        unpacking = gzip.GzipFile(fileobj=raw, mode="rb")
        return io.BufferedReader(_Pieces(lambda: unpacking.read1(_BUFFER)), _BUFFER)
    if head.startswith(b"\x28\xb5\x2f\xfd"):
        return io.BufferedReader(_Pieces(_Zstd(raw)), _BUFFER)
    for magic, packed in _ARCHIVES.items():
        if path.suffix.lower() in SHEETS and packed == "a zip archive":
            return raw
        if head.startswith(magic):
            raise RecordError(f"the file is {packed}", where=str(path), todo="unpack it first")
    return raw


class _Pieces(io.RawIOBase):
    """A stream made of pieces of any size; damage is raised after everything before it was read."""

    def __init__(self, piece: Callable[[], bytes]) -> None:
        self._piece = piece
        self._left = memoryview(b"")
        self._damage: Exception | None = None

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        filled = 0
        while filled < len(buffer) and self._more():
            size = min(len(buffer) - filled, len(self._left))
            buffer[filled : filled + size] = self._left[:size]
            self._left = self._left[size:]
            filled += size
        if not filled and self._damage is not None:
            raise self._damage
        return filled

    def _more(self) -> bool:
        if not self._left and self._damage is None:
            try:
                self._left = memoryview(self._piece())
            except UNREADABLE as damage:
                self._damage = damage
        return bool(self._left)


class _Zstd:
    """Unpacks zstd frames one after the other and, unlike the library's reader, detects a missing end."""

    def __init__(self, packed: BinaryIO) -> None:
        self._packed = packed
        self._frame = zstandard.ZstdDecompressor().decompressobj()
        self._inside = False

    def __call__(self) -> bytes:
        """Returns the next piece, empty at the end."""
        unpacked = b""
        while not unpacked:
            chunk = self._packed.read(_STEP)
            if not chunk:
                if self._inside:
                    raise EOFError("the zstd data ends in the middle of a frame")
                return b""
            unpacked = self._unpack(chunk)
        return unpacked

    def _unpack(self, chunk: bytes) -> bytes:
        parts = []
        while chunk:
            parts.append(self._frame.decompress(chunk))
            self._inside = not self._frame.eof
            chunk = self._frame.unused_data if self._frame.eof else b""
            if self._frame.eof:
                self._frame = zstandard.ZstdDecompressor().decompressobj()
        return b"".join(parts)

"""An append-only log: numbered lines of JSON, each with a checksum that covers those before it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson

from debatable.errors import InputError, StorageError
from debatable.files import sync_folder

Record = dict[str, Any]

RESTORE = "put back a copy of the log, or cut it before this line"


def written_line(record: Mapping[str, Any], before: str) -> tuple[bytes, str]:
    """Returns the line of a record, and its checksum, which covers the checksum of the line before.

    >>> line, checksum = written_line({"n": 1, "kind": "x"}, "")
    >>> checked_line(line, "") == ({"kind": "x", "n": 1}, checksum)
    True
    """
    body = orjson.dumps(dict(record), option=orjson.OPT_SORT_KEYS)
    checksum = hashlib.blake2b(before.encode() + body, digest_size=8).hexdigest()
    return orjson.dumps({**orjson.loads(body), "sum": checksum}) + b"\n", checksum


def checked_line(line: bytes, before: str) -> tuple[Record, str] | None:
    """Returns the record of a line and its checksum, or None where it is not what was written."""
    try:
        record = orjson.loads(line)
    except orjson.JSONDecodeError:
        return None
    if not isinstance(record, dict) or not isinstance(checksum := record.pop("sum", None), str):
        return None
    return (record, checksum) if written_line(record, before)[1] == checksum else None


class Log:
    """The log of a desk, open for appending.

    Records are on disk when `append` returns. A last line that is incomplete was never confirmed: it is cut off when
    the log is opened next.
    """

    def __init__(self, path: Path) -> None:
        """Reads a log, or begins one."""
        self._path = path
        self._checksum = ""  # of the last line
        self.records: list[Record] = []
        try:
            new = not path.exists()
            content = b"" if new else path.read_bytes()
            self._length = self._replay(content)
            self._stream = path.open("ab", buffering=0)
            if self._length < len(content):
                self._cut()
            elif content and not content.endswith(b"\n"):
                self._force(b"\n")
            if new:
                sync_folder(path.parent)
        except OSError as error:
            raise StorageError(f"cannot be opened ({error.strerror or error})", where=str(path)) from error

    def append(self, records: Sequence[Mapping[str, Any]]) -> list[Record]:
        """Numbers records and forces them to disk; on an error nothing is appended."""
        checksum, lines, added = self._checksum, b"", list[Record]()
        for number, record in enumerate(records, len(self.records) + 1):
            line, checksum = written_line({**record, "n": number}, checksum)
            lines += line
            added.append({**record, "n": number})
        try:
            self._force(lines)
        except OSError as error:
            try:
                self._cut()
            except OSError:
                self._stream.close()  # nobody may write after half a line
            reason = f"cannot be written ({error.strerror or error})"
            raise StorageError(reason, where=str(self._path), todo="free space") from error
        except ValueError as error:
            reason = "was closed after an error of the disk"
            raise StorageError(reason, where=str(self._path), todo="start the desk again") from error
        self._checksum = checksum
        self.records += added
        return added

    def close(self) -> None:
        """Closes the file."""
        self._stream.close()

    def _replay(self, content: bytes) -> int:
        """Reads the lines and returns how many bytes of them are whole."""
        length = 0
        *lines, rest = content.split(b"\n")
        for line in lines:
            self._read(line)
            length += len(line) + 1
        if rest and checked_line(rest, self._checksum) is not None:
            self._read(rest)
            length += len(rest)
        return length

    def _read(self, line: bytes) -> None:
        number = len(self.records) + 1
        checked = checked_line(line, self._checksum)
        if checked is None or checked[0].get("n") != number:
            raise InputError("the line is not what was written", where=f"{self._path}:{number}", todo=RESTORE)
        record, self._checksum = checked
        self.records.append(record)

    def _force(self, content: bytes) -> None:
        left = memoryview(content)
        while left:
            left = left[self._stream.write(left) :]
        os.fsync(self._stream.fileno())
        self._length += len(content)

    def _cut(self) -> None:
        """Takes away what is beyond the last whole line."""
        self._stream.close()
        with self._path.open("rb+") as stream:
            stream.truncate(self._length)
            os.fsync(stream.fileno())
        self._stream = self._path.open("ab", buffering=0)

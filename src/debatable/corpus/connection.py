"""Opening SQLite the one way this project does: WAL and foreign keys."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from debatable.corpus.checksums import row_checksum
from debatable.errors import ClosedError, CorruptIndexError, StorageError

__all__ = ["Readers", "connect_reader", "connect_writer", "refused"]

MOST_READERS = 8
"""Connections of one snapshot at most; more threads than that wait for one of them."""


def connect_writer(path: Path, *, aside: bool = False) -> sqlite3.Connection:
    """Opens (or makes) a database for writing; transactions are begun by hand.

    A commit is safe against a crash of the process at once and against a loss of power after the next
    checkpoint; `Store.sync` makes one before a change is made current.

    Args:
        path: Of the database.
        aside: Whether the database is a new one that nobody reads yet and that is thrown away if anything
            goes wrong; it is written several times as fast, and safe only after `Store.sync`.
    """
    try:
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        connection.execute(f"PRAGMA journal_mode = {'MEMORY' if aside else 'WAL'}")
    except sqlite3.Error as error:
        raise refused(error, path) from error
    connection.create_function("row_checksum", -1, row_checksum, deterministic=True)
    connection.execute(f"PRAGMA synchronous = {'OFF' if aside else 'NORMAL'}")
    connection.execute("PRAGMA wal_autocheckpoint = 16384")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA cache_size = -131072")
    return connection


def connect_reader(path: Path) -> sqlite3.Connection:
    """Opens a database for reading only; on a disk that cannot be written to, too."""
    mode = "mode=ro" if os.access(path.parent, os.W_OK) else "immutable=1"
    try:
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?{mode}", uri=True, isolation_level=None, check_same_thread=False
        )
        connection.execute("PRAGMA query_only = ON")
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except (sqlite3.Error, UnicodeDecodeError) as error:  # SQLite quotes what is damaged
        raise refused(error, path) from error
    return connection


class Readers:
    """Connections for reading, lent to one question at a time: few open files for any number of threads."""

    def __init__(self, path: Path, most: int = MOST_READERS) -> None:
        """Opens nothing yet.

        Args:
            path: Of the database.
            most: Connections that are open at a time.
        """
        self._path = path
        self._free = threading.BoundedSemaphore(most)
        self._idle: list[sqlite3.Connection] = []
        self._lock = threading.Lock()
        self._closed = False

    @contextmanager
    def connection(self) -> Iterator[sqlite3.Connection]:
        """Lends a connection for the length of a block; whoever holds one must not ask for another.

        Raises:
            ClosedError: The connections were closed.
        """
        with self._free:
            with self._lock:
                if self._closed:
                    raise ClosedError(
                        "the corpus is closed", where=str(self._path), todo="open the index again"
                    )
                connection = self._idle.pop() if self._idle else None
            if connection is None:
                connection = connect_reader(self._path)
            try:
                yield connection
            finally:
                with self._lock:
                    kept = not self._closed
                    if kept:
                        self._idle.append(connection)
                if not kept:
                    connection.close()

    def close(self) -> None:
        """Closes the connections; one that is lent, when it comes back."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()


def refused(error: sqlite3.Error | UnicodeDecodeError, path: Path) -> StorageError | CorruptIndexError:
    """Returns what SQLite said as an error for the user."""
    if isinstance(error, sqlite3.OperationalError):
        return StorageError(
            f"the corpus cannot be used ({error})", where=str(path), todo="check the folder and the disk"
        )
    return CorruptIndexError(
        f"the corpus is damaged ({error})",
        where=str(path),
        todo="rebuild the index with: debatable index … --overwrite",
    )

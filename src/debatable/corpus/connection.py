"""Opening SQLite the one way this project does: WAL and foreign keys."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from debatable.errors import CorruptIndexError, StorageError

__all__ = ["connect_reader", "connect_writer"]


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
        raise _translated(error, path) from error
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
    except sqlite3.Error as error:
        raise _translated(error, path) from error
    return connection


def _translated(error: sqlite3.Error, path: Path) -> StorageError | CorruptIndexError:
    if isinstance(error, sqlite3.OperationalError):
        return StorageError(
            f"the corpus cannot be opened ({error})",
            where=str(path),
            todo="check the folder",
        )
    return CorruptIndexError(
        f"the corpus is damaged ({error})", where=str(path), todo="rebuild the index with: debatable index"
    )

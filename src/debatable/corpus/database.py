"""The SQLite database of a corpus: its tables and migrations, checksums of rows, connections."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import orjson

from debatable.errors import ClosedError, CorruptIndexError, InputError, NewerIndexError, StorageError
from debatable.files import exhausted

LONGEST = 300.0
"""Seconds that one question to a corpus may take, whatever its file says."""

OPERATIONS = 1_000_000
"""Steps of SQLite between two looks at the clock."""

MOST_READERS = 8
"""Connections of one snapshot at most; more threads than that wait for one of them."""

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE claims (
        key INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        text TEXT NOT NULL,
        language TEXT NOT NULL,
        text_key BLOB NOT NULL UNIQUE
    );
    CREATE TABLE premises (
        key INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        text TEXT NOT NULL,
        language TEXT NOT NULL,
        text_key BLOB NOT NULL UNIQUE
    );
    CREATE TABLE arguments (
        key INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL,
        premise INTEGER NOT NULL REFERENCES premises (key),
        claim INTEGER REFERENCES claims (key),
        stance TEXT NOT NULL CHECK (stance IN ('pro', 'con', 'none')),
        source TEXT NOT NULL,
        url TEXT NOT NULL,
        discussion TEXT NOT NULL,
        born INTEGER NOT NULL,
        died INTEGER
    );
    CREATE UNIQUE INDEX living_argument ON arguments (id) WHERE died IS NULL;
    CREATE INDEX argument_by_premise ON arguments (premise);
    CREATE INDEX argument_by_claim ON arguments (claim);
    CREATE INDEX dead_argument ON arguments (died) WHERE died IS NOT NULL;
    """,
    """
    ALTER TABLE premises ADD COLUMN checksum BLOB;
    ALTER TABLE claims ADD COLUMN checksum BLOB;
    ALTER TABLE arguments ADD COLUMN checksum BLOB;
    UPDATE premises SET checksum = row_checksum(id, text, language, text_key);
    UPDATE claims SET checksum = row_checksum(id, text, language, text_key);
    UPDATE arguments SET checksum = row_checksum(
        id, (SELECT text_key FROM premises WHERE key = premise), (SELECT text_key FROM claims WHERE key = claim),
        stance, source, url, discussion, born
    );
    """,
)
"""Statements that lead from version i to version i + 1."""

VERSION = len(MIGRATIONS)

CHUNK = 2_000

CHECKED = {
    "premises": ("premises", "premises.id, text, language, text_key"),
    "claims": ("claims", "claims.id, text, language, text_key"),
    "arguments": (
        "arguments LEFT JOIN premises ON premises.key = premise LEFT JOIN claims ON claims.key = claim",
        "arguments.id, premises.text_key, claims.text_key, stance, source, url, discussion, born",
    ),
}
"""What the checksum of a row covers, by table: a link vouches for the texts it joins, not for their keys."""


def connect_writer(path: Path, *, aside: bool = False) -> sqlite3.Connection:
    """Opens (or makes) a database for writing; transactions are begun by hand.

    A commit survives a crash of the process at once, and a loss of power after `Store.sync`.

    Args:
        path: Of the database.
        aside: Whether it is new and thrown away if anything goes wrong: written faster, safe only after `Store.sync`.
    """
    try:
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        connection.execute(f"PRAGMA journal_mode = {'MEMORY' if aside else 'WAL'}")
    except sqlite3.Error as error:
        raise refused(error, path) from error
    check_schema(connection, path)
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
    except (sqlite3.Error, UnicodeDecodeError) as error:  # SQLite quotes what is damaged
        raise refused(error, path) from error
    check_schema(connection, path)
    return connection


def check_schema(connection: sqlite3.Connection, path: Path) -> None:
    """Checks that a database has the tables of its version and nothing else: a view or a trigger is a program.

    Raises:
        CorruptIndexError: It has others.
        NewerIndexError: A newer Debatable wrote it.
        StorageError: It cannot be read.
    """
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        present = _schema(connection)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        connection.close()
        raise refused(error, path) from error
    if version > VERSION:
        connection.close()
        raise NewerIndexError(
            f"the corpus has version {version}, this Debatable knows up to {VERSION}",
            where=str(path),
            todo="upgrade with: pip install --upgrade debatable",
        )
    with closing(sqlite3.connect(":memory:")) as model:
        model.create_function("row_checksum", -1, row_checksum, deterministic=True)
        for step in range(version):
            model.executescript(MIGRATIONS[step])
        expected = _schema(model)
    if present != expected:
        connection.close()
        name = min(set(present) ^ set(expected))[1]
        raise CorruptIndexError(
            f"the corpus is damaged (its schema is another at {name[:40]!r})",
            where=str(path),
            todo="rebuild the index with: debatable index … --overwrite",
        )


def _schema(connection: sqlite3.Connection) -> list[tuple[str, str, str]]:
    """Returns the kinds, names and definitions of all that is in a database, SQLite's own notes aside."""
    return [
        (str(kind), str(name), str(sql))
        for kind, name, sql in connection.execute(
            "SELECT type, name, sql FROM sqlite_schema"
            " WHERE NOT (type = 'table' AND name GLOB 'sqlite_*') ORDER BY type, name"
        )
    ]


@contextmanager
def limited(connection: sqlite3.Connection, seconds: float = LONGEST) -> Iterator[None]:
    """Interrupts whatever takes longer in a block."""
    end = time.monotonic() + seconds
    connection.set_progress_handler(lambda: int(time.monotonic() > end), OPERATIONS)
    try:
        yield
    finally:
        connection.set_progress_handler(None, 0)


class Readers:
    """A pool of connections for reading, each lent to one question at a time."""

    def __init__(self, path: Path) -> None:
        """Opens nothing yet."""
        self._path = path
        self._free = threading.BoundedSemaphore(MOST_READERS)
        self._idle: list[sqlite3.Connection] = []
        self._lock = threading.Lock()
        self._closed = False

    @contextmanager
    def connection(self) -> Iterator[sqlite3.Connection]:
        """Lends a connection for a block, in which no second one may be asked for; raises ClosedError after `close`."""
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


def json_array(values: Sequence[int] | Sequence[str]) -> str:
    """Returns numbers or texts as an argument of ``json_each``; an InputError where a text is no Unicode."""
    plain = [value if isinstance(value, str) else int(value) for value in values]
    try:
        return orjson.dumps(plain).decode()
    except TypeError as error:
        raise InputError("an id or a name is not valid UTF-8", todo="check where it comes from") from error


def refused(error: sqlite3.Error | UnicodeDecodeError, path: Path) -> StorageError | CorruptIndexError:
    """Returns an error of SQLite as an error for the user."""
    if isinstance(error, sqlite3.OperationalError):
        if (poor := _poor(path)) is not None:
            return poor
        return StorageError(
            f"the corpus cannot be used ({error})", where=str(path), todo="check the folder and the disk"
        )
    return CorruptIndexError(
        f"the corpus is damaged ({error})",
        where=str(path),
        todo="rebuild the index with: debatable index … --overwrite",
    )


def _poor(path: Path) -> StorageError | None:
    """Returns why a file could not be opened that SQLite does not tell: there are too many open ones."""
    try:
        os.close(os.open(os.devnull, os.O_RDONLY))
    except OSError as error:
        return exhausted(error, str(path))
    return None


def migrate(connection: sqlite3.Connection, where: str) -> None:
    """Brings a database to the newest version."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    for step in range(version, VERSION):
        connection.executescript(f"BEGIN; {MIGRATIONS[step]} PRAGMA user_version = {step + 1}; COMMIT;")


def row_checksum(*values: str | bytes | int | None) -> bytes:
    """Returns the checksum of the values of a row.

    >>> row_checksum("ab", "c") == row_checksum("ab", "c"), row_checksum("ab", "c") == row_checksum("a", "bc")
    (True, False)
    """
    digest = hashlib.blake2b(digest_size=8)
    for value in values:
        content = value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")
        digest.update(f"{type(value).__name__} {len(content)} ".encode())
        digest.update(content)
    return digest.digest()


def wrong_rows(select: Callable[..., Iterator[tuple[Any, ...]]]) -> Iterator[str]:
    """Yields a message for each row that does not match its checksum; ``select`` runs a statement."""
    for table, (tables, columns) in CHECKED.items():
        after = -1
        while rows := list(
            select(
                f"SELECT {table}.key, {table}.checksum, {columns} FROM {tables}"
                f" WHERE {table}.key > :after ORDER BY {table}.key LIMIT {CHUNK}",
                after=after,
            )
        ):
            for key, checksum, *values in rows:
                if checksum != row_checksum(*values):
                    yield f"row {key} of the {table} is not what its checksum says"
            after = rows[-1][0]

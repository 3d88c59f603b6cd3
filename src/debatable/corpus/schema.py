"""The tables of the corpus store, as a list of migrations that is only ever appended to."""

from __future__ import annotations

import sqlite3

from debatable.errors import NewerIndexError

__all__ = ["MIGRATIONS", "VERSION", "migrate"]

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


def migrate(connection: sqlite3.Connection, where: str) -> None:
    """Brings a database to the newest version, each step in a transaction of its own.

    Raises:
        NewerIndexError: The database was written by a newer Debatable.
    """
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > VERSION:
        raise NewerIndexError(
            f"the corpus has version {version}, this Debatable knows up to {VERSION}",
            where=where,
            todo="upgrade with: pip install --upgrade debatable",
        )
    for step in range(version, VERSION):
        connection.executescript(f"BEGIN; {MIGRATIONS[step]} PRAGMA user_version = {step + 1}; COMMIT;")

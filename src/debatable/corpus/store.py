"""The corpus in SQLite: the source of truth, with revisions.

Every link has the revision it was *born* in and the one it *died* in. A writer works on the revision after the current
one, which nobody reads until it is made current; the next writer takes back what a killed one left.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Literal, Self

from debatable.corpus.database import connect_writer, json_array, migrate, row_checksum
from debatable.errors import InputError
from debatable.files import sync_file, sync_folder
from debatable.model import Argument, Claim, Premise, Stance, text_key
from debatable.progress import Step

OnDuplicate = Literal["error", "skip", "replace"]
BATCH = 2_000

NAMED = 5
"""How many unknown ids an error names."""

PATIENCE = 1_000
"""Milliseconds to wait for readers before the log is left as it is."""


@dataclass(slots=True)
class Tally:
    """How many arguments were added, skipped and replaced."""

    added: int = 0
    skipped: int = 0
    replaced: int = 0


class Store:
    """Writes arguments, one writer at a time; see `Snapshot` for reading."""

    def __init__(self, path: Path, *, aside: bool = False) -> None:
        """Opens the database, making or migrating it where needed; ``aside`` as of `connect_writer`."""
        self.path = path
        self._aside = aside
        self._db = connect_writer(path, aside=aside)
        migrate(self._db, str(path))

    def __enter__(self) -> Self:
        """Returns itself, to be closed at the end of the block."""
        return self

    def __exit__(self, failure: type[BaseException] | None, *_: object) -> None:
        """Closes the database; after a failure there is nothing to force to disk."""
        if failure is None:
            self.close()
        else:
            self._db.close()

    def sync(self) -> None:
        """Forces everything to disk: the write-ahead log is folded in, or synced where a reader prevents that."""
        if self._aside:
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = NORMAL")
            sync_file(self.path)
            self._aside = False
        self._db.execute(f"PRAGMA busy_timeout = {PATIENCE}")
        (busy, _, _) = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            sync_file(self.path.with_name(f"{self.path.name}-wal"))
        sync_folder(self.path.parent)

    def close(self) -> None:
        """Forces everything to disk and closes the database."""
        try:
            self.sync()
        finally:
            self._db.close()

    def add(
        self,
        arguments: Iterable[Argument],
        *,
        revision: int,
        on_duplicate: OnDuplicate = "error",
        progress: Step | None = None,
    ) -> Tally:
        """Adds arguments as part of a revision, in batches that are atomic each.

        Args:
            arguments: What to add; consumed as a stream.
            revision: The revision under construction.
            on_duplicate: What to do with an id that is already there; ``error`` raises an InputError.
            progress: Called with the number of arguments seen after each batch.
        """
        tally = Tally()
        stream = iter(arguments)
        seen = 0
        while batch := list(islice(stream, BATCH)):
            with self._transaction():
                self._add_batch(batch, revision, on_duplicate, tally)
            seen += len(batch)
            if progress is not None:
                progress(seen, None)
        return tally

    def remove(self, ids: Sequence[str], *, revision: int) -> int:
        """Marks arguments as dead from a revision on; returns how many. An unknown id is an InputError."""
        with self._transaction():
            living = self._living_ids(ids)
            if missing := [id_ for id_ in dict.fromkeys(ids) if id_ not in living]:
                more = f" or one of {len(missing) - NAMED:,} others" if len(missing) > NAMED else ""
                raise InputError(
                    f"no argument has the id {' or '.join(map(repr, missing[:NAMED]))}{more}",
                    todo="check the ids with: debatable search … --format json; nothing was removed",
                )
            self._mark_dead(living, revision)
        return len(living)

    def roll_back(self, revision: int) -> None:
        """Forgets whatever was begun after a revision and never made current."""
        with self._transaction():
            self._delete("born > ?", revision)
            self._db.execute("UPDATE arguments SET died = NULL WHERE died > ?", (revision,))

    def purge(self, revision: int) -> None:
        """Deletes for good what had died by a revision that is the oldest still read."""
        with self._transaction():
            self._delete("died <= ?", revision)

    def _add_batch(
        self, batch: Sequence[Argument], revision: int, on_duplicate: OnDuplicate, tally: Tally
    ) -> None:
        living = self._living_ids([argument.id for argument in batch])
        fresh: dict[str, Argument] = {}
        replaced: set[str] = set()
        for argument in batch:
            if argument.id in fresh or argument.id in living:
                if on_duplicate == "error":
                    raise self._duplicate(argument, fresh.get(argument.id), revision)
                if on_duplicate == "skip":
                    tally.skipped += 1
                    continue
                replaced.add(argument.id)
                tally.replaced += 1
            else:
                tally.added += 1
            fresh[argument.id] = argument
        self._mark_dead(replaced & living, revision)
        self._insert(list(fresh.values()), revision)

    def _insert(self, arguments: Sequence[Argument], revision: int) -> None:
        premises = [text_key(a.premise.text, a.premise.language) for a in arguments]
        claims = [text_key(a.claim.text, a.claim.language) if a.claim else None for a in arguments]
        self._insert_texts("premises", zip(premises, (a.premise for a in arguments), strict=True))
        self._insert_texts("claims", zip(claims, (a.claim for a in arguments), strict=True))
        self._db.executemany(
            "INSERT INTO arguments (id, premise, claim, stance, source, url, discussion, born, checksum) VALUES"
            " (?, (SELECT key FROM premises WHERE text_key = ?), (SELECT key FROM claims WHERE text_key = ?),"
            " ?, ?, ?, ?, ?, ?)",
            [
                (*row, row_checksum(*row))
                for row in (
                    (
                        a.id,
                        premise,
                        claim,
                        Stance.of_sign(a.stance.sign).value,
                        a.source,
                        a.url,
                        a.discussion,
                        revision,
                    )
                    for a, premise, claim in zip(arguments, premises, claims, strict=True)
                )
            ],
        )

    def _insert_texts(self, table: str, texts: Iterable[tuple[bytes | None, Premise | Claim | None]]) -> None:
        """Inserts the texts that are new; a new text whose id is taken by another gets a suffix."""
        first: dict[bytes, Premise | Claim] = {}
        for key, text in texts:
            if key is not None and text is not None:
                first.setdefault(key, text)
        taken = dict(
            self._db.execute(
                f"SELECT id, text_key FROM {table} WHERE id IN (SELECT value FROM json_each(?))",
                (json_array([text.id for text in first.values()]),),
            )
        )
        rows = []
        for key, text in first.items():
            id_, number = text.id, 1
            while taken.setdefault(id_, key) != key:
                number += 1
                id_ = f"{text.id}~{number}"
                self._remember(table, id_, taken)
            row = (id_, text.text, text.language, key)
            rows.append((*row, row_checksum(*row)))
        self._db.executemany(
            f"INSERT INTO {table} (id, text, language, text_key, checksum) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (text_key) DO NOTHING",
            rows,
        )

    def _remember(self, table: str, id_: str, taken: dict[str, bytes]) -> None:
        for (key,) in self._db.execute(f"SELECT text_key FROM {table} WHERE id = ?", (id_,)):
            taken[id_] = key

    def _duplicate(self, argument: Argument, first: Argument | None, revision: int) -> InputError:
        """Returns the error on an id that is given twice, or that an earlier revision has already."""
        born = self._db.execute(
            "SELECT born FROM arguments WHERE died IS NULL AND id = ?", (argument.id,)
        ).fetchone()
        if first is None and born is not None and born[0] < revision:
            return InputError(
                f"the id {argument.id!r} is in the index already",
                where=argument.where or None,
                todo="set --on-duplicate (on_duplicate) to skip or replace, or give the new argument another id",
            )
        place = f", first at {first.where}" if first is not None and first.where else ""
        return InputError(
            f"the id {argument.id!r} is there twice{place}",
            where=argument.where or None,
            todo="make ids unique, or set --on-duplicate (on_duplicate) to skip or replace",
        )

    def _living_ids(self, ids: Sequence[str]) -> set[str]:
        rows = self._db.execute(
            "SELECT id FROM arguments WHERE died IS NULL AND id IN (SELECT value FROM json_each(?))",
            (json_array(ids),),
        )
        return {id_ for (id_,) in rows}

    def _mark_dead(self, ids: Iterable[str], revision: int) -> None:
        marked = sorted(ids)
        self._db.executemany(
            "DELETE FROM arguments WHERE id = ? AND died IS NULL AND born = ?",
            [(id_, revision) for id_ in marked],
        )
        self._db.executemany(
            "UPDATE arguments SET died = ? WHERE id = ? AND died IS NULL", [(revision, id_) for id_ in marked]
        )

    def _delete(self, condition: str, revision: int) -> None:
        """Deletes links and then the premises and claims that no link holds any more."""
        self._db.execute(
            "CREATE TEMP TABLE gone AS SELECT premise, claim FROM arguments WHERE " + condition, (revision,)
        )
        self._db.execute(f"DELETE FROM arguments WHERE {condition}", (revision,))
        for table, column in (("premises", "premise"), ("claims", "claim")):
            self._db.execute(
                f"DELETE FROM {table} WHERE key IN (SELECT {column} FROM gone)"
                f" AND NOT EXISTS (SELECT 1 FROM arguments WHERE arguments.{column} = {table}.key)"
            )
        self._db.execute("DROP TABLE gone")

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield self._db
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:  # a full disk has ended it already
                self._db.execute("ROLLBACK")
            raise

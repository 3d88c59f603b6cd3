"""Reading the corpus at one revision, steady while others write."""

from __future__ import annotations

import math
import sqlite3
import weakref
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from debatable.arrays import Ints
from debatable.corpus.database import CHECKED, LONGEST, Readers, json_array, limited, row_checksum, wrong_rows
from debatable.errors import CorruptIndexError
from debatable.model import Argument, Claim, Premise, Stance

FIRST_CHECKED = 2
"""Version of the tables from which on rows have checksums; the next change to an older corpus brings them."""

MOST_KEPT = 16_384
"""Premises, and claims, that are remembered: reading one again takes as long as checking it."""

SHORT = 2_000
"""Characters of a text that is remembered: with two bytes a character all of a table take 64 MB at most."""

ALIVE = "born <= :revision AND (died IS NULL OR died > :revision)"

NO_SIGN = 9
SIGN = "CASE stance " + " ".join(f"WHEN '{stance}' THEN {stance.sign}" for stance in Stance)
SIGN += f" ELSE {NO_SIGN} END"
"""The sign of a stance in SQL, and what it is where a corpus was damaged."""


@dataclass(frozen=True, slots=True)
class Link:
    """Keys of one argument, its premise and its claim (None without), and the sign of the stance."""

    argument: int
    premise: int
    claim: int | None
    sign: int


@dataclass(frozen=True, slots=True)
class Counts:
    """How much there is."""

    arguments: int
    premises: int
    claims: int
    sources: dict[str, int]
    stances: dict[str, int]
    languages: dict[str, int]


class Snapshot:
    """The corpus as of a revision; safe to share between threads."""

    def __init__(self, path: Path, revision: int) -> None:
        """Opens nothing yet; questions share a few connections, which `close` ends."""
        self.path = path
        self.revision = revision
        self._readers = Readers(path)
        self._kept: dict[str, dict[int, tuple[str, str, str]]] = {"premises": {}, "claims": {}}
        self.close = weakref.finalize(self, self._readers.close)

    def links(self) -> Iterator[Link]:
        """Yields every link in the order of its key."""
        for key, premise, claim, stance in self._rows(
            f"SELECT key, premise, claim, stance FROM arguments WHERE {ALIVE} ORDER BY key"
        ):
            yield Link(key, premise, claim, self._stance(stance).sign)

    def link_columns(self, after: int = 0) -> Ints:
        """Returns every link in the order of its key, a row each: arguments, premises, claims (-1 without), signs.

        An array, as objects of millions of links take gigabytes and seconds. Those after a key where one is given.
        """
        rows = self._rows(
            f"SELECT key, premise, ifnull(claim, -1), {SIGN} FROM arguments"
            f" WHERE key > :after AND {ALIVE} ORDER BY key",
            after=after,
        )
        links = np.fromiter(chain.from_iterable(rows), np.int64).reshape(-1, 4)
        if (links[:, 3] == NO_SIGN).any():
            list(self.links())  # says which stance it is
        return links.T

    def checksums(self, table: str, after: int = 0) -> Iterator[bytes]:
        """Yields the checksum of each row of a table after a key, in the order of the keys."""
        rows = self._rows(f"SELECT checksum FROM {table} WHERE key > :after ORDER BY key", after=after)
        yield from (checksum for (checksum,) in rows)

    def dead_arguments(self) -> Ints:
        """Returns the keys of the arguments that died and are still in the corpus, as somebody may read them."""
        dead = self._rows("SELECT key FROM arguments WHERE died IS NOT NULL AND died <= :revision")
        return np.fromiter(chain.from_iterable(dead), np.int64)

    def texts(self, table: str, keys: Sequence[int]) -> dict[int, str]:
        """Returns the texts of premises or claims by key."""
        return {key: row[1] for key, row in self._by_key(table, keys)}

    def premises(self, keys: Sequence[int]) -> dict[int, Premise]:
        """Returns premises by key."""
        return {key: Premise(*row) for key, row in self._by_key("premises", keys)}

    def claims(self, keys: Sequence[int]) -> dict[int, Claim]:
        """Returns claims by key."""
        return {key: Claim(*row) for key, row in self._by_key("claims", keys)}

    def arguments(self, keys: Sequence[int]) -> dict[int, Argument]:
        """Returns whole arguments by key."""
        rows = self._checked(
            "arguments", keys, "premise, claim, arguments.id, stance, source, url, discussion"
        )
        premises = self.premises([row[1] for row in rows])
        claims = self.claims([row[2] for row in rows if row[2] is not None])
        return {
            key: Argument(
                id_, premises[premise], claims.get(claim), self._stance(stance), source, url, discussion
            )
            for key, premise, claim, id_, stance, source, url, discussion in rows
        }

    def discussions(self, premises: Sequence[int]) -> dict[int, list[str]]:
        """Returns the distinct discussions that each premise stands in."""
        by_premise: dict[int, list[str]] = {}
        for premise, discussion in self._rows(
            "SELECT DISTINCT premise, discussion FROM arguments WHERE discussion <> '' AND"
            f" premise IN (SELECT value FROM json_each(:keys)) AND {ALIVE} ORDER BY premise, key",
            keys=json_array(premises),
        ):
            by_premise.setdefault(premise, []).append(discussion)
        return by_premise

    def premise_ids(self, argument_ids: Iterable[str]) -> dict[str, str]:
        """Maps ids of arguments to the id of their premise: equal texts are one premise."""
        return dict(
            self._rows(
                "SELECT arguments.id, premises.id FROM arguments JOIN premises ON premises.key = premise"
                f" WHERE {ALIVE} AND arguments.id IN (SELECT value FROM json_each(:ids))",
                ids=json_array(list(argument_ids)),
            )
        )

    def argument_keys(
        self, sources: Sequence[str], languages: Sequence[str], ids: Sequence[str]
    ) -> list[int]:
        """Returns the keys of the arguments that pass a filter, rising; an empty list lets all pass.

        Args:
            sources: Where they may come from.
            languages: Of their premises; ``en`` stands for ``en-GB``, too.
            ids: Their own or those of their premises.
        """
        return [
            key
            for (key,) in self._rows(
                "SELECT arguments.key FROM arguments JOIN premises ON premises.key = premise"
                f" WHERE {ALIVE}"
                " AND (:sources = '[]' OR source IN (SELECT value FROM json_each(:sources)))"
                " AND (:languages = '[]' OR EXISTS (SELECT 1 FROM json_each(:languages)"
                " WHERE language = value OR substr(language, 1, length(value) + 1) = value || '-'))"
                " AND (:ids = '[]' OR arguments.id IN (SELECT value FROM json_each(:ids))"
                " OR premises.id IN (SELECT value FROM json_each(:ids)))"
                " ORDER BY arguments.key",
                sources=json_array(sources),
                languages=json_array(languages),
                ids=json_array(ids),
            )
        ]

    def counts(self) -> Counts:
        """Counts arguments, premises and claims, and arguments by source, stance and language."""
        arguments, premises, claims = next(
            self._rows(
                "SELECT count(*), count(DISTINCT premise), count(DISTINCT claim)"
                f" FROM arguments WHERE {ALIVE}"
            )
        )
        return Counts(
            arguments,
            premises,
            claims,
            self._grouped("source", "arguments"),
            self._grouped("stance", "arguments"),
            self._grouped("language", "arguments JOIN premises ON premises.key = premise"),
        )

    def check_size(self) -> None:
        """Raises a CorruptIndexError where the corpus is cut off, which SQLite looks at before any reading."""
        self._rows("SELECT 1 FROM premises LIMIT 1")

    def problems(self) -> list[str]:
        """Checks the database and the checksum of each row; returns what is wrong."""
        checks = self._rows("PRAGMA integrity_check", seconds=math.inf)
        problems = [row[0] for row in checks if row[0] != "ok"]
        problems += [f"dangling reference in {row[0]}" for row in self._rows("PRAGMA foreign_key_check")]
        if self._has_checksums:
            problems += wrong_rows(self._rows)
        return [f"{self.path}: {problem}" for problem in problems]

    def _grouped(self, column: str, tables: str) -> dict[str, int]:
        return dict(
            self._rows(
                f"SELECT {column}, count(*) FROM {tables} WHERE {ALIVE}"
                f" GROUP BY {column} ORDER BY count(*) DESC, {column}"
            )
        )

    def _by_key(self, table: str, keys: Sequence[int]) -> Iterator[tuple[int, tuple[str, str, str]]]:
        """Yields the id, text and language of keys, each once; those that were read last are remembered."""
        kept = self._kept[table]
        there = {key: row for key in keys if (row := kept.get(key)) is not None}
        missing = [key for key in keys if key not in there]
        read = self._checked(table, missing, "id, text, language") if missing else []
        new = {key: (id_, text, language) for key, id_, text, language in read}
        short = {key: row for key, row in new.items() if len(row[1]) <= SHORT}
        if len(kept) + len(short) > MOST_KEPT:
            kept = self._kept[table] = {}
        if len(short) <= MOST_KEPT:
            kept.update(short)
        yield from there.items()
        yield from new.items()

    def _checked(self, table: str, keys: Sequence[int], columns: str) -> list[tuple[Any, ...]]:
        """Returns the key and some columns of rows, each compared with its checksum before it is shown.

        Raises:
            CorruptIndexError: A row is missing or not what its checksum says.
        """
        tables, covered = CHECKED[table] if self._has_checksums else (table, "NULL")
        checksum = f"{table}.checksum" if self._has_checksums else "NULL"
        width = columns.count(",") + 2
        rows = list(
            self._rows(
                f"SELECT {table}.key, {columns}, {checksum}, {covered} FROM {tables}"
                f" WHERE {table}.key IN (SELECT value FROM json_each(:keys))",
                keys=json_array(keys),
            )
        )
        self._need(keys, [row[0] for row in rows], table)
        if self._has_checksums:
            for row in rows:
                if row[width] != row_checksum(*row[width + 1 :]):
                    raise self._damaged(f"row {row[0]} of the {table} is not what its checksum says")
        return [row[:width] for row in rows]

    @cached_property
    def _has_checksums(self) -> bool:
        ((version,),) = self._rows("PRAGMA user_version")
        return bool(version >= FIRST_CHECKED)

    def _need(self, keys: Sequence[int], present: Sequence[int], table: str) -> None:
        if missing := set(keys).difference(present):
            raise self._damaged(f"row {min(missing)} of the {table} is missing")

    def _stance(self, name: str) -> Stance:
        try:
            return Stance(name)
        except ValueError as error:
            raise self._damaged(f"{name!r} is no stance") from error

    def _damaged(self, what: str) -> CorruptIndexError:
        return CorruptIndexError(
            f"the corpus cannot be read ({what})", where=str(self.path), todo="run: debatable verify"
        )

    def _rows(self, statement: str, *, seconds: float = LONGEST, **values: Any) -> Iterator[tuple[Any, ...]]:
        """Returns all rows of an answer within some seconds; the connection is given back before."""
        with self._readers.connection() as connection, limited(connection, seconds):
            try:
                rows = connection.execute(statement, {"revision": self.revision, **values}).fetchall()
            except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # SQLite's own words may be damaged
                raise self._damaged(str(error)) from error
        return iter(rows)

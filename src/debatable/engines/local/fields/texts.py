"""The texts of an index by field and row, read from the corpus in chunks."""

from __future__ import annotations

from collections.abc import Iterator

from debatable.arrays import Ints
from debatable.corpus import Snapshot
from debatable.engines.local.tables import EMPTY, Tables

__all__ = ["FIELDS", "Texts"]

CHUNK = 2_000
FIELDS = ("claims", "premises", "discussions")


class Texts:
    """Texts of the fields: claims by row of the claim, all others by row of the premise."""

    def __init__(self, snapshot: Snapshot, tables: Tables) -> None:
        """Reads nothing yet."""
        self._snapshot = snapshot
        self._tables = tables

    def rows(self, field: str) -> int:
        """Number of rows of a field, empty ones included."""
        return len(self._tables.claims if field == "claims" else self._tables.premises)

    def of(self, field: str, first: int = 0) -> Iterator[str]:
        """Yields the texts from a row on; those of empty rows are empty."""
        for block in self.blocks(field, first):
            yield from block

    def blocks(self, field: str, first: int = 0, size: int = CHUNK) -> Iterator[list[str]]:
        """Yields the texts from a row on, some at a time."""
        for start in range(first, self.rows(field), size):
            yield self.between(field, start, min(start + size, self.rows(field)))

    def between(self, field: str, start: int, stop: int) -> list[str]:
        """Returns the texts of some rows."""
        match field:
            case "claims":
                return self._plain("claims", self._tables.claims[start:stop])
            case "premises":
                return self._plain("premises", self._tables.premises[start:stop])
            case _:
                return self._discussions(start, stop)

    def _discussions(self, start: int, stop: int) -> list[str]:
        keys = self._tables.premises[start:stop].tolist()
        known = self._snapshot.discussions(keys)
        return [" ".join(known.get(key, ())) for key in keys]

    def _plain(self, table: str, keys: Ints) -> list[str]:
        known = self._snapshot.texts(table, keys[keys != EMPTY].tolist())
        return [known.get(key, "") for key in keys.tolist()]

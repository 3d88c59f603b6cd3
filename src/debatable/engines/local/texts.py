"""The texts of an index by field and row, and the words in them as they are written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain

import orjson

from debatable.arrays import Ints
from debatable.corpus import Snapshot
from debatable.engines.local.generations import Draft, Generation
from debatable.engines.local.tables import EMPTY, Change, Tables
from debatable.text.spelling import written_words

CHUNK = 2_000
FIELDS = ("claims", "premises", "discussions")

FILE = "words.json"

MOST = 200_000
"""Words that are kept; of more the most frequent ones."""

SAMPLE = 5_000
"""Texts of each field that are looked at in an index that has no such file."""


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

    def claims(self, rows: Ints) -> list[str]:
        """Returns the texts of given claims."""
        return self._plain("claims", self._tables.claims[rows])

    def _discussions(self, start: int, stop: int) -> list[str]:
        keys = self._tables.premises[start:stop].tolist()
        by_key = self._snapshot.discussions(keys)
        return [" ".join(by_key.get(key, ())) for key in keys]

    def _plain(self, table: str, keys: Ints) -> list[str]:
        by_key = self._snapshot.texts(table, keys[keys != EMPTY].tolist())
        return [by_key.get(key, "") for key in keys.tolist()]


def save_words(texts: Texts, change: Change, draft: Draft, previous: Generation | None) -> None:
    """Counts the words of all texts, or adds those of new texts to the counts; removed texts stay counted."""
    counts: Counter[str] = Counter()
    counted_before = previous is not None and FILE in previous.manifest.files
    if previous is not None and counted_before:
        counts.update(_read(previous))
    for field in FIELDS:
        first, _ = change.of("claims" if field == "claims" else "premises")
        for text in texts.of(field, first if counted_before else 0):
            counts.update(written_words(text))
    kept = list(counts.items())
    if len(kept) > MOST:
        kept = sorted(kept, key=lambda entry: (-entry[1], entry[0]))[:MOST]
    (draft.folder / FILE).write_bytes(orjson.dumps(dict(sorted(kept))))


def load_words(generation: Generation, texts: Texts) -> Mapping[str, int]:
    """Returns the words of a generation; of an older one those of its first texts."""
    if FILE in generation.manifest.files:
        return _read(generation)
    blocks = (texts.between(field, 0, min(SAMPLE, texts.rows(field))) for field in FIELDS)
    counts: Counter[str] = Counter()
    for text in chain.from_iterable(blocks):
        counts.update(written_words(text))
    return counts


def _read(generation: Generation) -> dict[str, int]:
    generation.check(FILE)
    try:
        words: dict[str, int] = orjson.loads((generation.folder / FILE).read_bytes())
    except (OSError, ValueError) as error:
        raise generation.unreadable(FILE, error) from error
    return words

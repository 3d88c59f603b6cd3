"""From a snapshot of the corpus to a generation: everything a search needs, computed ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from debatable import lexical, text
from debatable.corpus import Snapshot
from debatable.corpus.links import Ints
from debatable.engines.configuration import Configuration
from debatable.engines.generations import Draft, Generation
from debatable.engines.tables import EMPTY, Change, Tables, advance

__all__ = ["FIELDS", "Progress", "build_generation"]

Progress = Callable[[str, int, int | None], None]
"""Told the step, how much of it is done, and how much there is."""

CHUNK = 2_000
FIELDS = ("claims", "premises", "conclusions", "discussions")


def build_generation(
    snapshot: Snapshot,
    configuration: Configuration,
    home: Path,
    name: str,
    previous: Generation | None = None,
    progress: Progress | None = None,
) -> Path:
    """Builds a generation aside and gives it its name; nobody reads it before the pointer says so.

    Args:
        snapshot: The corpus to index.
        configuration: How.
        home: Folder of the generations.
        name: Of the new one.
        previous: A generation to go on from; what did not change is taken over as it is.
        progress: Told about each step.
    """
    before = Tables.load(previous) if previous else None
    tables, change = advance(snapshot, before)
    draft = Draft(home, name)
    try:
        tables.save(draft)
        texts = _Texts(snapshot, tables)
        analyze = text.analyzer(configuration.analyzer)
        for field in FIELDS:
            _build_postings(field, texts, analyze, draft, previous, change, progress)
        return draft.publish(configuration.as_dict(), tables.counts, previous)
    finally:
        draft.discard()


def _build_postings(
    field: str,
    texts: _Texts,
    analyze: text.Analyzer,
    draft: Draft,
    previous: Generation | None,
    change: Change,
    progress: Progress | None,
) -> None:
    first = change.first_claim if field == "claims" else change.first_premise
    dead = change.dead_claims if field == "claims" else change.dead_premises
    total = texts.rows(field)

    def tokens() -> Iterator[list[str]]:
        for done, content in enumerate(texts.of(field, first), 1):
            yield analyze(content)
            if progress is not None and (done % CHUNK == 0 or first + done == total):
                progress(field, done, total - first)

    if previous is None:
        index = lexical.build(tokens())
    else:
        index = lexical.open(previous.folder / "lexical" / field).delete(dead).add(tokens())
    index.save(draft.folder / "lexical" / field)


class _Texts:
    """The texts of a field by row, read in chunks."""

    def __init__(self, snapshot: Snapshot, tables: Tables) -> None:
        self._snapshot = snapshot
        self._tables = tables

    def rows(self, field: str) -> int:
        return len(self._tables.claims if field == "claims" else self._tables.premises)

    def of(self, field: str, first: int) -> Iterator[str]:
        """Yields the texts from a row on."""
        for start in range(first, self.rows(field), CHUNK):
            yield from getattr(self, f"_{field}")(start, min(start + CHUNK, self.rows(field)))

    def _claims(self, start: int, stop: int) -> Iterator[str]:
        return self._plain("claims", self._tables.claims[start:stop])

    def _premises(self, start: int, stop: int) -> Iterator[str]:
        return self._plain("premises", self._tables.premises[start:stop])

    def _conclusions(self, start: int, stop: int) -> Iterator[str]:
        links = self._tables.links
        found = links.of_premises(np.arange(start, stop))
        found = found[links.claim[found] >= 0]
        pairs = np.unique(np.stack([links.premise[found], links.claim[found]], axis=1), axis=0)
        keys = self._tables.claims[pairs[:, 1]].tolist()
        known = self._snapshot.texts("claims", sorted(set(keys)))
        said: dict[int, list[str]] = {}
        for row, key in zip(pairs[:, 0].tolist(), keys, strict=True):
            said.setdefault(row, []).append(known[key])
        for row in range(start, stop):
            yield " ".join(said.get(row, ()))

    def _discussions(self, start: int, stop: int) -> Iterator[str]:
        keys = self._tables.premises[start:stop].tolist()
        known = self._snapshot.discussions(keys)
        for key in keys:
            yield " ".join(known.get(key, ()))

    def _plain(self, table: str, keys: Ints) -> Iterator[str]:
        known = self._snapshot.texts(table, keys[keys != EMPTY].tolist())
        for key in keys.tolist():
            yield known.get(key, "")

"""An index on this machine, open for reading: a corpus at a revision and a generation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np

from debatable import lexical
from debatable.arrays import Bools, Floats, Ints, Rows, Singles, distinct
from debatable.corpus import Counts, Snapshot
from debatable.engines.configuration import Configuration, Configured
from debatable.engines.local.fields import ClaimPairs, Conclusions
from debatable.engines.local.generations import (
    ONE_SENTENCE,
    QUALITY,
    Generation,
    clusters_name,
    stored_vectors,
    vectors_name,
)
from debatable.engines.local.pointer import Pointer, check_regular
from debatable.engines.local.relations import Neighbours, ReadRelations
from debatable.engines.local.tables import EMPTY, Tables
from debatable.engines.local.vectors import Cells, VectorTable
from debatable.engines.protocol import Filter
from debatable.errors import CorruptIndexError, InputError, StorageError
from debatable.lexical import Runs, allowed_rows
from debatable.ranking.protocol import Kind
from debatable.ranking.relations import ClaimRelations
from debatable.text import Query

RACES = 50
"""Changes in a row that may be made while an index is being opened."""


class OpenIndex(Configured):
    """The parts of an index, each read at its first use."""

    def __init__(self, folder: Path, *, exact: bool = False) -> None:
        """Opens the current generation; ``exact`` searches all vectors, though they lie in cells."""
        self.folder, self.where, self.exact = folder, str(folder), exact
        self._written = Pointer.written(folder)
        self.pointer, self.generation = _current(folder)
        self.configuration = Configuration.of_manifest(self.generation.manifest.configuration, folder)
        self.snapshot = Snapshot(self.pointer.corpus_path(folder), self.pointer.revision)
        self._postings: dict[str, lexical.Index] = {}
        self._vectors: dict[str, VectorTable] = {}

    @cached_property
    def tables(self) -> Tables:
        """Keys by row, and links."""
        return Tables.load(self.generation)

    @cached_property
    def claim_pairs(self) -> ClaimPairs:
        """Which premise speaks to which claim."""
        return ClaimPairs(self.tables.links)

    def conclusions(self, there: Bools | None = None) -> Conclusions:
        """Returns the field of the claims of premises, of all or of those that are ``there``."""
        everything = np.ones(self.tables.links.premises, dtype=np.bool_)
        claims = self.postings("claims").searcher.postings
        return Conclusions(claims, self.claim_pairs, everything if there is None else there)

    def postings(self, field: str) -> lexical.Index:
        """Returns the postings of a field: claims, premises or discussions."""
        if field not in self._postings:
            self.generation.check(f"lexical/{field}")
            self._postings[field] = lexical.open(self.generation.folder / "lexical" / field)
        return self._postings[field]

    def words(self) -> Mapping[str, int]:
        """Returns the written words of the corpus, each with the number of texts that have it."""
        from debatable.engines.local.texts import Texts, load_words

        return load_words(self.generation, Texts(self.snapshot, self.tables))

    def vectors(self, kind: Kind, variant: str = "") -> VectorTable:
        """Returns the vectors of claims or premises, of a variant of reading long texts.

        Raises:
            InputError: The index has none, or none of this variant.
        """
        read_as = self.long_texts(kind, variant)
        name = vectors_name(kind, read_as)
        if name not in self._vectors:
            cells = self._cells(kind) if read_as == self.long_texts(kind, "") else None
            vectors = stored_vectors(self.generation, kind, read_as, self.keys(kind))
            self._vectors.setdefault(name, VectorTable(vectors, cells=cells))
        return self._vectors[name]

    def _cells(self, kind: Kind) -> Cells | None:
        """Returns the cells of the searched vectors, None where there are none or a search is exact."""
        if self.exact:
            return None
        return Cells.load(self.generation, kind)

    def clusters(self, kind: Kind) -> Ints:
        """Returns the cluster of each row, -1 for empty ones; without vectors each text stands alone."""
        return self._claim_clusters if kind == "claims" else self._premise_clusters

    @cached_property
    def _claim_clusters(self) -> Ints:
        return self._clusters("claims")

    @cached_property
    def _premise_clusters(self) -> Ints:
        return self._clusters("premises")

    def _clusters(self, kind: Kind) -> Ints:
        if not self.has_vectors:
            return np.arange(len(self.keys(kind)))
        return np.asarray(self.generation.array(clusters_name(kind)), np.int64)

    @cached_property
    def premise_lengths(self) -> Rows:
        """Characters of each premise; 0 for empty rows."""
        return self.generation.array("premises.length.npy")

    @cached_property
    def one_sentence(self) -> Bools:
        """Which premises are a single sentence; none where the index was made before that was stored."""
        if ONE_SENTENCE not in self.generation.manifest.files:
            return np.zeros(len(self.premise_lengths), np.bool_)
        return self.generation.array(ONE_SENTENCE)

    @cached_property
    def quality(self) -> Floats | Singles | None:
        """Cogency, reasonableness and effectiveness of each link; None where the index has none."""
        return self.generation.array(QUALITY) if QUALITY in self.generation.manifest.files else None

    @cached_property
    def relations(self) -> ClaimRelations | None:
        """Relations between claims that were read when the index was made; None where none were."""
        read = ReadRelations.load(self.generation)
        return read.by_row(self.tables.claims, Neighbours()) if read.model else None

    def keys(self, kind: Kind) -> Ints:
        """Returns the key in the corpus of each row, -1 for empty ones."""
        return self.tables.claims if kind == "claims" else self.tables.premises

    @cached_property
    def _counts(self) -> Counts:
        """What the corpus holds, counted once: that reads every argument four times, and a revision stays as it is."""
        return self.snapshot.counts()

    def outdated(self) -> bool:
        """Whether a newer state has become current since this one was opened, or another index is in its place."""
        return Pointer.read(self.folder) != self.pointer or Pointer.written(self.folder) != self._written

    def info(self) -> dict[str, Any]:
        """Returns counts, revision, size and configuration as plain JSON types."""
        from dataclasses import asdict

        manifest = self.generation.manifest
        return {
            **asdict(self._counts),
            "generation": self.pointer.generation,
            "revision": self.pointer.revision,
            "bytes": sum(map(_size, self.folder.rglob("*"))),
            "configuration": dict(manifest.configuration),
            "versions": dict(manifest.versions),
            "claims_read": int(manifest.counts.get("claims_read", 0)),
        }

    def close(self) -> None:
        """Releases the generation, so that it may be cleaned up."""
        self.snapshot.close()
        self.generation.close()


def _size(path: Path) -> int:
    """Returns the bytes of a file; 0 for a folder, and for what a writer has just removed."""
    with suppress(FileNotFoundError):
        return path.stat().st_size if path.is_file() else 0
    return 0


def _current(folder: Path) -> tuple[Pointer, Generation]:
    """Opens the current generation, again where a writer has replaced it meanwhile."""
    check_regular(folder)
    for _ in range(RACES):
        pointer = Pointer.read(folder)
        try:
            generation = Generation(pointer.generation_path(folder))
        except CorruptIndexError:
            if Pointer.read(folder) == pointer:
                raise
        else:
            if Pointer.read(folder) == pointer:
                return pointer, generation
            generation.close()
    raise StorageError("the index changes all the time", where=str(folder), todo="try again in a moment")


def passing_links(index: OpenIndex, wanted: Filter) -> Bools:
    """Returns which links of an index pass a filter; raises an InputError where no argument does, operators aside."""
    links = index.tables.links
    passing = np.ones(len(links), dtype=np.bool_)
    if wanted.sources or wanted.languages or wanted.ids:
        keys = index.snapshot.argument_keys(wanted.sources, wanted.languages, wanted.ids)
        passing = np.isin(links.argument, np.array(keys, np.int64))
        if not passing.any():
            raise InputError(
                f"no argument {wanted}",
                where=str(index.folder),
                todo="'debatable info' lists the sources and languages of an index",
            )
    rows = None if wanted.query is None else _allowed_premises(index, wanted.query)
    if rows is not None:
        there = np.zeros(links.premises, dtype=np.bool_)
        there[rows] = True
        passing &= there[links.premise]
    return passing


def _allowed_premises(index: OpenIndex, query: Query) -> Ints | None:
    tables, links = index.tables, index.tables.links
    premises, claims = (
        Runs(partial(index.snapshot.texts, table), index.analyzer) for table in ("premises", "claims")
    )

    def runs_of(rows: Sequence[int]) -> list[list[str]]:
        """Returns the words of premises and of the claims that each speaks to."""
        spoken_to = [distinct(links.claim[links.of_premise(row)]) for row in rows]
        claim_keys = [tables.claims[of[of >= 0]].tolist() for of in spoken_to]
        keys = tables.premises[np.asarray(rows)].tolist()
        own, theirs = premises.of(keys), claims.of(key for of in claim_keys for key in of)
        return [
            [own[key], *(theirs[claim] for claim in of)] for key, of in zip(keys, claim_keys, strict=True)
        ]

    return allowed_rows((index.postings("premises"), index.conclusions()), query, runs_of)


def verify_index(folder: Path) -> list[str]:
    """Returns what is wrong with an index; nothing if it is whole.

    Raises:
        NotAnIndexError, NewerIndexError, CorruptIndexError: It cannot be opened.
    """
    index = OpenIndex(folder)
    try:
        problems = index.generation.problems() + index.snapshot.problems()
        return problems or _misplaced(index) or _disagreements(index)
    finally:
        index.close()


def _misplaced(index: OpenIndex) -> list[str]:
    """Returns the fields whose postings lead to documents, terms or lengths that are not there."""
    folder = index.generation.folder
    fields = sorted(path.name for path in (folder / "lexical").glob("*") if path.is_dir())
    return [
        f"{folder / 'lexical' / field}: {problem}"
        for field in fields
        for problem in index.postings(field).postings.problems()
    ]


def _disagreements(index: OpenIndex) -> list[str]:
    """Compares the rows of the generation with the corpus at its revision."""
    links = list(index.snapshot.links())
    tables = index.tables
    expected = {
        "links": [(link.argument, link.premise, link.claim or EMPTY, link.sign) for link in links],
        "premises": sorted({link.premise for link in links}),
        "claims": sorted({link.claim for link in links if link.claim is not None}),
    }
    actual = {
        "links": _in_keys(tables),
        "premises": np.sort(tables.premises[tables.premises != EMPTY]).tolist(),
        "claims": np.sort(tables.claims[tables.claims != EMPTY]).tolist(),
    }
    return [
        f"{index.generation.folder}: the {name} are not those of the corpus"
        for name in expected
        if expected[name] != actual[name]
    ]


def _in_keys(tables: Tables) -> list[tuple[int, int, int, int]]:
    """Returns the links in keys of the corpus: argument, premise, claim and sign."""
    links = tables.links
    claims = np.where(links.claim == EMPTY, EMPTY, np.append(tables.claims, EMPTY)[links.claim])
    columns = (links.argument, tables.premises[links.premise], claims, links.sign)
    return list(zip(*(column.tolist() for column in columns), strict=True))

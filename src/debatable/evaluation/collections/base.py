"""A collection (corpus, queries, judgments) and its folder of JSON lines."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any

import orjson

from debatable.corpus.readers import read
from debatable.errors import InputError
from debatable.evaluation.judgments import Judgments, Query, read_judgments, write_judgments
from debatable.evaluation.lines import json_lines, number_field, text_field
from debatable.files import written_text
from debatable.plural import counted


@dataclass(frozen=True, slots=True, repr=False)
class Collection:
    """What is searched, what is asked, and what is known about the answers.

    Attributes:
        name: Name of the folder or data set.
        queries: In their order.
        judgments: By query id and record id.
        corpus: Files that the readers of the corpus understand.
        published: Rankings of others as they stand, by the name of their method and query id.
    """

    name: str
    queries: tuple[Query, ...]
    judgments: Judgments
    corpus: tuple[Path, ...]
    published: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)

    def __repr__(self) -> str:
        """Returns its name and how much it holds, in one line."""
        judged = counted(len(self.judgments.rows), "judgment")
        return f"<Collection {self.name}: {counted(len(self.queries), 'query')}, {judged}>"

    @property
    def splits(self) -> tuple[str, ...]:
        """The splits there are, in the order of their first query."""
        return tuple(dict.fromkeys(query.split for query in self.queries if query.split))

    @property
    def has_clusters(self) -> bool:
        """Whether the judgments group premises that say the same."""
        return any(row.cluster is not None for row in self.judgments.rows)

    @property
    def is_sparse(self) -> bool:
        """Whether judged premises are few: then lists are condensed to them.

        Judgments are sparse where fewer than a half of the corpus was judged for any query and premises
        judged as not relevant are among them; without those, a premise not judged is not relevant.
        """
        enough = 2 * len({row.premise_id for row in self.judgments.rows})
        refused = any(row.relevance <= 0 for row in self.judgments.rows)
        return refused and sum(1 for _ in islice(read(self.corpus, on_error="skip"), enough + 1)) > enough

    def texts(self) -> dict[str, str]:
        """Returns the text of every premise by the id of its record, and of every claim by its id."""
        texts: dict[str, str] = {}
        for argument in read(self.corpus, on_error="skip"):
            texts[argument.id] = argument.premise.text
            if argument.claim is not None:
                texts[argument.claim.id] = argument.claim.text
        return texts

    def of_split(self, split: str) -> Collection:
        """Returns the collection with the queries of one split alone."""
        if split not in self.splits:
            shown = ", ".join(self.splits) or "none"
            raise InputError(f"{self.name} has no split {split!r}", todo=f"there are: {shown}")
        queries = tuple(query for query in self.queries if query.split == split)
        kept = {query.id for query in queries}
        rows = (row for row in self.judgments.rows if row.query_id in kept)
        return replace(self, queries=queries, judgments=Judgments(rows))

    def judged(self) -> Collection:
        """Returns the collection with the queries alone that something was judged for."""
        return replace(self, queries=tuple(query for query in self.queries if query.id in self.judgments))

    def reported(self, split: str = "") -> Collection:
        """Returns the part to report: the split named, or all; by default dev or test where there is one."""
        chosen = split or next((name for name in ("dev", "test") if name in self.splits), "all")
        return self if chosen == "all" else self.of_split(chosen)

    def with_published(
        self, rankings: Mapping[str, Mapping[str, Sequence[str]]], *, alone: bool = False
    ) -> Collection:
        """Returns the collection with more rankings of others, by name and query id, or with these `alone`."""
        return replace(self, published={**({} if alone else self.published), **rankings})

    def content_hash(self) -> str:
        """Returns a hash of the corpus files: the same corpus has the same index."""
        digest = hashlib.blake2b(digest_size=16)
        for path in self.corpus:
            digest.update(path.name.encode())
            with path.open("rb") as stream:
                while block := stream.read(2**20):
                    digest.update(block)
        return digest.hexdigest()


def native_collection(folder: Path) -> Collection:
    """Reads ``corpus.jsonl``, ``queries.jsonl`` and ``judgments.jsonl`` of a folder, packed (``.gz``) or not.

    Judgments may be missing: such a collection can be searched and pooled. ``baseline_rankings.jsonl``, where there
    is one, holds rankings of others: ``query_id``, ``model``, ``rank``, ``premise_id``.
    """
    queries = _queries(collection_file(folder, "queries.jsonl"))
    query_ids = {query.id for query in queries}
    judged = any(folder.glob("judgments.jsonl*"))
    judgments = Judgments(
        read_judgments(collection_file(folder, "judgments.jsonl"), query_ids) if judged else ()
    )
    baseline = folder / "baseline_rankings.jsonl"
    published = _published(baseline, query_ids) if baseline.is_file() else {}
    return Collection(
        folder.resolve().name, queries, judgments, (collection_file(folder, "corpus.jsonl"),), published
    )


def save_collection(
    folder: Path, records: Iterable[Mapping[str, Any]], queries: Iterable[Query], judgments: Judgments
) -> Collection:
    """Writes a collection in the shape that `native_collection` reads, and returns it."""
    with written_text(folder / "corpus.jsonl") as text:
        text.writelines(f"{orjson.dumps(dict(record)).decode()}\n" for record in records)
    write_queries(queries, folder / "queries.jsonl")
    write_judgments(judgments, folder / "judgments.jsonl")
    return native_collection(folder)


def write_queries(queries: Iterable[Query], path: Path) -> None:
    """Writes the queries file of a collection."""
    with written_text(path) as text:
        for query in queries:
            split = {"split": query.split} if query.split else {}
            text.write(f"{orjson.dumps({'query_id': query.id, 'text': query.text, **split}).decode()}\n")


def collection_file(folder: Path, name: str) -> Path:
    """Returns a file of a folder, or that of its name with .gz."""
    for candidate in (folder / name, folder / f"{name}.gz"):
        if candidate.is_file():
            return candidate
    raise InputError(f"there is no {name}", where=str(folder), todo="give a folder as in docs/evaluation.md")


def _queries(path: Path) -> tuple[Query, ...]:
    queries: dict[str, Query] = {}
    for place, record in json_lines(path):
        identifier, text = text_field(record, "query_id", place), text_field(record, "text", place)
        if identifier in queries:
            raise InputError(f"query {identifier!r} stands there twice", where=place, todo="keep one")
        queries[identifier] = Query(identifier, text, str(record.get("split") or ""))
    if not queries:
        raise InputError("there is no query", where=str(path))
    return tuple(queries.values())


def _published(path: Path, queries: set[str]) -> dict[str, dict[str, tuple[str, ...]]]:
    ranks: dict[str, dict[str, list[tuple[int, str]]]] = {}
    for place, record in json_lines(path):
        query_id, rank = text_field(record, "query_id", place), number_field(record, "rank", place)
        if rank is None or not rank.is_integer():
            raise InputError(
                f"rank {record.get('rank')!r} is no whole number", where=place, todo="give ranks from 1"
            )
        if query_id in queries:
            by_query = ranks.setdefault(text_field(record, "model", place), {})
            by_query.setdefault(query_id, []).append((int(rank), text_field(record, "premise_id", place)))
    return {
        model: {query: tuple(premise for _, premise in sorted(ranked)) for query, ranked in by_query.items()}
        for model, by_query in ranks.items()
    }

"""A collection as a folder of JSON lines: ``corpus.jsonl``, ``queries.jsonl``, ``judgments.jsonl``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import orjson

from debatable.errors import InputError
from debatable.evaluation.collections.base import Collection
from debatable.evaluation.judgments import Judgments, Query, read_judgments, write_judgments
from debatable.evaluation.lines import json_lines, number_field, text_field
from debatable.files import written_text

__all__ = ["native_collection", "save_collection", "write_queries"]


def native_collection(folder: Path) -> Collection:
    """Reads ``corpus.jsonl``, ``queries.jsonl`` and ``judgments.jsonl`` of a folder.

    Any of them may be packed (``.gz``). Without judgments a collection can be searched and pooled.
    ``baseline_rankings.jsonl``, where there is one, holds rankings of others: ``query_id``, ``model``,
    ``rank``, ``premise_id``.

    Raises:
        InputError: A file is missing, or a line of it is not what it should be.
    """
    queries = _queries(_file(folder, "queries.jsonl"))
    known = {query.id for query in queries}
    judged = any(folder.glob("judgments.jsonl*"))
    judgments = Judgments(read_judgments(_file(folder, "judgments.jsonl"), known) if judged else ())
    baseline = folder / "baseline_rankings.jsonl"
    published = _published(baseline, known) if baseline.is_file() else {}
    return Collection(folder.resolve().name, queries, judgments, (_file(folder, "corpus.jsonl"),), published)


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


def _file(folder: Path, name: str) -> Path:
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
    found: dict[str, dict[str, list[tuple[int, str]]]] = {}
    for place, record in json_lines(path):
        query_id, rank = text_field(record, "query_id", place), number_field(record, "rank", place)
        if query_id in queries and rank is not None:
            by_query = found.setdefault(text_field(record, "model", place), {})
            by_query.setdefault(query_id, []).append((int(rank), text_field(record, "premise_id", place)))
    return {
        model: {
            query_id: tuple(premise for _, premise in sorted(ranks)) for query_id, ranks in by_query.items()
        }
        for model, by_query in found.items()
    }

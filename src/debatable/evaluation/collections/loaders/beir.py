"""BEIR folders: ``corpus.jsonl``, ``queries.jsonl`` and ``qrels/*.tsv``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from debatable.errors import InputError
from debatable.evaluation.collections.base import Collection
from debatable.evaluation.collections.native import save_collection
from debatable.evaluation.judgments import Judgment, Judgments, Query, read_qrels
from debatable.evaluation.lines import json_lines

__all__ = ["load_beir"]


def load_beir(folder: Path, into: Path) -> Collection:
    """Reads a BEIR folder and keeps it in our shape under `into`.

    The title of a document becomes the claim, its text the premise. Each file of ``qrels`` is a split;
    queries that nobody judged are left out.

    Raises:
        InputError: A file is missing or broken.
    """
    tables = sorted((folder / "qrels").glob("*.tsv"))
    if not tables:
        raise InputError("there is no qrels/*.tsv", where=str(folder), todo="give a whole BEIR folder")
    rows: list[Judgment] = []
    splits: dict[str, str] = {}
    for table in tables:
        judgments = read_qrels(table)
        rows.extend(judgments.rows)
        splits.update(dict.fromkeys(judgments, table.stem))
    queries = [
        Query(_field(record, "_id", place), _field(record, "text", place), splits[str(record["_id"])])
        for place, record in json_lines(folder / "queries.jsonl")
        if str(record.get("_id")) in splits
    ]
    return save_collection(into, _records(folder / "corpus.jsonl"), queries, Judgments(rows))


def _records(path: Path) -> Iterator[dict[str, Any]]:
    for place, record in json_lines(path):
        metadata = record.get("metadata")
        stance = str(metadata.get("stance") or "").lower() if isinstance(metadata, dict) else ""
        yield {
            "id": _field(record, "_id", place),
            "claim": record.get("title") or None,
            "premise": _field(record, "text", place),
            "stance": stance if stance in ("pro", "con") else None,
            "source": path.resolve().parent.name,
        }


def _field(record: dict[str, Any], key: str, place: str) -> str:
    value = record.get(key)
    if not isinstance(value, str | int) or not str(value).strip():
        raise InputError(
            f"{key} is missing", where=place, todo="give a BEIR folder as its authors publish it"
        )
    return str(value)

"""The Trier triples: query claim, result claim, premise, relevance and ground-truth cluster, as CSV or JSON.

The data of Dumani et al. 2020 cannot be redistributed; their authors give them on request.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import orjson

from debatable.errors import InputError
from debatable.evaluation import Collection, Judgment, Judgments, Query, save_collection
from debatable.evaluation.lines import lines
from debatable.model import text_key

__all__ = ["ASIDE", "FIELDS", "TRIPLES", "load_triples"]

TRIPLES = ("triples.csv", "triples.json")
"""Files that hold them."""

FIELDS = ("query_claim", "result_claim", "premise", "relevance", "cluster")
"""Columns of the CSV file, or keys of the JSON objects."""

ASIDE = ("spam", "other")
"""What a premise may be in place of relevant or not: such triples are left out (6.1 of the paper)."""

_GRADES = {"not relevant": 0.0, "relevant": 1.0, "very relevant": 2.0}


def load_triples(path: Path, into: Path) -> Collection:
    """Reads the triples and keeps them as a collection under `into`.

    Relevance is 0, 1, 2 or ``not relevant``, ``relevant``, ``very relevant``; triples whose premise is ``spam`` or
    ``other`` are left out. The cluster is empty for premises that are not relevant. Equal premises of a result claim
    are one record.

    Raises:
        InputError: A column is missing or a value is none of these.
    """
    queries: dict[str, Query] = {}
    records: dict[bytes, dict[str, Any]] = {}
    rows: list[Judgment] = []
    for place, triple in _triples(path):
        query_claim, result_claim, premise = (_text(triple, name, place) for name in FIELDS[:3])
        if str(triple.get("relevance")).strip().lower() in ASIDE:
            continue
        query = queries.setdefault(query_claim, Query(f"q{len(queries) + 1}", query_claim))
        key = text_key(f"{result_claim}\n{premise}")
        record = {
            "id": f"triple-{len(records) + 1}",
            "claim": result_claim,
            "premise": premise,
            "stance": None,
        }
        identifier = records.setdefault(key, record)["id"]
        cluster = str(triple.get("cluster") or "").strip()
        named = f"{query.id}.{cluster}" if cluster else None
        rows.append(Judgment(query.id, identifier, _grade(triple.get("relevance"), place), named))
    if not rows:
        raise InputError("there is no triple", where=str(path))
    return save_collection(into, records.values(), queries.values(), Judgments(rows))


def _triples(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    if path.suffix == ".csv":
        yield from _rows(path)
        return
    try:
        found = orjson.loads(path.read_bytes())
    except (OSError, orjson.JSONDecodeError) as error:
        raise InputError(f"not JSON: {error}", where=str(path)) from error
    yield from _objects(found, path)


def _rows(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    table = csv.DictReader((f"{line}\n" for _, line in lines(path)), strict=True)
    try:
        missing = [name for name in FIELDS if name not in (table.fieldnames or ())]
        if missing:
            todo = f"name them {', '.join(FIELDS)}"
            raise InputError(f"no column {', '.join(missing)}", where=str(path), todo=todo)
        yield from ((f"{path}: row {number}", row) for number, row in enumerate(table, start=1))
    except csv.Error as error:
        raise InputError(f"not CSV: {error}", where=f"{path}:{table.line_num}") from error


def _objects(found: Any, path: Path) -> Iterable[tuple[str, dict[str, Any]]]:
    if not isinstance(found, list):
        raise InputError("not a list of triples", where=str(path), todo="write [{...}, ...]")
    for number, triple in enumerate(found, start=1):
        if not isinstance(triple, dict):
            raise InputError("not a JSON object", where=f"{path}: triple {number}")
        yield f"{path}: triple {number}", triple


def _text(triple: dict[str, Any], name: str, place: str) -> str:
    value = triple.get(name)
    if not isinstance(value, str) or not value.strip():
        raise InputError(f"{name} is missing", where=place, todo=f"give {', '.join(FIELDS)}")
    return " ".join(value.split())


def _grade(value: Any, place: str) -> float:
    folded = str(value).strip().lower()
    if folded in _GRADES:
        return _GRADES[folded]
    if folded in ("0", "1", "2", "0.0", "1.0", "2.0"):
        return float(folded)
    raise InputError(
        f"relevance {value!r}", where=place, todo="give 0, 1, 2, the paper's words, spam or other"
    )

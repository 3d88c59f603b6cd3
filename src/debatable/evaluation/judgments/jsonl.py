"""Judgments as JSON lines, the file ``judgments.jsonl`` of a collection."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from debatable.errors import InputError
from debatable.evaluation.judgments.judgment import Judgment, Judgments
from debatable.evaluation.lines import json_lines, number_field, text_field
from debatable.files import written_text
from debatable.model import Stance

__all__ = ["read_judgments", "write_judgments"]


def read_judgments(path: Path, queries: set[str], *, item: str = "premise_id") -> Iterator[Judgment]:
    """Yields the judgments of a file.

    Args:
        path: The file, packed where its name ends in .gz.
        queries: Ids that may be judged.
        item: Field with what was judged: ``premise_id``, or ``claim_id`` where claims were.

    Raises:
        InputError: A line is no judgment, or its query is not among them.
    """
    for place, record in json_lines(path):
        query_id = text_field(record, "query_id", place)
        if query_id not in queries:
            raise InputError(f"query {query_id!r} is not in queries.jsonl", where=place, todo="add it there")
        relevance = number_field(record, "relevance", place)
        if relevance is None:
            raise InputError("no relevance", where=place, todo="give 0 for what is not relevant")
        cluster = record.get("cluster")
        yield Judgment(
            query_id,
            text_field(record, item, place),
            relevance,
            None if cluster is None else str(cluster),
            _stance(record.get("stance"), place),
            number_field(record, "quality", place),
        )


def write_judgments(judgments: Judgments, path: Path, *, item: str = "premise_id") -> None:
    """Writes the judgments file of a collection; `item` is the field with what was judged."""
    with written_text(path) as text:
        text.writelines(f"{orjson.dumps(_plain(row, item)).decode()}\n" for row in judgments.rows)


def _plain(row: Judgment, item: str) -> dict[str, Any]:
    whole = int(row.relevance) if row.relevance == int(row.relevance) else row.relevance
    plain: dict[str, Any] = {"query_id": row.query_id, item: row.premise_id, "relevance": whole}
    if row.cluster is not None:
        plain["cluster"] = row.cluster
    if row.stance is not Stance.NONE:
        plain["stance"] = row.stance.value
    if row.quality is not None:
        plain["quality"] = row.quality
    return plain


def _stance(value: Any, place: str) -> Stance:
    try:
        return Stance.NONE if value is None else Stance(value)
    except ValueError as error:
        raise InputError(f"stance {value!r}", where=place, todo="use pro, con or null") from error

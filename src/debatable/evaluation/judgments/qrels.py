"""Judgments in the files of others: TREC qrels, plain or with clusters as subtopics, and BEIR's table."""

from __future__ import annotations

import math
from pathlib import Path

from debatable.errors import InputError
from debatable.evaluation.judgments.judgment import Judgment, Judgments
from debatable.evaluation.lines import lines
from debatable.files import written_text

__all__ = ["read_qrels", "write_qrels"]

_HEADER = ("query-id", "corpus-id", "score")


def read_qrels(path: Path, *, clusters: bool = False) -> Judgments:
    """Reads qrels: ``query 0 premise relevance`` a line, or BEIR's ``query-id corpus-id score`` table.

    Args:
        path: The file, packed where its name ends in .gz.
        clusters: Whether the second field is the ground-truth cluster, as in qrels with subtopics.

    Raises:
        InputError: A line is neither, a relevance is no number, or the same is judged twice.
    """
    rows: list[Judgment] = []
    seen: set[tuple[str, str]] = set()
    for place, line in lines(path):
        fields = line.split()
        if tuple(fields) == _HEADER:
            continue
        if len(fields) not in (3, 4):
            raise InputError(
                f"{len(fields)} fields instead of 4", where=place, todo="write: query 0 premise relevance"
            )
        query_id, premise = fields[0], fields[-2]
        if (query_id, premise) in seen:
            raise InputError(
                f"premise {premise!r} twice for query {query_id!r}", where=place, todo="keep one"
            )
        seen.add((query_id, premise))
        cluster = fields[1] if clusters and len(fields) == 4 else None
        rows.append(Judgment(query_id, premise, _number(fields[-1], place), cluster))
    if not rows:
        raise InputError("there is no judgment", where=str(path))
    return Judgments(rows)


def _number(field: str, place: str) -> float:
    try:
        value = float(field)
    except ValueError as error:
        raise InputError(f"relevance {field!r} is no number", where=place) from error
    if not math.isfinite(value):
        raise InputError(f"relevance {field!r} cannot be used", where=place, todo="use a finite number")
    return value


def write_qrels(judgments: Judgments, path: Path, *, clusters: bool = False, whole: bool = False) -> None:
    """Writes qrels.

    Args:
        judgments: What to write.
        path: The file, packed where its name ends in .gz.
        clusters: Whether the second field is the ground-truth cluster; 0 without it.
        whole: Whether relevance is rounded to whole numbers, halves upwards: trec_eval reads no others.
    """
    with written_text(path) as text:
        for row in judgments.rows:
            middle = (row.cluster or row.premise_id) if clusters else "0"
            for name in (row.query_id, row.premise_id, middle):
                if len(name.split()) != 1:
                    raise InputError(f"{name!r} cannot stand in qrels", todo="use ids without white space")
            relevance = math.floor(row.relevance + 0.5) if whole else row.relevance
            text.write(f"{row.query_id} {middle} {row.premise_id} {relevance:g}\n")

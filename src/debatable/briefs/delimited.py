"""An answer as CSV, one hit a row, safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import io
from typing import Any

from debatable.briefs.parts import explanation_lines
from debatable.model import Answer, Hit

__all__ = ["COLUMNS", "csv_text"]

COLUMNS = (
    "rank",
    "stance",
    "stance_confidence",
    "relevance",
    "score",
    "premise_id",
    "premise",
    "claim",
    "cluster",
    "size",
    "source",
    "url",
)


def csv_text(answer: Answer, explain: bool = False) -> str:
    """Returns the hits as CSV with a header; explanations are one more column."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([*COLUMNS, "explanation"] if explain else COLUMNS)
    for rank, hit in enumerate(answer.hits, 1):
        extra = ["; ".join(line.strip() for line in explanation_lines(hit.explanation))] if explain else []
        writer.writerow([_unformula(cell) for cell in [*_row(rank, hit), *extra]])
    return out.getvalue()


def _row(rank: int, hit: Hit) -> list[Any]:
    claim = hit.claims[0].text if hit.claims else ""
    first = hit.arguments[0] if hit.arguments else None
    provenance = [first.source, first.url] if first else ["", ""]
    return [
        rank,
        hit.stance.value,
        f"{hit.stance_confidence:.4f}",
        "" if hit.relevance is None else f"{hit.relevance:.4f}",
        repr(hit.score),
        hit.premise.id,
        hit.premise.text,
        claim,
        hit.cluster.id,
        hit.cluster.size,
        *provenance,
    ]


def _unformula(cell: object) -> object:
    """Keeps spreadsheets from running a text as a formula."""
    runs = isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r")) and not _number(cell)
    return f"'{cell}" if runs else cell


def _number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True

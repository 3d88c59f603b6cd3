"""Judgments of claims: the file ``claim_judgments.jsonl`` of a collection."""

from __future__ import annotations

from pathlib import Path

from debatable.errors import InputError
from debatable.evaluation.claims.claim_index import ClaimIndex
from debatable.evaluation.judgments import Judgments, Query, read_judgments
from debatable.model import text_key

__all__ = ["CLAIM_JUDGMENTS", "HIGHEST", "read_claim_judgments"]

CLAIM_JUDGMENTS = "claim_judgments.jsonl"
"""Name of the file."""

HIGHEST = 3.0
"""Grade of claims that are equal but perhaps for their polarity; 0 is that of unrelated ones."""


def read_claim_judgments(folder: Path, queries: tuple[Query, ...], claims: ClaimIndex) -> Judgments | None:
    """Reads how similar claims are to queries, means from 0 to 3; None where the folder has no such file.

    A claim that says the query word for word is left out: it is never a result.

    Raises:
        InputError: A line is no judgment, its query or claim is unknown, or its grade is not on the scale.
    """
    path = next(
        (one for one in (folder / CLAIM_JUDGMENTS, folder / f"{CLAIM_JUDGMENTS}.gz") if one.is_file()), None
    )
    if path is None:
        return None
    keys = {query.id: text_key(query.text) for query in queries}
    rows = []
    for row in read_judgments(path, set(keys), item="claim_id"):
        if row.premise_id not in claims.texts:
            raise InputError(
                f"claim {row.premise_id!r} is not in the corpus", where=str(path), todo="check the ids"
            )
        if not 0.0 <= row.relevance <= HIGHEST:
            raise InputError(
                f"relevance {row.relevance:g} of claim {row.premise_id!r}",
                where=str(path),
                todo="give 0 to 3, as agreement --claim-judgments writes it",
            )
        if text_key(claims.texts[row.premise_id]) != keys[row.query_id]:
            rows.append(row)
    return Judgments(rows)

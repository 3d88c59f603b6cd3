"""A collection of four claims."""

from __future__ import annotations

from pathlib import Path

from tests.support.json_lines import write_lines

__all__ = ["CLAIMS", "claim_collection"]

CLAIMS = {
    "a": "Ban cars",
    "b": "Cars should be banned",
    "c": "Ban old cars in cities",
    "d": "Cats are nice",
}


def claim_collection(place: Path) -> Path:
    """Three claims about cars: one equal to the query, one fully relevant, one half; and one about cats."""
    corpus = [
        {
            "id": f"{key}{number}",
            "claim": text,
            "premise": f"premise {key} {number}",
            "stance": "pro",
            "source": "s",
        }
        for key, text in CLAIMS.items()
        for number in (1, 2)
    ]
    write_lines(place / "corpus.jsonl", *corpus)
    write_lines(place / "queries.jsonl", {"query_id": "q", "text": "Ban cars"})
    judged = [("a1", 2), ("a2", 2), ("b1", 2), ("b2", 2), ("c1", 2)]
    write_lines(
        place / "judgments.jsonl",
        *[{"query_id": "q", "premise_id": premise, "relevance": grade} for premise, grade in judged],
    )
    return place

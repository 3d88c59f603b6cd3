"""A collection of claims about energy; one of them is a question, one is the query itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from debatable.evaluation import Collection, collection
from tests.support.json_lines import write_lines

CLAIMS = {
    "a": "We should abandon nuclear energy",
    "b": "Should we abandon nuclear energy?",
    "c": "Nuclear energy is safe",
    "d": "Cats are nice",
}


@pytest.fixture
def energy(tmp_path: Path) -> Collection:
    """Four claims with two premises each, and a query that is one of them."""
    corpus = [
        {"id": f"{key}{number}", "claim": text, "premise": f"reason {key} {number}", "stance": "pro"}
        for key, text in CLAIMS.items()
        for number in (1, 2)
    ]
    write_lines(tmp_path / "corpus.jsonl", *corpus)
    write_lines(tmp_path / "queries.jsonl", {"query_id": "q", "text": CLAIMS["a"]})
    return collection(tmp_path)

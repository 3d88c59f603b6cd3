"""A small collection for all rooms."""

from __future__ import annotations

from pathlib import Path

import pytest

from debatable.evaluation import Collection, Judgment, Judgments, Query
from debatable.model import Stance


@pytest.fixture
def small(tmp_path: Path) -> Collection:
    corpus = tmp_path / "corpus.jsonl"
    corpus.write_text('{"id":"r1","premise":"One."}\n')
    rows = []
    for query in ("q1", "q2"):
        rows += [
            Judgment(query, "r1", 1, "g", Stance.PRO),
            Judgment(query, "r1-again", 2, "h", Stance.PRO),
            Judgment(query, "r2", 1, "h", Stance.PRO),
            Judgment(query, "r3", 1, "h", Stance.CON),
        ]
    queries = (Query("q1", "Ban cars"), Query("q2", "Ban bikes"))
    return Collection("small", queries, Judgments(rows), (corpus,))

"""Small collections."""

from __future__ import annotations

from pathlib import Path

import pytest

from debatable.evaluation import Collection, Judgment, Judgments, Query
from debatable.model import Stance
from tests.support.json_lines import write_lines


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


@pytest.fixture
def lettered(small: Collection, monkeypatch: pytest.MonkeyPatch) -> Collection:
    """One premise has the letters of the first query, another those of the second."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(small.corpus[0].parent / "cache"))
    texts = {"r1": "Scar band", "r2": "Basin beck", "r3": "Fully mellow"}
    write_lines(small.corpus[0], *({"id": key, "premise": text} for key, text in texts.items()))
    return small

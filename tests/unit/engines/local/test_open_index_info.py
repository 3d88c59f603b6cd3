"""What an index says that it holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from debatable.corpus import Snapshot
from debatable.engines import open_engine
from tests.support.indexes import cars_index


def test_the_corpus_is_counted_once_for_all_who_ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each GET /api/v1/corpus read all arguments four times."""
    counts, counted = Snapshot.counts, []

    def noted(snapshot: Snapshot) -> object:
        counted.append(snapshot)
        return counts(snapshot)

    monkeypatch.setattr(Snapshot, "counts", noted)
    with open_engine(cars_index(tmp_path / "index")) as engine:
        first = engine.info()
        first["sources"]["elsewhere"] = 1
        assert engine.info()["sources"] == {"portal": 2} and engine.info()["arguments"] == 2
    assert len(counted) == 1

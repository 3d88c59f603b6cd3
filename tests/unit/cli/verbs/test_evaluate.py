"""``debatable run``: what is refused before anything is indexed and searched."""

from __future__ import annotations

from pathlib import Path

import pytest

from debatable.evaluation import Judgments, Query, save_collection
from tests.support.command_line import complaint


def test_what_cannot_stand_in_a_run_is_refused_before_anything_is_ranked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tag of two words was refused when the index was made and every query answered."""
    monkeypatch.setattr("debatable.evaluation.runs.collection_engine", None)  # no index is opened

    def refused(query: str, *options: str) -> str:
        records = [{"id": "a", "claim": "Ban cars", "premise": "Cars are loud."}]
        folder = tmp_path / query
        save_collection(folder, records, [Query(query, "Ban cars")], Judgments(()))
        out = tmp_path / "x.run"
        return complaint(capsys, monkeypatch, "run", folder, "-m", "bm25", "-o", out, *options)

    one_word = "cannot stand in a run; use one word without white space"
    assert refused("q1", "--tag", "my run") == f"debatable: tag 'my run' {one_word}"
    assert refused("q 1") == f"debatable: query id 'q 1' {one_word}"

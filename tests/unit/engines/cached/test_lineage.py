from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import debatable
from debatable.engines.cached import lineage as module


def test_the_lineage_changes_with_the_code_of_a_stage_and_with_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "debatable"
    source = Path(debatable.__file__).parent
    for stage in ("text", "lexical", "ranking"):
        shutil.copytree(source / stage, home / stage, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr("importlib.resources.files", lambda _: home)
    first = module.lineage.__wrapped__()
    assert module.lineage.__wrapped__() == first
    (home / "ranking" / "dense.py").write_text("")
    assert module.lineage.__wrapped__() == first
    (home / "text" / "stops.py").write_text("")
    assert module.lineage.__wrapped__() != first

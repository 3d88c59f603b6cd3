"""The tools of assistants, called without the protocol."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from debatable.engines import Engine
from debatable.service.assistants import Tools, explained
from debatable.service.current_engine import CurrentEngine
from debatable.service.graph_cases import GraphCases


def test_every_tool_that_ranks_uses_the_method_of_the_service(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Points and counterarguments were found by `best`, whatever the service was started with."""
    tools, search, asked = Tools(CurrentEngine(folder, method="bm25"), GraphCases(None)), Engine.search, []

    def noted(self: Engine, query: str, **options: Any) -> object:
        asked.append(options["method"])
        return search(self, query, **options)

    monkeypatch.setattr(Engine, "search", noted)
    tools.find_arguments("Ban cars")
    tools.find_points("Ban cars")
    tools.find_counterarguments("Ban cars")
    tools.explain("Ban cars", "a")
    assert asked == ["bm25"] * 4


class Told(Exception):
    """What an assistant is told."""


def test_an_index_that_was_moved_is_away_for_a_tool_not_damaged(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Assistants were told that the index must be made again."""
    monkeypatch.setattr("debatable.service.current_engine.INTERVAL", 1_000.0)
    current = CurrentEngine(folder, method="bm25")
    find = explained(Tools(current, GraphCases(None)).find_arguments, Told, current)
    folder.rename(tmp_path / "away")
    with pytest.raises(Told, match="cannot be read or written at the moment") as told:
        find("Ban cars")
    assert str(tmp_path) not in str(told.value)
    (tmp_path / "away").rename(folder)
    assert find("Ban cars")["arguments"]

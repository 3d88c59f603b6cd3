"""The verb ``search`` where nothing is close: no mistake, and the nearest three as such."""

from __future__ import annotations

import json
import sys

import pytest

import debatable
from debatable.cli.main import run

QUERY = "How do I bake sourdough bread"


@pytest.fixture
def searched(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    monkeypatch.setenv("COLUMNS", "400")
    found = {}
    for name in ("table", "json", "csv", "markdown"):
        monkeypatch.setattr(sys, "argv", ["debatable", "search", QUERY, "--format", name])
        with pytest.raises(SystemExit) as ended:
            run()
        assert not ended.value.code
        found[name] = capsys.readouterr().out
    return found


def test_the_nearest_three_are_shown(searched: dict[str, str]) -> None:
    with debatable.demo() as engine:
        weak = [" ".join(hit.premise.text.split()) for hit in engine.search(QUERY).weak]
    for name in ("table", "markdown"):
        text = " ".join(searched[name].split())
        assert "Nearest, but not close" in text and "nothing close to this claim among" in text
        assert [start in text for start in (premise[:60] for premise in weak[:4])] == [True] * 3 + [False]
    assert "0 for, 0 against" in searched["table"]
    document = json.loads(searched["json"])
    assert document["hits"] == [] and len(document["weak"]) == 10
    assert len(searched["csv"].splitlines()) == 1, "rows are hits, and there is none"


def test_stages_after_a_method_are_asked_for_by_name(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "pipeline(method=bm25,stance_threshold=0.9)"
    monkeypatch.setattr(sys, "argv", ["debatable", "search", "Ban zoos", "--method", name, "--json"])
    with pytest.raises(SystemExit) as ended:
        run()
    assert not ended.value.code
    assert json.loads(capsys.readouterr().out)["method"] == name

"""How a tool ends whose input cannot be used."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import tools
from tools import results

ROOT = Path(__file__).parents[2]


def test_a_folder_that_is_not_there_costs_a_sentence(tmp_path: Path) -> None:
    """It was a traceback, whose last line was the sentence."""
    for tool, said in (
        ("shown_sides", "there is no such folder"),
        ("choose_contrast", "no such file or directory"),
        ("train_units", "holds no texts of the microtexts corpus"),
    ):
        ended = subprocess.run(
            [sys.executable, "-m", f"tools.{tool}", tmp_path / "nowhere"],
            cwd=ROOT,
            capture_output=True,
            text=True,
        )
        assert ended.returncode == 2 and "Traceback" not in ended.stderr, ended.stderr
        assert ended.stderr.startswith(f"{tool}: {tmp_path / 'nowhere'}") and said in ended.stderr


def test_what_is_no_mistake_of_the_user_keeps_its_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        raise ValueError("a fault of ours")
    except ValueError as error:
        tools._one_sentence(ValueError, error, error.__traceback__)
    assert "Traceback" in (said := capsys.readouterr().err) and said.endswith("a fault of ours\n")


def test_results_of_a_folder_without_collections_are_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A misspelt folder took all collections but the bundled one out of the page."""
    out = tmp_path / "results.md"
    out.write_text("as before", "utf-8")
    monkeypatch.setattr(sys, "argv", ["results", str(tmp_path), "--out", str(out)])
    monkeypatch.setattr(results, "evaluated_at_once", lambda *arguments: pytest.fail("measured"))
    with pytest.raises(SystemExit):
        results.main()
    assert "has none of the collections" in capsys.readouterr().err and out.read_text("utf-8") == "as before"

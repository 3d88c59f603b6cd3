"""The verb ``search`` says what it searched for where the claim was mistyped."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from debatable.cli.main import run
from tests.support.indexes import cars_index


def printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: str
) -> tuple[str, str]:
    monkeypatch.setenv("COLUMNS", "300")
    monkeypatch.setattr(sys, "argv", ["debatable", "search", *arguments, "--method", "bm25(stance=none)"])
    with pytest.raises(SystemExit) as ended:
        run()
    assert not ended.value.code
    told = capsys.readouterr()
    return told.out, told.err


def test_a_correction_is_told_in_every_format(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    index = str(cars_index(tmp_path / "index"))
    line = (
        'Showing results for "Ban cars at school" · search instead for "Ban cars at scool" with --no-spelling'
    )
    asked = ("Ban cars at scool", "--index", index)
    out, _ = printed(capsys, monkeypatch, *asked)
    assert out.splitlines()[:2] == ["Ban cars at school", line]
    out, err = printed(capsys, monkeypatch, *asked, "--json")
    document = json.loads(out)
    assert (document["query"], document["corrected"]) == ("Ban cars at scool", "Ban cars at school")
    assert err == ""
    out, _ = printed(capsys, monkeypatch, *asked, "--format", "markdown")
    assert out.startswith(
        "# Ban cars at school\n\n*Showing results for* Ban cars at school *in place of* Ban cars at scool"
    )
    for name in ("csv", "jsonl", "trec"):
        out, err = printed(capsys, monkeypatch, *asked, "--format", name)
        assert "Showing" not in out and err == f"{line}\n"


def test_what_was_typed_can_be_searched_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("Ban cars at scool", "--index", str(cars_index(tmp_path / "index")), "--no-spelling")
    out, _ = printed(capsys, monkeypatch, *asked)
    assert out.startswith("Ban cars at scool\n") and "Showing" not in out
    document = json.loads(printed(capsys, monkeypatch, *asked, "--json")[0])
    assert document["corrected"] == "" and document["parameters"]["spelling"] is False

"""``debatable export``: to a file, to standard output, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.command_line import complaint, invoked
from tests.support.indexes import cars_index

LOUD = {
    **{"id": "a", "claim": "Ban cars", "premise": "Cars are loud", "stance": "pro", "source": "portal"},
    **{"url": "https://example.org/a", "discussion": "", "language": "en"},
}


def test_a_file_is_written_and_said_so(tmp_path: Path) -> None:
    index, lines = cars_index(tmp_path / "index"), tmp_path / "cars.jsonl"
    done = invoked("export", index, lines)
    assert (done.stdout, done.stderr) == ("", f"{lines}: 2 arguments written\n")
    assert json.loads(lines.read_text().splitlines()[0]) == LOUD


def test_a_program_is_told_as_json(tmp_path: Path) -> None:
    index, lines = cars_index(tmp_path / "index"), tmp_path / "cars.jsonl"
    told = json.loads(invoked("export", index, lines, "--json").stdout)
    assert told == {"index": str(index), "file": str(lines), "written": 2}


def test_a_hyphen_prints_the_lines_and_nothing_else(tmp_path: Path) -> None:
    done = invoked("export", cars_index(tmp_path / "index"), "-")
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == ["a", "b"]
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("index", "file", "more", "message"),
    [
        (
            "index",
            "cars.csv",
            (),
            "cars.csv: arguments are written as JSON lines; name a .jsonl or .jsonl.gz file",
        ),
        ("index", "folder.jsonl", (), "folder.jsonl: this is a folder; name a file in it"),
        ("index", "-", ("--json",), "two things go to standard output"),
        ("none", "cars.jsonl", (), "none does not exist"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    index: str,
    file: str,
    more: tuple[str, ...],
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cars_index(tmp_path / "index")
    (tmp_path / "folder.jsonl").mkdir()
    monkeypatch.chdir(tmp_path)
    assert message in complaint(capsys, monkeypatch, "export", index, file, *more)
    assert not (tmp_path / "cars.jsonl").exists()

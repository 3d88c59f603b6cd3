"""The pages for newcomers: every block of code in them is followed, word for word and in order."""

from __future__ import annotations

import re
import shlex
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r'^```(\w+)(?: title="([\w./-]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
MOST_LINES = 100
"""Of the README."""

PAGES = [
    "README.md",
    "docs/tutorial.md",
    *(
        pytest.param(f"docs/howto/{who}.md", marks=pytest.mark.slow)
        for who in ("researcher", "journalist", "engineer", "consultation")
    ),
]
GIVEN = {
    "my-corpus.jsonl": '{"id": "a1", "claim": "Ban cars", "premise": "The noise of city cars.", "source": "portal"}\n',
    "more.csv": "text,conclusion\nStreets are for children.,Ban cars\n",
}
"""Files that the README speaks of as the reader's own."""


def blocks(page: str) -> Iterator[tuple[str, str, str]]:
    """Yields language, file name and text of each block; a block that would not be followed is an error."""
    text = (ROOT / page).read_text("utf-8")
    assert not re.search(r"^ {4}\S", BLOCK.sub("", text), re.MULTILINE), "an indented block is not followed"
    assert BLOCK.sub("", text).count("```") == 0, "a block is not understood"
    yield from BLOCK.findall(text)


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Lets servers listen on any port that is free, and end at once."""
    calls: list[str] = []
    listen: Callable[..., socket.socket] = socket.create_server
    monkeypatch.setattr(socket, "create_server", lambda at, **options: listen((at[0], 0), **options))
    monkeypatch.setattr("uvicorn.Server.run", lambda self, sockets: calls.append(self.config.host))
    return calls


def follow(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Does what one line of a shell block says, or as much of it as can be done inside a test."""
    words = shlex.split(line.replace("\\", "/"), comments=True)
    program = words[0].rsplit("/", 1)[-1]
    if program == "debatable":
        from debatable.cli.main import run

        monkeypatch.setattr(sys, "argv", words)
        with pytest.raises(SystemExit) as ended:
            run()
        assert not ended.value.code, line
    elif program == "make":
        if shutil.which("make"):
            subprocess.run(["make", "-n", *words[1:]], cwd=ROOT, check=True, capture_output=True)
    elif words[:3] == ["python3", "-m", "venv"]:  # tests/release makes one, too
        assert len(words) == 4
    elif program in ("py", "python3"):  # what it does is tested in tests/tools
        assert (ROOT / words[1]).is_file()
    else:  # tests/release installs the package
        assert words in (
            ["pip", "install", "-c", "requirements/constraints.txt", "."],
            ["git", "clone", "--depth", "1", "URL", "debatable", "&&", "cd", "debatable"],
            [".", ".venv/bin/activate"],
            [".", "~/debatable-env/bin/activate"],
        )


@pytest.mark.parametrize("page", PAGES)
def test_every_block_is_followed(
    page: str, served: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in GIVEN.items() if page == "README.md" else ():
        Path(name).write_text(text, "utf-8")
    names: dict[str, Any] = {}
    kinds = set()
    for kind, name, text in blocks(page):
        kinds.add(kind)
        if kind == "sh":
            for line in text.splitlines():
                follow(line, monkeypatch)
        elif kind == "python":
            exec(compile(text, page, "exec"), names)
        else:
            assert kind in ("json", "csv") and name
            Path(name).parent.mkdir(exist_ok=True)
            Path(name).write_text(text, "utf-8")
    assert {"sh", "python"} <= kinds or "journalist" in page or "consultation" in page
    assert len(served) == (ROOT / page).read_text("utf-8").count("\ndebatable serve")


def test_what_the_tutorial_takes_for_far_is_said_to_be_far(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tutorial = (ROOT / "docs" / "tutorial.md").read_text("utf-8")
    found = re.search(r"and it says so.*?```sh\n(.*?)\n```", tutorial, re.DOTALL)
    assert found
    capsys.readouterr()
    follow(found[1], monkeypatch)
    said = capsys.readouterr().out
    assert "nothing close to this claim" in said and "Nearest, but not close" in said


def test_the_readme_is_short_and_has_two_pictures() -> None:
    page = (ROOT / "README.md").read_text("utf-8")
    assert len(page.splitlines()) <= MOST_LINES
    pictures = re.findall(r'<img src="([\w./-]+)" alt="[^"]+"', page)
    assert len(pictures) == 2 and all((ROOT / picture).is_file() for picture in pictures)


def test_every_verb_has_its_line() -> None:
    from debatable.cli.main import VERBS

    page = (ROOT / "docs" / "reference" / "commands.md").read_text("utf-8")
    told = re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)
    assert told == [*VERBS, "graphs"]

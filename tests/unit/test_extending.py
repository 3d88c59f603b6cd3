"""docs/extending.md: every block runs as it stands, is short, and shows what it says."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from textwrap import dedent

import pytest

from debatable.api import FAMILIES

PAGE = (Path(__file__).parents[2] / "docs" / "extending.md").read_text("utf-8")
SECTIONS = dict(re.findall(r"^## (.+?)\n.*?^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
KINDS = {
    "A ranking method": "method",
    "An encoder": "encoder",
    "A stance model": "stance",
    "A reader": "reader",
    "A measure": "measure",
}
MOST_LINES = 30


@pytest.fixture
def own_names() -> Iterator[None]:
    """Takes away the names that a test gave."""
    tables = []
    for place in FAMILIES.values():
        module, _, name = place.partition(":")
        table = getattr(import_module(module), name)
        tables.append((table, set(table)))
    yield
    for table, before in tables:
        for name in set(table) - before:
            table.unregister(name)


def test_there_is_one_of_each() -> None:
    assert list(SECTIONS) == list(KINDS) and PAGE.count("```python") == len(KINDS)


@pytest.mark.parametrize("section", KINDS)
def test_the_block_is_short(section: str) -> None:
    lines = SECTIONS[section].splitlines()
    assert len(lines) <= MOST_LINES and max(map(len, lines)) <= 120


@pytest.mark.parametrize("section", KINDS)
def test_the_block_runs(
    section: str, own_names: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code = SECTIONS[section]
    assert f'debatable.register("{KINDS[section]}"' in code and "\nassert " in code
    (tmp_path / "block.py").write_text(code, "utf-8")
    runpy.run_path("block.py", run_name="block")


def test_the_commands_know_the_names_of_a_file_that_ends_in_them(tmp_path: Path) -> None:
    method, _, _ = SECTIONS["A ranking method"].partition("with debatable.demo()")
    ending = re.search(r"^    if __name__ == .*?^        run\(\)$", PAGE, re.MULTILINE | re.DOTALL)
    assert ending is not None
    (tmp_path / "mine.py").write_text(method + dedent(ending[0]), "utf-8")
    printed = subprocess.run(
        [sys.executable, tmp_path / "mine.py", "methods"], capture_output=True, text=True, check=True
    ).stdout
    assert "terse\n  Premises by their words;" in printed

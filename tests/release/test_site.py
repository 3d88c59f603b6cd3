"""The documentation site: built as `make docs` does, where a warning is an error."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = [
    pytest.mark.release,
    pytest.mark.skipif(
        find_spec("mkdocs") is None, reason="mkdocs is not installed: tools/environment.py --docs"
    ),
]


def build(home: Path, into: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(into)]
    around = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    return subprocess.run(command, cwd=home, env=around, capture_output=True, text=True)


def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    done = build(ROOT, tmp_path)
    assert done.returncode == 0 and "WARNING" not in done.stderr, done.stderr
    reference = (tmp_path / "reference" / "python.html").read_text("utf-8")
    assert 'id="debatable.api.index"' in reference and '<span class="gp">' in reference


def test_a_link_to_nowhere_is_an_error(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    shutil.copy(ROOT / "mkdocs.yml", tmp_path)
    for name in ("src", "tools"):
        (tmp_path / name).symlink_to(ROOT / name)
    with (tmp_path / "docs" / "index.md").open("a", encoding="utf-8") as page:
        page.write("\n[away](nowhere.md)\n")
    done = build(tmp_path, tmp_path / "site")
    assert done.returncode == 1 and "nowhere.md" in done.stderr

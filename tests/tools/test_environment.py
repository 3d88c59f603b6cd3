"""The environment of a checkout: locks that agree, and a counter that counts."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from tools.environment import shown

ROOT = Path(__file__).parents[2]
PIN = re.compile(r"^([\w.-]+)==([\w.]+)", re.MULTILINE)


def pins(name: str) -> set[tuple[str, str]]:
    return set(PIN.findall((ROOT / "requirements" / name).read_text("utf-8")))


def test_the_locks_agree() -> None:
    assert pins("search.lock") < pins("dev.lock")
    assert {name for name, _ in pins("search.lock")} - {"editables"} >= {"numpy", "scipy", "tokenizers"}


def test_the_lock_of_a_search_has_what_the_package_needs_and_no_checks() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = {re.split(r"[<>=;]", one)[0] for one in project["dependencies"]}
    locked = {name for name, _ in pins("search.lock")}
    assert needed <= locked
    assert not locked & {"mypy", "pytest", "ruff", "gensim", "pot", "scikit-learn", "huggingface-hub"}


def test_constraints_keep_to_the_lock() -> None:
    allowed = pins("constraints.txt")
    assert pins("search.lock") - allowed == {
        (name, version)
        for name, version in pins("search.lock")
        if name in ("editables", "hatchling", "pathspec", "pluggy", "tomlkit", "trove-classifiers")
    }


def test_what_comes_later_changes_no_version() -> None:
    """All locks are installed into one environment; a second version of a package would replace the first."""
    first = dict(pins("dev.lock"))
    for name in ("api.lock", "ray.lock"):
        assert {pin for pin in pins(name) if first.get(pin[0], pin[1]) != pin[1]} == set(), name
        first |= dict(pins(name))
    assert "ray" in first


def test_progress_counts_packages(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [f"Collecting part{at}==1\n" for at in range(11)]
    lines += ["Processing /wheels/part11-1-py3-none-any.whl\n", "Installing collected packages: all\n"]
    assert list(shown(lines, 12)) == lines
    assert capsys.readouterr().err == "  10 of up to 12 fetched\n  12 fetched, now unpacking ...\n"

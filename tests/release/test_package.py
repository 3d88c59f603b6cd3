"""The package as it would be released: built, checked, installed where nothing else is, and asked."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from debatable.version import VERSION

ROOT = Path(__file__).parents[2]
LARGEST = 95_000_000
"""Bytes of a wheel; package indexes take 100 MB."""

pytestmark = [
    pytest.mark.release,
    pytest.mark.skipif(os.name == "nt", reason="speaks of bin, not of Scripts"),
]


PYTHONS = ("3.11", "3.12", "3.13")


def interpreter(version: str) -> str:
    """Returns the program of a Python, also of pyenv; the test is skipped where there is none that runs."""
    if version == f"{sys.version_info[0]}.{sys.version_info[1]}":
        return sys.executable
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for program in (shutil.which(f"python{version}"), *kept.glob(f"{version}.*/bin/python{version}")):
        if program and not subprocess.run([program, "--version"], capture_output=True).returncode:
            return str(program)
    pytest.skip(f"Python {version} is not installed")


def environment(folder: Path, *needs: str | Path, python: str = sys.executable) -> Path:
    """Makes an environment with some packages and returns its programs."""
    called(python, "-m", "venv", folder)
    called(folder / "bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *needs)
    return folder / "bin"


def called(*command: str | Path, **variables: str) -> str:
    """Runs a program outside the checkout, without its path, and returns what it printed."""
    around = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | variables
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, env=around, cwd="/")
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sdist, and the wheel that is built from it."""
    home = tmp_path_factory.mktemp("release")
    lock = Path(__file__).parent / "requirements.lock"
    tools = environment(home / "tools", "--require-hashes", "-r", lock)
    called(tools / "python", "-m", "build", "--no-isolation", "--outdir", home / "dist", ROOT)
    called(tools / "twine", "check", "--strict", *sorted((home / "dist").iterdir()))
    return home / "dist"


def test_the_wheel_is_small_enough_and_whole(built: Path) -> None:
    (wheel,) = built.glob(f"debatable-{VERSION}-py3-none-any.whl")
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("debatable/")}
    tracked = subprocess.run(["git", "ls-files", "src"], cwd=ROOT, capture_output=True, text=True).stdout
    assert wheel.stat().st_size < LARGEST
    assert {path.removeprefix("src/") for path in tracked.splitlines()} <= packed


@pytest.mark.parametrize("version", PYTHONS)
def test_the_installed_wheel_answers(built: Path, tmp_path: Path, version: str) -> None:
    (wheel,) = built.glob("*.whl")
    constraints = ROOT / "requirements" / "constraints.txt"
    programs = environment(tmp_path / "fresh", "-c", constraints, wheel, python=interpreter(version))
    assert called(programs / "debatable", "--version").split() == ["debatable", VERSION]
    told = called(
        programs / "debatable",
        "search",
        "We should abandon fossil fuels",
        "--json",
        XDG_CACHE_HOME=str(tmp_path),
    )
    assert {hit["stance"] for hit in json.loads(told)["hits"]} == {"pro", "con"}
    called(programs / "python", "-m", "pip", "check")


def test_the_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == VERSION
    assert f"\nversion: {VERSION}\n" in (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\n## {VERSION} – 20" in (ROOT / "CHANGELOG.md").read_text("utf-8")

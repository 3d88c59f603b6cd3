"""A checkout of the project whose code is run apart from that of others: own source, own cache, own processes."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from filelock import FileLock

__all__ = ["Checkout", "Job", "checkout_folder", "content_digest", "one_core"]

DRIVER = Path(__file__).with_name("cli_driver.py")
SINGLE = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS")


def one_core() -> None:
    """Keeps this process and its children on one core, so that no sum depends on how many threads it had."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def content_digest(files: Iterable[Path], root: Path) -> str:
    """Returns a digest of names and contents of files, compiled ones left out."""
    digest = hashlib.sha256()
    for path in sorted(files):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(path.relative_to(root).as_posix().encode() + b"\0")
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Job:
    """Command lines that make one file.

    Attributes:
        label: For people who wait.
        calls: Arguments of each command line; ``{out}`` stands for the file.
        out: The file.
        captured: Whether the file is what the command lines print.
    """

    label: str
    calls: list[list[str]]
    out: Path
    captured: bool = False

    @property
    def failure(self) -> str:
        """Why there is no file; nothing where there is one or none was made."""
        path = self.out.with_name(f"{self.out.name}.error")
        return path.read_text(encoding="utf-8") if path.exists() and not self.out.exists() else ""


def checkout_folder(given: str) -> Path:
    """Returns a folder that the command line names, if the project is in it.

    Raises:
        ArgumentTypeError: It is not; said in a sentence.
    """
    folder = Path(given)
    if not (folder / "src" / "debatable").is_dir():
        raise argparse.ArgumentTypeError(f"{given} is no checkout: there is no src/debatable in it")
    return folder


@dataclass(frozen=True)
class Checkout:
    """A folder with the project in it, and where its results are kept.

    Attributes:
        folder: Of the checkout.
        work: Where results of all checkouts are kept; each has a folder of its own, named by its source.
        again: Whether results are kept apart from those of another checkout with the same source.
    """

    folder: Path
    work: Path
    again: bool = False

    @cached_property
    def source(self) -> Path:
        """The folder on the path of Python."""
        return self.folder.resolve() / "src"

    @cached_property
    def digest(self) -> str:
        """Of all that lies in the source."""
        return content_digest(self.source.rglob("*"), self.source)

    @property
    def kept(self) -> Path:
        """The folder of the results; another one as soon as one byte of the source is another."""
        return self.work.resolve() / f"{self.digest}{'-again' if self.again else ''}"

    @cached_property
    def bundled(self) -> Path:
        """The folder of the collection that ships with the package."""
        return next(
            path.parent for path in self.source.rglob("queries.jsonl*") if path.parent.name == "bundled"
        )

    @cached_property
    def entry(self) -> str:
        """The function behind the command ``debatable``."""
        project = tomllib.loads((self.folder / "pyproject.toml").read_text(encoding="utf-8"))
        return str(project["project"]["scripts"]["debatable"])

    @property
    def environment(self) -> dict[str, str]:
        """Variables of a process: this source, this cache, one thread, no compiled files in the checkout."""
        return {
            **os.environ,
            **dict.fromkeys(SINGLE, "1"),
            "PYTHONPATH": str(self.source),
            "PYTHONPYCACHEPREFIX": str(self.kept / "compiled"),
            "XDG_CACHE_HOME": str(self.kept / "cache"),
        }

    def describe(self) -> str:
        """Returns folder, commit and digest in one line."""
        git = ["git", "-C", str(self.folder), "log", "-1", "--format=%h %s"]
        commit = subprocess.run(git, capture_output=True, text=True).stdout.strip()
        return f"{self.folder} ({commit or 'no commit'}; source {self.digest})"

    def methods(self) -> list[str]:
        """Returns the names of all ranking methods."""
        code = "import json; from debatable.ranking import METHODS; print(json.dumps(list(METHODS)))"
        printed = self.run_python(["-c", code])
        names: list[str] = json.loads(printed)
        return names

    def run_python(self, arguments: Sequence[str], text: str = "") -> str:
        """Runs Python with the code of the checkout and returns what it printed.

        Raises:
            SystemExit: It failed; its last words come with it.
        """
        command = [sys.executable, "-P", *arguments]  # what lies beside the driver is not importable
        done = subprocess.run(
            command, env=self.environment, input=text, stdout=subprocess.PIPE, text=True, cwd=self.work
        )
        if done.returncode:
            raise SystemExit(f"{self.folder}: {' '.join(command[:3])[:200]} failed")
        return done.stdout

    def make(self, jobs: Sequence[Job]) -> None:
        """Makes the files that are not there yet, all in one process; who comes second waits and finds them made."""
        if all(job.out.exists() for job in jobs):
            return
        self.kept.mkdir(parents=True, exist_ok=True)
        with FileLock(self.kept / f"{jobs[0].label.partition(':')[0]}.lock"):
            self._make([job for job in jobs if not job.out.exists()])

    def _make(self, missing: Sequence[Job]) -> None:
        """Makes these files."""
        listed = [
            {"label": job.label, "calls": job.calls, "out": str(job.out), "captured": job.captured}
            for job in missing
        ]
        document = {"source": str(self.source), "entry": self.entry, "jobs": listed}
        self.run_python([str(DRIVER)], json.dumps(document))

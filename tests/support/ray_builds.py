"""Builds on Ray in a process of their own, which is killed with everything that it started."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from debatable.files import sha256

__all__ = ["Build", "contents", "descendants"]


def descendants(process: int) -> list[int]:
    """Returns the processes that a process started, and those that they did, parents first."""
    children: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parent = int(path.read_text().rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(path.parent.name))
    found = [process]
    for one in found:
        found += children.get(one, [])
    return found[1:]


def resident(processes: Sequence[int]) -> int:
    """Returns the bytes of memory of some processes; what they share is counted in each."""
    total = 0
    for process in processes:
        with suppress(OSError, IndexError):
            total += int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return total * os.sysconf("SC_PAGE_SIZE")


@dataclass
class Build:
    """One ``debatable index``, running.

    Attributes:
        process: Its process.
        started: When.
        most: Most bytes of memory that it and what it started were seen to have, looked at once a second.
        said: What it said on standard error, once it has ended.
    """

    process: subprocess.Popen[str]
    started: float
    most: int = 0
    said: str = ""

    @classmethod
    def of(cls, corpus: Path, into: Path, *options: str) -> Build:
        """Starts a build."""
        verb = [sys.executable, "-c", "from debatable.cli.main import run; run()", "index"]
        process = subprocess.Popen(
            [*verb, str(corpus), "--into", str(into), *options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=_heed_interrupts,
        )
        return cls(process, time.perf_counter())

    def ended(self, seconds: float) -> bool:
        """Waits until some time has passed since its start; says whether it had ended before."""
        looked = 0.0
        while self.process.poll() is None:
            now = time.perf_counter() - self.started
            if now >= seconds:
                return False
            if now - looked >= 1:
                self.most = max(self.most, resident([self.process.pid, *descendants(self.process.pid)]))
                looked = now
            time.sleep(0.05)
        self.said = self.process.communicate()[1] or self.said
        return True

    def kill(self) -> list[int]:
        """Kills it and all that it started, at once; returns who was killed."""
        doomed = [self.process.pid, *descendants(self.process.pid)]
        for one in doomed:
            with suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)
        self.said = self.process.communicate()[1]
        return doomed


def contents(index: Path) -> dict[str, str]:
    """Returns the checksum of every file of an index."""
    return {
        path.relative_to(index).as_posix(): sha256(path)
        for path in sorted(index.rglob("*"))
        if path.is_file()
    }


def _heed_interrupts() -> None:
    """Lets an interrupt through; what was started in the background ignores it, and so do its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)

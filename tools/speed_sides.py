"""One side of a comparison of speed: a checkout, the indexes it is asked on, and its processes."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

from tools.checkouts import Checkout, Job
from tools.speed_inputs import argument_corpus, static_encoder

__all__ = ["CLAIM", "Figures", "Side", "Timer", "quantiles", "turns"]

DRIVER = Path(__file__).with_name("speed_driver.py")
CLUSTERS = "hybrid(exact=10000)"
CLAIM = "We should abandon fossil fuels"

Figures = dict[str, float]


@dataclass(frozen=True, slots=True)
class Side:
    """A checkout with what it is timed on."""

    checkout: Checkout
    inputs: Path
    graphs: Path | None
    methods: list[str] = field(default_factory=list)

    @property
    def made_up(self) -> Path:
        """The index of the made-up corpus."""
        return self.checkout.kept / "speed" / "made-up"

    def prepare(self, made_up: bool) -> None:
        """Makes the indexes that are asked later.

        Raises:
            SystemExit: One cannot be made.
        """
        call = ["search", CLAIM, "--format", "json"]
        jobs = [Job("bundled index", [call], self.checkout.kept / "speed" / "bundled.done", captured=True)]
        if made_up:
            corpus, _ = argument_corpus(self.inputs)
            call = ["index", str(corpus), "--into", str(self.made_up), "--overwrite", "--clusters", CLUSTERS]
            call += ["--encoder", str(static_encoder(self.inputs))]
            jobs.append(Job("made-up index", [call], self.made_up.with_name("made-up.done"), captured=True))
        self.checkout.make(jobs)
        for job in jobs:
            if job.failure:
                raise SystemExit(f"{self.checkout.folder}: {job.label}: {job.failure}")

    def process(self, arguments: Sequence[str]) -> tuple[Figures, bytes]:
        """Runs a command line in a process of its own; returns what it cost and what it printed.

        Raises:
            SystemExit: It failed.
        """
        module, _, function = self.checkout.entry.partition(":")
        code = f"from {module} import {function}; {function}()"
        command = [sys.executable, "-P", "-c", code, *arguments]
        printed = self.checkout.kept / "speed" / "printed"
        start = perf_counter()
        with printed.open("wb") as out:
            quiet = subprocess.DEVNULL
            child = subprocess.Popen(command, env=self.checkout.environment, stdout=out, stderr=quiet)
            _, status, usage = os.wait4(child.pid, 0)
        wall, child.returncode = perf_counter() - start, os.waitstatus_to_exitcode(status)
        if child.returncode:
            raise SystemExit(f"{self.checkout.folder}: debatable {' '.join(arguments[:3])} failed")
        cpu = usage.ru_utime + usage.ru_stime
        return {"wall s": wall, "s": cpu, "MB": usage.ru_maxrss / 1024}, printed.read_bytes()


class Timer:
    """A process that runs the code of a side, a task at a time."""

    def __init__(self, side: Side, what: str, **options: Any) -> None:
        """Starts the process and waits until it is prepared."""
        command = [sys.executable, "-P", str(DRIVER)]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            command, env=side.checkout.environment, stdin=pipe, stdout=pipe, text=True
        )
        document = {"what": what, "source": str(side.checkout.source), **options}
        self.tasks: list[str] = json.loads(self._answer(json.dumps(document)))

    def __call__(self, task: int) -> float:
        """Does a task and returns its milliseconds."""
        return float(self._answer(str(task)))

    def close(self) -> None:
        """Ends the process."""
        self.process.communicate()

    def _answer(self, line: str) -> str:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit("a timed process ended early; its last words are above")
        return answer


def turns(timers: tuple[Timer, Timer], rounds: int) -> Iterator[tuple[dict[str, list[float]], ...]]:
    """Lets two timers take turns, task by task, and who begins changes; yields milliseconds by name, a round at a time.

    What one of them cannot do is left out on its side. The first round warms up and is not told.
    """
    names = list(dict.fromkeys([*timers[0].tasks, *timers[1].tasks]))
    places = [
        [[at for at, task in enumerate(timer.tasks) if task == name] for name in names] for timer in timers
    ]
    for number in range(rounds + 1):
        spent: tuple[dict[str, list[float]], ...] = ({}, {})
        for name, *both in zip(names, *places, strict=True):
            for at in range(max(map(len, both))):
                for side in (0, 1) if (at + number) % 2 == 0 else (1, 0):
                    if at < len(both[side]):
                        spent[side].setdefault(name, []).append(timers[side](both[side][at]))
        if number:
            yield spent


def quantiles(label: str, spent: dict[str, list[float]]) -> Figures:
    """Returns the median of each name, and the 95th percentile of a search.

    >>> quantiles("lexical", {"build": [3.0, 1.0, 2.0]})
    {'lexical, build, ms': 2.0}
    """
    figures: Figures = {}
    for name, each in spent.items():
        if label.startswith("search"):
            figures[f"{label}, {name} p50, ms"] = statistics.median(each)
            figures[f"{label}, {name} p95, ms"] = statistics.quantiles(each, n=20)[-1]
        else:
            figures[f"{label}, {name}, ms"] = statistics.median(each)
    return figures

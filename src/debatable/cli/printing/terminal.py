"""Standard output and standard error: texts, JSON, notes, progress, and files that verbs write."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import Any, TextIO

import orjson

from debatable.errors import InputError, RecordError
from debatable.files import write_text
from debatable.plural import counted
from debatable.progress import Progress

INTERRUPTED = 130
"""Exit code, and what typer returns, when the user pressed Ctrl-C."""


def note(message: str) -> None:
    """Prints a line on standard error; where it cannot be written, the work goes on without notes."""
    try:
        sys.stderr.write(message + "\n")
        sys.stderr.flush()
    except OSError:
        silence(sys.stderr)


def open_streams() -> None:
    """Opens what was closed before the program began, such as by ``>&-``: what is printed there goes nowhere.

    What is printed is UTF-8 throughout. In a pipe or a file Windows has an encoding that lacks most characters.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8"))
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="replace")


def silence(stream: TextIO) -> None:
    """Drops what is and will be written to a stream, whose reader is gone or whose disk is full."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def note_skipped(skipped: Sequence[RecordError], where: str = "") -> None:
    """Notes how many records were left out, if any, with what is wrong with the first."""
    if skipped:
        first = skipped[0]
        wrong = first.what if first.where is None else f"{first.where}: {first.what}"
        note(f"{where}{counted(len(skipped), 'bad record')} left out, such as {printable(wrong)}")


def printable(text: str, *, keep: str = "", instead: str = " ") -> str:
    r"""Takes out what could steer the terminal; texts, file names and ids come from outside.

    >>> printable("loud\x1b[31m\n", keep="\n")
    'loud [31m\n'
    """
    return "".join(
        character if character.isprintable() or character in keep else instead for character in text
    )


def write_table(path: Path, text: str) -> None:
    """Writes CSV into a file with a byte-order mark: without one, Excel takes UTF-8 for the encoding of the system."""
    write_text(path, f"\ufeff{text}")


def print_text(text: str) -> None:
    """Prints a text as it is."""
    _print(text.encode("utf-8", "replace"))


def print_json(document: Any, *, compact: bool = False) -> None:
    """Prints one JSON document, over several lines or on one."""
    _print(orjson.dumps(document, option=None if compact else orjson.OPT_INDENT_2) + b"\n")


def _print(content: bytes) -> None:
    sys.stdout.buffer.write(content)
    sys.stdout.flush()


class ProgressLines:
    """Notes how far a long job is, every few seconds; a job that is shorter than that says nothing.

    >>> ProgressLines.line("encoding", 300, 1_200, 10.0), ProgressLines.line("reading", 5_000, None, 10.0)
    ('encoding: 300 of 1,200, about 30 s left', 'reading: 5,000')
    """

    def __init__(self, interval: float = 5.0, clock: Callable[[], float] = time.monotonic) -> None:
        """Starts the clock."""
        self._interval, self._clock = interval, clock
        self._last = clock()
        self._begun: dict[str, float] = {}

    def __call__(self, step: str, done: int, total: int | None) -> None:
        """Takes how much of a step is done."""
        now = self._clock()
        begun = self._begun.setdefault(step, now)
        if now - self._last >= self._interval:
            self._last = now
            note(self.line(step, done, total, now - begun))

    @staticmethod
    def line(step: str, done: int, total: int | None, seconds: float) -> str:
        """Returns how far a step is that began some seconds ago, and how long it still takes."""
        if total is None:
            return f"{step}: {done:,}"
        left = f", about {seconds * (total - done) / done:.0f} s left" if 0 < done < total and seconds else ""
        return f"{step}: {done:,} of {total:,}{left}"


@contextmanager
def progress() -> Iterator[Progress | None]:
    """Shows the steps of a long job on standard error: as bars on a terminal, else as a line now and then."""
    if not sys.stderr.isatty():
        yield ProgressLines()
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        Task,
        TaskID,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Remaining(TimeRemainingColumn):
        """How long a step that has begun still takes, where that can be estimated."""

        def render(self, task: Task) -> Text:
            running = task.total is not None and task.time_remaining is not None and not task.finished
            return super().render(task).append(" left") if running else Text()

    columns = (
        TextColumn("{task.description:<12}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        Remaining(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        tasks: dict[str, TaskID] = {}

        def show(step: str, done: int, total: int | None) -> None:
            if step not in tasks:
                tasks[step] = bars.add_task(step, total=total)
            bars.update(tasks[step], completed=done, total=total)

        yield show


STANDARD_OUTPUT = Path("-")
"""What stands for standard output in the place of a file."""


def check_destination(path: Path | None, *, json: bool = False) -> None:
    """Checks, before the work is done, that a file can be written.

    Raises:
        InputError: It is a folder, its folder cannot be written to, or it is ``-`` where JSON is printed, too.
    """
    if json and path == STANDARD_OUTPUT:
        raise InputError("two things go to standard output", todo="name a file for one of them")
    if path is None or path == STANDARD_OUTPUT:
        return
    if path.is_dir():
        raise InputError("this is a folder", where=str(path), todo="name a file in it")
    above = next(folder for folder in path.absolute().parents if folder.exists())
    if not above.is_dir() or not os.access(above, os.W_OK):
        raise InputError(f"nothing can be written in {above}", where=str(path), todo="name another file")


@contextmanager
def destination(path: Path) -> Iterator[Path]:
    """Yields the path to write to; what is written for ``-`` is printed once it is whole."""
    if path != STANDARD_OUTPUT:
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="debatable-") as folder:
        aside = Path(folder) / "output"
        yield aside
        with aside.open("rb") as stream:
            shutil.copyfileobj(stream, sys.stdout.buffer)
        sys.stdout.flush()

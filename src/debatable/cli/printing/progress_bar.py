"""What people see while they wait: progress on a terminal, silence elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from debatable.progress import Progress

__all__ = ["progress"]


@contextmanager
def progress() -> Iterator[Progress | None]:
    """Shows the steps of a long job on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        yield None
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
        """Says how long a step that has begun still takes, where that is known."""

        def render(self, task: Task) -> Text:
            known = task.total is not None and task.time_remaining is not None and not task.finished
            return super().render(task).append(" left") if known else Text()

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

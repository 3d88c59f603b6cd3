"""Sittings of annotators at the command line, who know what they will say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from typer.testing import CliRunner

from debatable.cli.main import app
from debatable.evaluation.annotation import PoolItem, open_items, read_annotations, read_pool

__all__ = ["sit"]


def sit(pool: Path, into: Path, task: str, annotator: str, says: Callable[[PoolItem], str]) -> int:
    """Lets somebody judge all that waits for them; returns how many items that were."""
    known = read_annotations(into) if into.exists() else []
    waiting = open_items(read_pool(pool), known, task, annotator)
    answers = "".join(f"{says(item)}\n" for item in waiting)
    arguments = ["annotate", str(pool), "--into", str(into), "-a", annotator, "-t", task]
    result = CliRunner().invoke(app, arguments, input=answers)
    assert result.exit_code == 0, result.output
    return len(waiting)

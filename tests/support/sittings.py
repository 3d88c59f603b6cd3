"""Sittings of annotators at the command line, who know what they will say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from debatable.evaluation.annotation import PoolItem, open_items, read_annotations, read_pool
from tests.support.command_line import invoked

__all__ = ["sit"]


def sit(pool: Path, into: Path, task: str, annotator: str, says: Callable[[PoolItem], str]) -> int:
    """Lets somebody judge all that waits for them; returns how many items that were."""
    known = read_annotations(into) if into.exists() else []
    waiting = open_items(read_pool(pool), known, task, annotator)
    answers = "".join(f"{says(item)}\n" for item in waiting)
    invoked("annotate", pool, "--into", into, "-a", annotator, "-t", task, answers=answers)
    return len(waiting)

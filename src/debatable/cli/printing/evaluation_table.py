"""The figures of an evaluation as tables for people."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial

from rich.console import Console
from rich.table import Table
from rich.text import Text

from debatable.evaluation import Comparison, Evaluation, Interval, Scores

__all__ = ["print_evaluation"]


def print_evaluation(evaluation: Evaluation, comparison: Comparison) -> None:
    """Prints the methods side by side for people, in as many tables as the width asks for."""
    console = Console() if sys.stdout.isatty() else Console(width=120)
    lists = "condensed lists, " if evaluation.condensed else ""
    console.print(
        f"{evaluation.collection}: {len(evaluation.queries)} queries, {lists}mean and 95 % interval"
    )
    everything = {**evaluation.methods, **evaluation.published}
    columns = _columns(evaluation, comparison)
    first = max(map(len, everything)) + 2
    room = max(1, (console.width - first) // 16)
    for start in range(0, len(columns), room):
        table = Table(pad_edge=False, box=None, padding=(0, 2, 0, 0))
        table.add_column("", min_width=first - 2)
        chosen = list(columns.items())[start : start + room]
        for label, _ in chosen:
            table.add_column(label, justify="right", no_wrap=True)
        for name, scores in everything.items():
            table.add_row(Text(name), *(Text(cell(scores)) for _, cell in chosen))
        console.print()
        console.print(table)
    if len(everything) > 1:
        console.print(
            f"\n▲▼ differs from {comparison.baseline} with p < 0.05 "
            f"({comparison.test} test over queries, {comparison.correction} correction over methods)",
            markup=False,
        )


def _columns(evaluation: Evaluation, comparison: Comparison) -> dict[str, Callable[[Scores], str]]:
    columns: dict[str, Callable[[Scores], str]] = {
        measure: partial(_mean, measure=measure, comparison=comparison) for measure in evaluation.measures
    }
    if any(scores.stances for scores in evaluation.methods.values()):
        columns |= {
            "stance accuracy": lambda scores: _interval(scores.stances.accuracy) if scores.stances else "–",
            "majority": lambda scores: f"{scores.stances.baseline:.3f}" if scores.stances else "–",
            "macro-F1": lambda scores: f"{scores.stances.macro_f1:.3f}" if scores.stances else "–",
        }
    return columns | {"ms p50 / p95": _milliseconds}


def _mean(scores: Scores, measure: str, comparison: Comparison) -> str:
    difference = comparison.differences.get(scores.method, {}).get(measure)
    return _interval(scores.interval(measure), difference.mark if difference else "")


def _interval(interval: Interval, mark: str = "") -> str:
    low, high = (f"{bound:.3f}".removeprefix("0") for bound in (interval.low, interval.high))
    return f"{mark}{interval.value:.3f}\n{low}–{high}"


def _milliseconds(scores: Scores) -> str:
    return f"{scores.milliseconds(50):.1f} / {scores.milliseconds(95):.1f}" if scores.seconds else "–"

"""Printing an evaluation: as tables for people, as JSON and CSV for programs, as Markdown and LaTeX for papers."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial

from rich.console import Console
from rich.table import Table
from rich.text import Text

from debatable.cli.printing.terminal import print_json, print_text
from debatable.display import aligned_table
from debatable.evaluation import Comparison, Evaluation, Interval, Scores
from debatable.evaluation.report import (
    FIGURE_COLUMNS,
    QUERY_COLUMNS,
    csv_rows,
    evaluation_document,
    figure_rows,
    latex_table,
    markdown_table,
    method_table,
    query_rows,
    query_table,
)
from debatable.evaluation.statistics import or_dash


def print_evaluation(
    evaluation: Evaluation, comparison: Comparison, format: str = "table", *, per_query: bool = False
) -> None:
    """Prints an evaluation on standard output; with `per_query` also what each query came to."""
    FORMATS[format](evaluation, comparison, per_query)


def _print_json(evaluation: Evaluation, comparison: Comparison, per_query: bool) -> None:
    print_json(evaluation_document(evaluation, comparison, per_query=per_query))


def _print_csv(evaluation: Evaluation, comparison: Comparison, per_query: bool) -> None:
    if per_query:
        print_text(csv_rows(QUERY_COLUMNS, query_rows(evaluation)))
    else:
        print_text(csv_rows(FIGURE_COLUMNS, figure_rows(evaluation, comparison)))


def _print_markdown(evaluation: Evaluation, comparison: Comparison, per_query: bool) -> None:
    print_text(markdown_table(query_table(evaluation) if per_query else method_table(evaluation, comparison)))


def _print_latex(evaluation: Evaluation, comparison: Comparison, per_query: bool) -> None:
    if per_query:
        print_text(latex_table(query_table(evaluation), texts=2))
    else:
        print_text(latex_table(method_table(evaluation, comparison)))


def _print_tables(evaluation: Evaluation, comparison: Comparison, per_query: bool) -> None:
    """Prints the methods side by side for people, in as many tables as the width asks for."""
    if per_query:
        print_text(aligned_table(query_table(evaluation)) + "\n")
    console = Console() if sys.stdout.isatty() else Console(width=120)
    console.print(evaluation.title)
    everything = evaluation.everything
    columns = _columns(evaluation, comparison)
    first = max(map(len, everything)) + 2
    shown = max(1, (console.width - first) // 16)
    for start in range(0, len(columns), shown):
        table = Table(pad_edge=False, box=None, padding=(0, 2, 0, 0))
        table.add_column("", min_width=first - 2)
        chosen = list(columns.items())[start : start + shown]
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
            "majority": lambda scores: or_dash(scores.stances.baseline) if scores.stances else "–",
            "macro-F1": lambda scores: or_dash(scores.stances.macro_f1) if scores.stances else "–",
        }
    if any(scores.seconds for scores in evaluation.methods.values()):
        columns["ms p50 / p95"] = _milliseconds
    return columns


def _mean(scores: Scores, measure: str, comparison: Comparison) -> str:
    difference = comparison.differences.get(scores.method, {}).get(measure)
    return _interval(scores.interval(measure), difference.mark if difference else "")


def _interval(interval: Interval, mark: str = "") -> str:
    return f"{mark}{or_dash(interval.value)}\n{interval.in_brief()}"


def _milliseconds(scores: Scores) -> str:
    return f"{scores.milliseconds(50):.1f} / {scores.milliseconds(95):.1f}" if scores.seconds else "–"


FORMATS: dict[str, Callable[[Evaluation, Comparison, bool], None]] = {
    "table": _print_tables,
    "json": _print_json,
    "csv": _print_csv,
    "markdown": _print_markdown,
    "latex": _print_latex,
}
"""How to print by name."""

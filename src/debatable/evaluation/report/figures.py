"""The figures of an evaluation as rows: one a figure for programs, one a method for papers."""

from __future__ import annotations

from collections.abc import Iterator

from debatable.evaluation.comparison import Comparison
from debatable.evaluation.evaluation import Evaluation
from debatable.evaluation.scores import Scores
from debatable.evaluation.statistics import Interval

__all__ = ["FIGURE_COLUMNS", "QUERY_COLUMNS", "figure_rows", "method_table", "query_rows", "query_table"]

FIGURE_COLUMNS = ("method", "measure", "mean", "low", "high", "difference", "p", "effect")
QUERY_COLUMNS = ("method", "query", "measure", "value")
SIGNS = {"▲": "+", "▼": "-", "": ""}
"""Marks of significance in letters that every typesetter has."""

Row = tuple[str | float | None, ...]


def figure_rows(evaluation: Evaluation, comparison: Comparison) -> Iterator[Row]:
    """Yields one row a figure, under `FIGURE_COLUMNS`; what there is not is None."""
    for name, scores in evaluation.everything.items():
        for measure in evaluation.measures:
            found = comparison.differences.get(name, {}).get(measure)
            against = (found.mean, found.p, found.effect) if found else (None, None, None)
            yield (name, measure, *_bounds(scores.interval(measure)), *against)
        if scores.stances is not None:
            yield (name, "stance_accuracy", *_bounds(scores.stances.accuracy), None, None, None)
            yield (name, "stance_majority", scores.stances.baseline, *[None] * 5)
            yield (name, "stance_macro_f1", scores.stances.macro_f1, *[None] * 5)
        for percent in (50, 95) if scores.seconds else ():
            yield (name, f"p{percent}_ms", scores.milliseconds(percent), *[None] * 5)


def query_rows(evaluation: Evaluation) -> Iterator[Row]:
    """Yields one row a value, under `QUERY_COLUMNS`: what each measure says of each query."""
    for name, scores in evaluation.everything.items():
        for place, query in enumerate(evaluation.queries):
            for measure in evaluation.measures:
                yield (name, query.id, measure, float(scores.values[measure][place]))


def method_table(evaluation: Evaluation, comparison: Comparison) -> list[list[str]]:
    """Returns a header and one row a method: means with intervals, + and - where they differ significantly."""
    stances = any(scores.stances for scores in evaluation.methods.values())
    table = [["method", *evaluation.measures, *(["stance accuracy"] if stances else [])]]
    for name, scores in evaluation.everything.items():
        cells = []
        for measure in evaluation.measures:
            found = comparison.differences.get(name, {}).get(measure)
            cells.append(_cell(scores.interval(measure)) + (SIGNS[found.mark] if found else ""))
        if stances:
            cells.append(_cell(scores.stances.accuracy) if scores.stances else "")
        table.append([name, *cells])
    return table


def query_table(evaluation: Evaluation) -> list[list[str]]:
    """Returns a header and one row a method and query, the mean over queries last, as ``all``."""
    table = [["method", "query", *evaluation.measures]]
    for name, scores in evaluation.everything.items():
        for place, query in enumerate(evaluation.queries):
            table.append([name, query.id, *_values(scores, evaluation.measures, place)])
        means = [f"{scores.values[measure].mean():.4f}" for measure in evaluation.measures]
        table.append([name, "all", *means])
    return table


def _values(scores: Scores, measures: tuple[str, ...], place: int) -> list[str]:
    return [f"{scores.values[measure][place]:.4f}" for measure in measures]


def _bounds(interval: Interval) -> tuple[float | None, ...]:
    return interval.value, *(interval.bounds or (None, None))


def _cell(interval: Interval) -> str:
    return f"{interval.value:.3f} [{interval.in_brief(', ')}]"

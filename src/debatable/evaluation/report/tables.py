"""An evaluation as a JSON document, as rows of figures, and as CSV, Markdown and LaTeX."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from debatable.evaluation.evaluation import Comparison, Evaluation
from debatable.evaluation.scores import Scores
from debatable.evaluation.statistics import Interval, or_dash


def evaluation_document(
    evaluation: Evaluation, comparison: Comparison | None = None, *, per_query: bool = False
) -> dict[str, Any]:
    """Returns ``{"collection", "queries", "methods": {NAME: {"alpha_ndcg@5", ...}}}``; keys are lower case.

    With `per_query` each method has ``"per_query"``: the values of each measure by query id.
    """
    document: dict[str, Any] = {
        "collection": evaluation.collection,
        "queries": len(evaluation.queries),
        "condensed": evaluation.condensed,
        "judgment": evaluation.judgment,
        "remarks": list(evaluation.remarks),
        "methods": {name: _method(scores, comparison) for name, scores in evaluation.methods.items()},
    }
    if evaluation.usual:
        for name in evaluation.methods:
            document["methods"][name].setdefault("stance_accuracy", None)
    if evaluation.published:
        document["published"] = {name: _method(s, comparison) for name, s in evaluation.published.items()}
    if per_query:
        for name, scores in evaluation.everything.items():
            part = "methods" if name in evaluation.methods else "published"
            document[part][name]["per_query"] = {
                measure.lower(): dict(
                    zip((query.id for query in evaluation.queries), values.tolist(), strict=True)
                )
                for measure, values in scores.values.items()
            }
    if comparison is not None:
        document |= {name: getattr(comparison, name) for name in ("baseline", "test", "correction")}
    return document


def _method(scores: Scores, comparison: Comparison | None) -> dict[str, Any]:
    intervals = {name: scores.interval(name) for name in scores.values}
    document: dict[str, Any] = {name.lower(): interval.value for name, interval in intervals.items()}
    bounds = {name.lower(): interval.bounds and list(interval.bounds) for name, interval in intervals.items()}
    if scores.stances is not None:
        accuracy, stances = scores.stances.accuracy, scores.stances
        document |= {"stance_accuracy": accuracy.value, "stance_majority": stances.baseline}
        document |= {"stance_macro_f1": stances.macro_f1, "stance_given": stances.given}
        bounds["stance_accuracy"] = accuracy.bounds and list(accuracy.bounds)
    document["intervals"] = bounds
    if comparison is not None and scores.method in comparison.differences:
        differences = comparison.differences[scores.method]
        document["differences"] = {name.lower(): difference.mean for name, difference in differences.items()}
        document["p_values"] = {name.lower(): difference.p for name, difference in differences.items()}
        document["effects"] = {name.lower(): difference.effect for name, difference in differences.items()}
    if scores.seconds:
        document |= {"p50_ms": scores.milliseconds(50), "p95_ms": scores.milliseconds(95)}
    return document


FIGURE_COLUMNS = ("method", "measure", "mean", "low", "high", "difference", "p", "effect")
QUERY_COLUMNS = ("method", "query", "measure", "value")
SIGNS = {"▲": "+", "▼": "-", "": ""}
"""Marks of significance in letters that every typesetter has."""

Row = tuple[str | float | None, ...]


def figure_rows(evaluation: Evaluation, comparison: Comparison) -> Iterator[Row]:
    """Yields one row a figure, under `FIGURE_COLUMNS`; what there is not is None, what is undefined NaN."""
    for name, scores in evaluation.everything.items():
        for measure in evaluation.measures:
            difference = comparison.differences.get(name, {}).get(measure)
            against = (difference.mean, difference.p, difference.effect) if difference else (None, None, None)
            yield (name, measure, *_bounds(scores.interval(measure)), *against)
        if scores.stances is not None:
            yield (name, "stance_accuracy", *_bounds(scores.stances.accuracy), None, None, None)
            yield (name, "stance_majority", scores.stances.baseline, *[None] * 5)
            yield (name, "stance_macro_f1", scores.stances.macro_f1, *[None] * 5)
        for percent in (50, 95) if scores.seconds else ():
            yield (name, f"p{percent}_ms", scores.milliseconds(percent), *[None] * 5)


def query_rows(evaluation: Evaluation) -> Iterator[Row]:
    """Yields one row a value, under `QUERY_COLUMNS`: each measure of each query."""
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
            difference = comparison.differences.get(name, {}).get(measure)
            cells.append(_cell(scores.interval(measure)) + (SIGNS[difference.mark] if difference else ""))
        if stances:
            cells.append(_cell(scores.stances.accuracy) if scores.stances else "")
        table.append([name, *cells])
    return table


def query_table(evaluation: Evaluation) -> list[list[str]]:
    """Returns a header and one row a method and query, the mean over queries last, as ``all``."""
    table = [["method", "query", *evaluation.measures]]
    for name, scores in evaluation.everything.items():
        values = [scores.values[measure] for measure in evaluation.measures]
        for place, query in enumerate(evaluation.queries):
            table.append([name, query.id, *(or_dash(float(one[place]), ".4f") for one in values)])
        means = [scores.mean(measure) for measure in evaluation.measures]
        table.append([name, "all", *(or_dash(mean, ".4f") for mean in means)])
    return table


def _bounds(interval: Interval) -> tuple[float | None, ...]:
    return interval.value, *(interval.bounds or (None, None))


def _cell(interval: Interval) -> str:
    return f"{or_dash(interval.value)} [{interval.in_brief(', ')}]"


def csv_rows(columns: Sequence[str], rows: Iterable[Sequence[str | float | None]]) -> str:
    r"""Returns rows as CSV with a header; numbers in full, nothing where there is None or NaN.

    >>> csv_rows(["method", "p"], [["a,b", 0.5], ["c", None], ["d", float("nan")]])
    'method,p\n"a,b",0.5\nc,\nd,\n'
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([None if _is_nan(cell) else cell for cell in row] for row in rows)
    return out.getvalue()


def _is_nan(cell: str | float | None) -> bool:
    return isinstance(cell, float) and math.isnan(cell)


def markdown_table(rows: Sequence[Sequence[str]]) -> str:
    r"""Returns rows as a table of Markdown, the first as its header.

    >>> markdown_table([["method", "AP"], ["a|b", "0.5"]])
    '| method | AP |\n|---|---|\n| a\\|b | 0.5 |\n'
    """
    lines = ["| " + " | ".join(cell.replace("|", r"\|") for cell in row) + " |" for row in rows]
    return "\n".join([lines[0], "|---" * len(rows[0]) + "|", *lines[1:]]) + "\n"


def latex_table(rows: Sequence[Sequence[str]], *, texts: int = 1) -> str:
    r"""Returns rows as a ``tabular`` with the rules of booktabs; the first `texts` columns are set to the left.

    >>> print(latex_table([["method", "nDCG@5"], ["a_b", "0.5"]]), end="")
    \begin{tabular}{lr}
    \toprule
    method & nDCG@5 \\
    \midrule
    a\_b & 0.5 \\
    \bottomrule
    \end{tabular}
    """
    escape = {ord(character): f"\\{character}" for character in "&%$#_{}"}
    escape |= {
        ord("\\"): r"\textbackslash{}",
        ord("~"): r"\textasciitilde{}",
        ord("^"): r"\textasciicircum{}",
    }
    lines = [" & ".join(cell.translate(escape) for cell in row) + r" \\" for row in rows]
    sides = "l" * texts + "r" * (len(rows[0]) - texts)
    parts = [rf"\begin{{tabular}}{{{sides}}}", r"\toprule", lines[0], r"\midrule", *lines[1:]]
    return "\n".join([*parts, r"\bottomrule", r"\end{tabular}"]) + "\n"

"""The report as one HTML page with inline SVG plots."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from debatable.arrays import Floats
from debatable.evaluation.evaluation import Comparison, Evaluation
from debatable.evaluation.judgments import Judged, Judgments
from debatable.evaluation.scores import Scores
from debatable.evaluation.statistics.intervals import Interval, or_dash
from debatable.files import write_text
from debatable.model import Answer
from debatable.version import VERSION

PLOTTED = 4
EXAMPLE_HITS = 5
COLUMNS = 6
"""Measures side by side: so many fit the width of the page."""


def write_report(evaluation: Evaluation, comparison: Comparison, path: Path) -> None:
    """Writes the page, whole or not at all."""
    write_text(path, report_page(evaluation, comparison))


def report_page(evaluation: Evaluation, comparison: Comparison) -> str:
    """Returns one HTML page without anything to fetch: tables, plots, significance, example answers."""
    from jinja2 import Environment, PackageLoader
    from markupsafe import Markup

    everything, measures = evaluation.everything, evaluation.measures
    lead = measures[0]
    base = everything[comparison.baseline].values[lead]
    texts = [query.text for query in evaluation.queries]
    loader = PackageLoader("debatable.evaluation.report", ".")
    environment = Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True)
    environment.filters["or_dash"] = or_dash
    intervals = {one: {name: s.interval(one) for name, s in everything.items()} for one in measures[:PLOTTED]}
    bars = {name: query_chart(scores.values[lead], base, texts) for name, scores in everything.items()}
    return environment.get_template("template.html").render(
        version=VERSION,
        evaluation=evaluation,
        comparison=comparison,
        lead=lead,
        blocks=[measures[start : start + COLUMNS] for start in range(0, len(measures), COLUMNS)],
        stances=any(scores.stances for scores in evaluation.methods.values()),
        rows=[_row(name, scores, evaluation, comparison) for name, scores in everything.items()],
        forests=[(name, Markup(interval_chart(of_name))) for name, of_name in intervals.items()],
        bars=[(name, Markup(chart)) for name, chart in bars.items()],
        examples=_examples(evaluation, lead),
    )


def _row(name: str, scores: Scores, evaluation: Evaluation, comparison: Comparison) -> dict[str, Any]:
    differences = comparison.differences.get(name, {})
    return {
        "name": name,
        "published": name in evaluation.published,
        "cells": {
            measure: (scores.interval(measure), differences.get(measure)) for measure in evaluation.measures
        },
        "stances": scores.stances,
        "p50": f"{scores.milliseconds(50):.1f}" if scores.seconds else "–",
        "p95": f"{scores.milliseconds(95):.1f}" if scores.seconds else "–",
    }


def _examples(evaluation: Evaluation, lead: str) -> list[dict[str, Any]]:
    """Returns the answers of the best method to its best, middle and worst query."""
    if not evaluation.methods:
        return []
    name = max(
        evaluation.methods, key=lambda name: np.nan_to_num(evaluation.methods[name].mean(lead), nan=-np.inf)
    )
    scores = evaluation.methods[name]
    if scores.answers is None or math.isnan(scores.mean(lead)):
        return []
    values = scores.values[lead]
    order = np.argsort(-values, kind="stable")[: np.count_nonzero(~np.isnan(values))]  # NaN comes last
    examples = []
    for kind, place in {"best": order[0], "middle": order[len(order) // 2], "worst": order[-1]}.items():
        query = evaluation.queries[place]
        judged = (evaluation.judgments or Judgments(())).get(query.id, Judged(()))
        hits = _judged_hits(scores.answers.answers[place], judged)
        value = scores.values[lead][place]
        examples.append({"kind": kind, "query": query, "method": name, "value": value, "hits": hits})
    return examples


def _judged_hits(answer: Answer, judged: Judged) -> list[dict[str, Any]]:
    hits = []
    seen: set[int] = set()
    for hit in answer.hits[:EXAMPLE_HITS]:
        group = int(judged.clusters([hit.premise.id])[0])
        if hit.premise.id not in judged:
            verdict = "not judged"
        elif group < 0:
            verdict = "not relevant"
        else:
            verdict = "repeats" if group in seen else f"relevant ({judged.gains([hit.premise.id])[0]:g})"
        seen.add(group)
        hits.append({"hit": hit, "verdict": verdict, "good": verdict.startswith("relevant")})
    return hits


WIDTH = 860
LABEL = 190
ROW = 26


def interval_chart(intervals: Mapping[str, Interval]) -> str:
    """Draws a dot for each mean and a line for its interval, where there is one, on a scale from 0 to 1."""
    height, span = ROW * len(intervals) + 28, WIDTH - LABEL - 70
    parts = [_open(height, "Means with 95 % intervals")]
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        x = LABEL + span * tick
        parts.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="4" y2="{height - 22}"/>')
        parts.append(f'<text class="tick" x="{x:.1f}" y="{height - 6}" text-anchor="middle">{tick:g}</text>')
    for row, (name, interval) in enumerate(intervals.items()):
        y = ROW * row + ROW / 2 + 4
        short = name if len(name) <= 26 else f"{name[:25]}…"
        at, mid, end = f'y="{y + 4:.1f}"', LABEL + span * interval.value, LABEL + span + 12
        parts.append(f'<text class="name" x="{LABEL - 10}" {at} text-anchor="end">{escape(short)}</text>')
        if interval.bounds is not None:
            low, high = (LABEL + span * bound for bound in interval.bounds)
            parts.append(f'<line class="span" x1="{low:.1f}" x2="{high:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>')
        if not math.isnan(interval.value):
            circle = f'<circle class="mean" cx="{mid:.1f}" cy="{y:.1f}" r="5">'
            parts.append(f"{circle}<title>{interval}</title></circle>")
        parts.append(f'<text class="tick" x="{end}" {at}>{or_dash(interval.value)}</text>')
    return "".join([*parts, "</svg>"])


def query_chart(values: Floats, base: Floats, labels: Sequence[str]) -> str:
    """Draws one bar a query, best query of the baseline first, and the baseline as a step line.

    A value that is undefined has no bar, and no step.
    """
    height, top, bottom = 120, 6, 104
    order = np.argsort(-base, kind="stable")
    step = (WIDTH - 40) / max(len(order), 1)
    wide = max(step * 0.8, 0.6)
    parts = [_open(height, "Value of each query")]
    for tick in (0.0, 0.5, 1.0):
        y = bottom - (bottom - top) * tick
        parts.append(f'<line class="grid" x1="36" x2="{WIDTH}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text class="tick" x="30" y="{y + 4:.1f}" text-anchor="end">{tick:g}</text>')
    steps = []
    for place, query in enumerate(order):
        x = 38 + step * place
        if not math.isnan(values[query]):
            tall = (bottom - top) * min(max(values[query], 0.0), 1.0)
            title = escape(f"{labels[query]}: {values[query]:.3f} (baseline {or_dash(base[query])})")
            parts.append(
                f'<rect class="bar" x="{x:.2f}" y="{bottom - tall:.2f}" width="{wide:.2f}" height="{tall:.2f}">'
                f"<title>{title}</title></rect>"
            )
        if not math.isnan(base[query]):
            level = bottom - (bottom - top) * min(max(base[query], 0.0), 1.0)
            steps.append(f"{x:.2f},{level:.2f} {x + wide:.2f},{level:.2f}")
    parts.append(f'<polyline class="base" points="{" ".join(steps)}"/>')
    return "".join([*parts, "</svg>"])


def _open(height: float, title: str) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}">'

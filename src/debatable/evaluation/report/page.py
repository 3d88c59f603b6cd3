"""The page: what the template shows, gathered from an evaluation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from jinja2 import Environment, PackageLoader
from markupsafe import Markup

from debatable.evaluation.comparison import Comparison
from debatable.evaluation.evaluation import Evaluation
from debatable.evaluation.judgments import Judged, Judgments
from debatable.evaluation.report.charts import interval_chart, query_chart
from debatable.evaluation.scores import Scores
from debatable.files import write_text
from debatable.version import VERSION

__all__ = ["report_page", "write_report"]

PLOTTED = 4
EXAMPLE_HITS = 5
COLUMNS = 6
"""Measures side by side: so many fit the width of the page."""


def write_report(evaluation: Evaluation, comparison: Comparison, path: Path) -> None:
    """Writes the page, whole or not at all."""
    write_text(path, report_page(evaluation, comparison))


def report_page(evaluation: Evaluation, comparison: Comparison) -> str:
    """Returns one HTML page without anything to fetch: tables, plots, significance, example answers."""
    everything = evaluation.everything
    lead = evaluation.measures[0]
    base = everything[comparison.baseline].values[lead]
    texts = [query.text for query in evaluation.queries]
    environment = Environment(
        loader=PackageLoader("debatable.evaluation.report", "."),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("template.html").render(
        version=VERSION,
        evaluation=evaluation,
        comparison=comparison,
        lead=lead,
        blocks=[
            evaluation.measures[start : start + COLUMNS]
            for start in range(0, len(evaluation.measures), COLUMNS)
        ],
        stances=any(scores.stances for scores in evaluation.methods.values()),
        rows=[_row(name, scores, evaluation, comparison) for name, scores in everything.items()],
        forests=[
            (
                measure,
                Markup(
                    interval_chart({name: scores.interval(measure) for name, scores in everything.items()})
                ),
            )
            for measure in evaluation.measures[:PLOTTED]
        ],
        bars=[
            (name, Markup(query_chart(scores.values[lead], base, texts)))
            for name, scores in everything.items()
        ],
        examples=_examples(evaluation, lead),
    )


def _row(name: str, scores: Scores, evaluation: Evaluation, comparison: Comparison) -> dict[str, Any]:
    found = comparison.differences.get(name, {})
    return {
        "name": name,
        "published": name in evaluation.published,
        "cells": {measure: (scores.interval(measure), found.get(measure)) for measure in evaluation.measures},
        "stances": scores.stances,
        "p50": f"{scores.milliseconds(50):.1f}" if scores.seconds else "–",
        "p95": f"{scores.milliseconds(95):.1f}" if scores.seconds else "–",
    }


def _examples(evaluation: Evaluation, lead: str) -> list[dict[str, Any]]:
    """Returns the answers of the best method to its best, middle and worst query."""
    if not evaluation.methods:
        return []
    name = max(evaluation.methods, key=lambda name: float(evaluation.methods[name].values[lead].mean()))
    scores = evaluation.methods[name]
    order = np.argsort(-scores.values[lead], kind="stable")
    chosen = {"best": order[0], "middle": order[len(order) // 2], "worst": order[-1]}
    return [
        _example(kind, int(place), name, scores, evaluation, lead)
        for kind, place in chosen.items()
        if scores.answers is not None
    ]


def _example(
    kind: str, place: int, name: str, scores: Scores, evaluation: Evaluation, lead: str
) -> dict[str, Any]:
    query = evaluation.queries[place]
    answer = scores.answers.answers[place] if scores.answers is not None else None
    judged = (evaluation.judgments or Judgments(())).get(query.id, Judged(()))
    hits = []
    seen: set[int] = set()
    for hit in answer.hits[:EXAMPLE_HITS] if answer is not None else ():
        group = int(judged.clusters([hit.premise.id])[0])
        if hit.premise.id not in judged:
            verdict = "not judged"
        elif group < 0:
            verdict = "not relevant"
        else:
            verdict = "repeats" if group in seen else f"relevant ({judged.gains([hit.premise.id])[0]:g})"
        seen.add(group)
        hits.append({"hit": hit, "verdict": verdict, "good": verdict.startswith("relevant")})
    return {"kind": kind, "query": query, "method": name, "value": scores.values[lead][place], "hits": hits}

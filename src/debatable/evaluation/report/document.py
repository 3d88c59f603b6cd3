"""An evaluation as plain JSON types, in the shape that programs rely on."""

from __future__ import annotations

from typing import Any

from debatable.evaluation.comparison import Comparison
from debatable.evaluation.evaluation import Evaluation
from debatable.evaluation.scores import Scores
from debatable.evaluation.statistics import Interval

__all__ = ["evaluation_document"]


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
                measure.lower(): dict(zip((query.id for query in evaluation.queries), values, strict=True))
                for measure, values in ((measure, found.tolist()) for measure, found in scores.values.items())
            }
    if comparison is not None:
        document |= {
            "baseline": comparison.baseline,
            "test": comparison.test,
            "correction": comparison.correction,
        }
    return document


def _method(scores: Scores, comparison: Comparison | None) -> dict[str, Any]:
    intervals = {name: scores.interval(name) for name in scores.values}
    document: dict[str, Any] = {name.lower(): interval.value for name, interval in intervals.items()}
    bounds = {name.lower(): _bounds(interval) for name, interval in intervals.items()}
    if scores.stances is not None:
        accuracy = scores.stances.accuracy
        document |= {
            "stance_accuracy": accuracy.value,
            "stance_majority": scores.stances.baseline,
            "stance_macro_f1": scores.stances.macro_f1,
            "stance_given": scores.stances.given,
        }
        bounds["stance_accuracy"] = _bounds(accuracy)
    document["intervals"] = bounds
    if comparison is not None and scores.method in comparison.differences:
        found = comparison.differences[scores.method]
        document["p_values"] = {name.lower(): difference.p for name, difference in found.items()}
        document["effects"] = {name.lower(): difference.effect for name, difference in found.items()}
    if scores.seconds:
        document |= {"p50_ms": scores.milliseconds(50), "p95_ms": scores.milliseconds(95)}
    return document


def _bounds(interval: Interval) -> list[float] | None:
    return None if interval.bounds is None else list(interval.bounds)

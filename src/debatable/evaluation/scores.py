"""The scores of a method: every measure for every query, stances, and the time it took."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from debatable.arrays import Floats
from debatable.evaluation.judgments import Judged, Judgments, Query
from debatable.evaluation.measures import AskedMeasure
from debatable.evaluation.runs import Answers
from debatable.evaluation.statistics import Interval, StanceScores, bootstrap_mean, stance_scores
from debatable.model import Stance

__all__ = ["SHOWN", "Scores", "list_scores", "score"]

SHOWN = 10
"""Hits of an ordinary answer: those whose stances and clusters are measured."""


@dataclass(frozen=True, slots=True)
class Scores:
    """One method on one collection.

    Attributes:
        method: The name it is reported by.
        values: For each measure its value for each query.
        seconds: For each query; empty for rankings that were not made here.
        stances: Where the collection judges them.
        answers: Those of ordinary length.
    """

    method: str
    values: Mapping[str, Floats]
    seconds: tuple[float, ...] = ()
    stances: StanceScores | None = None
    answers: Answers | None = None

    def interval(self, name: str) -> Interval:
        """Returns the mean of a measure with its bootstrap interval."""
        return bootstrap_mean(self.values[name])

    def milliseconds(self, percent: float) -> float:
        """Returns a percentile of the time an answer took."""
        return float(np.percentile(self.seconds, percent)) * 1000.0 if self.seconds else 0.0


def score(
    answers: Answers,
    queries: Sequence[Query],
    judgments: Judgments,
    measures: Sequence[AskedMeasure],
    *,
    condensed: bool = False,
    stances: bool = True,
) -> Scores:
    """Scores what a method answered.

    A measure that looks no further than an ordinary answer is taken of that, any other of the deep answer,
    so that its value does not depend on what else is asked.

    Args:
        answers: One a query.
        queries: In the same order.
        judgments: By the ids of the premises that were searched.
        measures: As `measures.asked_measure` returns them.
        condensed: Whether every measure is taken of the deep answers, as condensed lists need.
        stances: Whether stances are scored as well.
    """
    deepest = answers.deepest()
    shallow = [one for one in measures if not (condensed or one.looks_beyond(SHOWN))]
    values = _values(_shapes(answers), queries, judgments, shallow)
    values |= _values(_shapes(deepest), queries, judgments, [one for one in measures if one not in shallow])
    told = (deepest if condensed else answers).stances()
    return Scores(
        answers.method,
        {one.name: values[one.name] for one in measures},
        answers.seconds,
        stance_scores(told, queries, judgments, SHOWN) if stances else None,
        replace(answers, deep=()),
    )


def _shapes(answers: Answers) -> dict[str, Sequence[Any]]:
    return {"ranking": answers.rankings(), "clusters": answers.clusters(), "stances": answers.stances()}


def list_scores(
    name: str,
    lists: Mapping[str, Sequence[str]],
    queries: Sequence[Query],
    judgments: Judgments,
    measures: Sequence[AskedMeasure],
) -> Scores:
    """Scores lists of premises by query id as they stand: each premise is a cluster of one, without a stance."""
    found = [lists.get(query.id, ()) for query in queries]
    shapes: dict[str, Sequence[Any]] = {
        "ranking": found,
        "clusters": found,
        "stances": [[(premise, Stance.NONE) for premise in ids] for ids in found],
    }
    return Scores(name, _values(shapes, queries, judgments, measures))


def _values(
    shapes: Mapping[str, Sequence[Any]],
    queries: Sequence[Query],
    judgments: Judgments,
    asked: Sequence[AskedMeasure],
) -> dict[str, Floats]:
    qualities = judgments.by_quality() if any(one.quality for one in asked) else judgments
    nothing = Judged(())
    values: dict[str, Floats] = {}
    for one in asked:
        known = [(qualities if one.quality else judgments).get(query.id, nothing) for query in queries]
        if one.kind == "partition":
            labels = [_labels(found, judged) for found, judged in zip(shapes["clusters"], known, strict=True)]
            values[one.name] = np.array([one.compute(found, truth) for found, truth in labels])
        else:
            pairs = zip(shapes[one.kind], known, strict=True)
            values[one.name] = np.array([one.compute(found, judged) for found, judged in pairs])
    return values


def _labels(clusters: Sequence[Sequence[str] | str], judged: Judged) -> tuple[list[int], list[int]]:
    """Returns the result cluster and the true cluster of each relevant premise in the first result clusters."""
    found: dict[str, int] = {}
    for number, cluster in enumerate(clusters[:SHOWN]):
        for member in [cluster] if isinstance(cluster, str) else cluster:
            found.setdefault(member, number)
    truth = judged.clusters(list(found))
    pairs = [(mine, int(true)) for mine, true in zip(found.values(), truth, strict=True) if true >= 0]
    return [mine for mine, _ in pairs], [true for _, true in pairs]

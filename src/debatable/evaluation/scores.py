"""The scores of a method: every measure for every query, stances, and the time it took."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from debatable.arrays import Floats, Ints
from debatable.evaluation.judgments import Judged, Judgments, Query
from debatable.evaluation.measures import AskedMeasure, stance_accuracy, stance_macro_f1
from debatable.evaluation.measures.stances import stance_pairs
from debatable.evaluation.runs import Answers
from debatable.evaluation.statistics import Interval, bootstrap, bootstrap_mean, or_dash
from debatable.model import Stance
from debatable.plural import counted


@dataclass(frozen=True, slots=True, repr=False)
class StanceScores:
    """How right the stances of the first hits are, over all queries together."""

    pairs: tuple[tuple[tuple[Stance, Stance], ...], ...]  # (given, true) of each query
    majority: Stance  # the stance that is more frequent among all judgments

    @property
    def accuracy(self) -> Interval:
        """Share of right stances; a hit without a stance is a wrong one. NaN where no hit has a judged stance."""
        right = np.array([sum(a is b for a, b in query) for query in self.pairs], dtype=np.float64)
        total = np.array([len(query) for query in self.pairs], dtype=np.float64)

        def pooled(rows: Ints) -> Floats:
            hits = total[rows].sum(axis=-1)
            undefined = np.full(len(hits), np.nan)
            return np.asarray(np.divide(right[rows].sum(axis=-1), hits, out=undefined, where=hits > 0))

        if np.count_nonzero(total) < 2:  # one query has no spread
            return Interval(stance_accuracy(self._all))
        return bootstrap(pooled, len(self.pairs))

    @property
    def macro_f1(self) -> float:
        """Mean F1 of pro and con; NaN where no hit has a judged stance."""
        return stance_macro_f1(self._all)

    @property
    def baseline(self) -> float:
        """Accuracy on the same hits of always saying the majority stance; NaN likewise."""
        return stance_accuracy([(self.majority, true) for _, true in self._all])

    @property
    def given(self) -> float:
        """Share of the judged hits that were given a stance at all; NaN likewise."""
        given = sum(given is not Stance.NONE for given, _ in self._all)
        return given / len(self._all) if self._all else math.nan

    def __repr__(self) -> str:
        """Returns the accuracy and over how many hits it is, in one line."""
        return f"<StanceScores: accuracy {or_dash(self.accuracy.value)} of {counted(len(self._all), 'hit')}>"

    @property
    def _all(self) -> list[tuple[Stance, Stance]]:
        return [pair for query in self.pairs for pair in query]


def stance_scores(
    shown: Sequence[Sequence[tuple[str, Stance]]], queries: Sequence[Query], judgments: Judgments, k: int
) -> StanceScores | None:
    """Returns the stances of the first k hits of each query, or None where no stance was judged."""
    counts = Counter(row.stance for row in judgments.rows if row.stance is not Stance.NONE)
    if not counts:
        return None
    nothing = Judged(())
    pairs = tuple(
        tuple(stance_pairs(hits[:k], judgments.get(query.id, nothing)))
        for query, hits in zip(queries, shown, strict=True)
    )
    return StanceScores(pairs, Stance.PRO if counts[Stance.PRO] >= counts[Stance.CON] else Stance.CON)


SHOWN = 10
"""Hits of an ordinary answer: those whose stances and clusters are measured."""


@dataclass(frozen=True, slots=True, repr=False)
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

    def __repr__(self) -> str:
        """Returns the means of the first measures, in one line."""
        means = ", ".join(f"{name} {or_dash(self.mean(name))}" for name in list(self.values)[:4])
        more = ", …" if len(self.values) > 4 else ""
        return f"<Scores of {self.method}: {means}{more}>"

    def mean(self, name: str) -> float:
        """Returns the mean of a measure over the queries that it is defined for; NaN where there is none."""
        values = self.values[name]
        defined = values[~np.isnan(values)]
        return float(defined.mean()) if len(defined) else math.nan

    def interval(self, name: str) -> Interval:
        """Returns that mean with its bootstrap interval."""
        return bootstrap_mean(self.values[name])

    def milliseconds(self, percent: float) -> float:
        """Returns a percentile of the time an answer took; NaN where none was measured."""
        return float(np.percentile(self.seconds, percent)) * 1000.0 if self.seconds else math.nan


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
    by_name = {one.name: values[one.name] for one in measures}
    given = (deepest if condensed else answers).stances()
    sides = stance_scores(given, queries, judgments, SHOWN) if stances else None
    return Scores(answers.method, by_name, answers.seconds, sides, replace(answers, deep=()))


def _shapes(answers: Answers) -> dict[str, Sequence[Any]]:
    return {"ranking": answers.rankings(), "clusters": answers.clusters(), "stances": answers.stances()}


def list_scores(
    name: str,
    lists: Mapping[str, Sequence[str]],
    queries: Sequence[Query],
    judgments: Judgments,
    measures: Sequence[AskedMeasure],
) -> Scores:
    """Scores lists of premises by query id as they stand: each premise is a cluster of one; stances are undefined."""
    ranked = [lists.get(query.id, ()) for query in queries]
    return Scores(name, _values({"ranking": ranked, "clusters": ranked}, queries, judgments, measures))


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
        judged = [(qualities if one.quality else judgments).get(query.id, nothing) for query in queries]
        shape = "clusters" if one.kind == "partition" else one.kind
        if shape in shapes:
            pairs = zip(shapes[shape], judged, strict=True)
            values[one.name] = np.array([_value(one, result, truth) for result, truth in pairs])
        else:
            values[one.name] = np.full(len(queries), np.nan)
    return values


def _value(asked: AskedMeasure, result: Any, judged: Judged) -> float:
    """Returns a measure for one query; one of labels is NaN where there is nothing to label."""
    if asked.kind != "partition":
        return asked.compute(result, judged)
    found, truth = _labels(result, judged)
    return asked.compute(found, truth) if found else math.nan


def _labels(clusters: Sequence[Sequence[str] | str], judged: Judged) -> tuple[Any, Any]:
    """Returns the result cluster and the true cluster of each relevant premise in the first result clusters."""
    number_of: dict[str, int] = {}
    for number, cluster in enumerate(clusters[:SHOWN]):
        for member in [cluster] if isinstance(cluster, str) else cluster:
            number_of.setdefault(member, number)
    truth = judged.clusters(list(number_of))
    pairs = [(mine, int(true)) for mine, true in zip(number_of.values(), truth, strict=True) if true >= 0]
    return [mine for mine, _ in pairs], [true for _, true in pairs]

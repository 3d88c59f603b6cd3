"""Scoring what methods answered: every measure for every query, stances, and the time it took."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from debatable.errors import InputError
from debatable.evaluation.collections import Collection, Query
from debatable.evaluation.intervals import Interval, bootstrap_mean
from debatable.evaluation.judgments import Judged, Judgments
from debatable.evaluation.measures import measure
from debatable.evaluation.searching import Answers, Progress, Searcher, ask
from debatable.evaluation.stances import Stances, stances_of
from debatable.model import Stance

__all__ = ["Evaluation", "Scores", "evaluate", "score"]

MEASURES = ("alpha_nDCG@5", "alpha_nDCG@10", "nDCG@5", "nDCG@10")
CLUSTER_MEASURES = tuple(f"taskA_{name}@{k}" for k in (5, 10) for name in ("mean", "min", "max"))
QUALITY = "quality_"
SHOWN = 10
CONDENSED_DEPTH = 1000

Values = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Scores:
    """One method on one collection.

    Attributes:
        method: The name it was asked for by.
        values: For each measure its value for each query.
        seconds: For each query; empty for rankings that were not made here.
        stances: Where the collection judges them.
        answers: What was scored.
    """

    method: str
    values: Mapping[str, Values]
    seconds: tuple[float, ...] = ()
    stances: Stances | None = None
    answers: Answers | None = None

    def interval(self, name: str) -> Interval:
        """Returns the mean of a measure with its bootstrap interval."""
        return bootstrap_mean(self.values[name])

    def milliseconds(self, percent: float) -> float:
        """Returns a percentile of the time an answer took."""
        return float(np.percentile(self.seconds, percent)) * 1000.0 if self.seconds else 0.0


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Methods side by side on one collection.

    Attributes:
        collection: Its name.
        queries: Those that were asked.
        measures: Names of the measures, in the order to show them.
        methods: What was scored, by name.
        published: Rankings of others, scored the same way; one named as a method is marked as given.
        condensed: Whether premises nobody judged were taken out of the lists.
        judgments: By the ids of the premises that were searched.
    """

    collection: str
    queries: tuple[Query, ...]
    measures: tuple[str, ...]
    methods: Mapping[str, Scores]
    published: Mapping[str, Scores] = field(default_factory=dict)
    condensed: bool = False
    judgments: Judgments | None = None


def evaluate(
    searcher: Searcher,
    collection: Collection,
    methods: Sequence[str],
    *,
    measures: Sequence[str] = (),
    condensed: bool | None = None,
    progress: Progress | None = None,
) -> Evaluation:
    """Asks each method every query of a collection and scores the answers.

    Args:
        searcher: What is asked; it has indexed the corpus of the collection.
        collection: Queries and judgments.
        methods: Names of methods.
        measures: Names of measures beside those that are always taken.
        condensed: Whether to leave out premises nobody judged; by default where judgments are sparse.
        progress: Told how many queries are done.

    Raises:
        InputError: The collection has no judgments.
    """
    if not collection.judgments:
        raise InputError(
            f"{collection.name} has no judgments", todo="make some with: debatable pool, annotate"
        )
    sparse = collection.is_sparse if condensed is None else condensed
    known = searcher.resolve(sorted({row.premise_id for row in collection.judgments.rows}))
    judgments = collection.judgments.renamed(known.get)
    asked = [_Asked.of(name, sparse) for name in (*_usual(collection), *measures)]
    names = tuple(dict.fromkeys(one.name for one in asked))
    depth = CONDENSED_DEPTH if sparse else max(SHOWN, *(one.measure.k or SHOWN for one in asked))
    scored = {
        method: score(
            ask(searcher, collection.queries, method, k=SHOWN, depth=depth, progress=progress),
            collection.queries,
            judgments,
            names,
            condensed=sparse,
        )
        for method in methods
    }
    published: dict[str, Scores] = {}
    for model, ranking in collection.published.items():
        label = f"{model} (given)" if model in scored else model
        values = _values(_listed(ranking, collection), collection.queries, collection.judgments, asked)
        published[label] = Scores(label, values)
    return Evaluation(collection.name, collection.queries, names, scored, published, sparse, judgments)


def score(
    answers: Answers,
    queries: Sequence[Query],
    judgments: Judgments,
    names: Sequence[str],
    *,
    condensed: bool = False,
) -> Scores:
    """Scores what a method answered."""
    shapes: dict[str, Sequence[Any]] = {
        "ranking": answers.rankings(),
        "clusters": answers.clusters(),
        "stances": answers.stances(),
    }
    asked = [_Asked.of(name, condensed) for name in names]
    values = _values(shapes, queries, judgments, asked)
    return Scores(
        answers.method,
        values,
        answers.seconds,
        stances_of(shapes["stances"], queries, judgments, SHOWN),
        answers,
    )


@dataclass(frozen=True, slots=True)
class _Asked:
    """A measure as it was asked for: ``quality_nDCG@5`` takes the graded quality for the relevance."""

    name: str
    measure: Any
    quality: bool

    @classmethod
    def of(cls, name: str, condensed: bool) -> _Asked:
        found = measure(name.removeprefix(QUALITY))
        quality = name.startswith(QUALITY)
        label = f"{QUALITY if quality else ''}{found!r}"
        return cls(
            label,
            replace(found, condensed=True) if condensed and hasattr(found, "condensed") else found,
            quality,
        )


def _usual(collection: Collection) -> tuple[str, ...]:
    graded = all(row.quality is not None for row in collection.judgments.rows)
    quality = (f"{QUALITY}nDCG@5", f"{QUALITY}nDCG@10") if graded else ()
    return (*MEASURES, *quality, *(CLUSTER_MEASURES if collection.has_clusters else ()), "judged@10")


def _listed(ranking: Mapping[str, Sequence[str]], collection: Collection) -> dict[str, Sequence[Any]]:
    lists = [ranking.get(query.id, ()) for query in collection.queries]
    return {
        "ranking": lists,
        "clusters": lists,
        "stances": [[(p, Stance.NONE) for p in ids] for ids in lists],
    }


def _values(
    shapes: Mapping[str, Sequence[Any]],
    queries: Sequence[Query],
    judgments: Judgments,
    asked: Sequence[_Asked],
) -> dict[str, Values]:
    qualities = judgments.by_quality() if any(one.quality for one in asked) else judgments
    nothing = Judged(())
    values: dict[str, Values] = {}
    for one in asked:
        known = [(qualities if one.quality else judgments).get(query.id, nothing) for query in queries]
        if one.measure.KIND == "partition":
            labels = [_labels(found, judged) for found, judged in zip(shapes["clusters"], known, strict=True)]
            values[one.name] = np.array([one.measure(found, truth) for found, truth in labels])
        else:
            lists = shapes[one.measure.KIND]
            values[one.name] = np.array([one.measure(*pair) for pair in zip(lists, known, strict=True)])
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

"""The settings of Table 1: candidates are scored once a query, and each setting is tried on every query."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from debatable.arrays import Floats, Ints, Vectors
from debatable.engines import Engine
from debatable.errors import InputError
from debatable.evaluation import Judged, Judgments, Query, measure
from debatable.learning import RelevanceModel
from debatable.plural import counted
from debatable.progress import Progress
from debatable.ranking import Question
from debatable.ranking.candidates.prefilter import Prefilter
from debatable.ranking.diversity.premise_ranker import BiasedCoreset, OnePerCluster, PremiseRanker
from debatable.ranking.diversity.representations import Representation
from debatable.ranking.formulas.ecir2021 import Distance
from debatable.ranking.relevance.filters import LearnedFilter, SimilarityFilter, kept

SCORED = "alpha_nDCG(discount=standard)@{}"
"""The modified nDCG with the discount of the authors' program, 1/log2(i + 1); settings are chosen by it."""

TAUS = (0.0, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9)
ALPHAS = (0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 1.0)
DISTANCES: tuple[Distance, ...] = ("cos", "l1", "l2")


@dataclass(frozen=True, slots=True)
class HeldOut:
    """What leave-one-query-out selection gives.

    Attributes:
        chosen: Row of the setting that each query was scored with.
        values: Value of each query under the setting chosen without it.
    """

    chosen: Ints
    values: Floats

    @property
    def mean(self) -> float:
        """Mean over the queries."""
        return float(self.values.mean())


def leave_one_out(values: npt.ArrayLike) -> HeldOut:
    """Scores each query with the setting that is best on average over all other queries.

    Args:
        values: Settings by queries.

    Returns:
        The choices and the held-out values; of equally good settings the first is chosen.

    Raises:
        InputError: There are no settings, or fewer than two queries.

    >>> leave_one_out([[1.0, 0.0, 0.0], [0.0, 0.5, 0.5]]).values
    array([0., 0., 0.])
    """
    matrix = np.asarray(values, dtype=np.float64)
    if matrix.ndim != 2 or matrix.shape[0] == 0 or matrix.shape[1] < 2:
        todo = "give settings by queries, two queries or more"
        raise InputError(f"values of shape {matrix.shape}", todo=todo)
    others = (matrix.sum(axis=1, keepdims=True) - matrix) / (matrix.shape[1] - 1)
    # Settings whose sums differ by rounding alone are equally good.
    chosen = np.argmax(np.round(others, 12), axis=0)
    return HeldOut(chosen.astype(np.int64), matrix[chosen, np.arange(matrix.shape[1])])


@dataclass(frozen=True, slots=True)
class Reading:
    """The scored candidates of one query."""

    judged: Judged
    ids: tuple[str, ...]  # of the premises, most relevant first
    relevance: Floats  # r(p|q) of each
    similarity: Floats  # cos(q,p) of each
    same_topic: Floats | None  # r(p|q) of the model trained with negatives of the same topic, if there is one
    vectors: Mapping[str, Vectors]  # representations of each, by name


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the candidates of queries."""

    candidates: Prefilter
    model: RelevanceModel
    same_topic: RelevanceModel | None  # the one trained with negatives of the same topic, where there is one
    representations: Mapping[str, Representation]

    def __call__(
        self,
        engine: Engine,
        queries: Sequence[Query],
        judgments: Judgments,
        *,
        sparse: bool,
        progress: Progress | None,
    ) -> list[Reading]:
        """Reads the candidates of all queries; where judgments are sparse, those that were judged."""
        readings = []
        for done, query in enumerate(queries, start=1):
            readings.append(self._read(engine, query, judgments[query.id], sparse))
            if progress is not None:
                progress("candidates read", done, len(queries))
        return readings

    def _read(self, engine: Engine, query: Query, judged: Judged, sparse: bool) -> Reading:
        backend = engine.backend
        question = Question(query.text, backend)
        rows = self.candidates(question, backend)
        if sparse:
            rows = rows[np.array([name in judged for name in backend.ids("premises", rows)], np.bool_)]
        learned = LearnedFilter(self.model)
        relevant = kept(rows, learned.to_query(question, backend, rows), -1.0)
        same_topic = None if self.same_topic is None else LearnedFilter(self.same_topic)
        representations = self.representations.items()
        return Reading(
            judged,
            tuple(backend.ids("premises", relevant.rows)),
            relevant.relevance,
            SimilarityFilter().to_query(question, backend, relevant.rows),
            None if same_topic is None else same_topic.to_query(question, backend, relevant.rows),
            {name: one(question, backend, learned, relevant.rows) for name, one in representations},
        )


@dataclass(frozen=True, slots=True)
class Setting:
    """One way to rank the candidates of a query."""

    tau: float  # relevance that a candidate must exceed
    representation: str  # name of what premises are compared by
    ranker: PremiseRanker  # how the list is picked

    def __str__(self) -> str:
        """Shows what the settings differ in."""
        one = self.ranker
        of_ranker = f", α = {one.alpha:g}, {one.distance}" if isinstance(one, BiasedCoreset) else ""
        return f"τ = {self.tau:g}{of_ranker}, {self.representation}"

    def ranked(self, reading: Reading, k: int) -> list[str]:
        """Returns the ids of the premises picked."""
        kept = np.flatnonzero(reading.relevance > self.tau)
        vectors = reading.vectors[self.representation][kept]
        places = self.ranker.pick(reading.relevance[kept], vectors, k).places
        return [reading.ids[place] for place in kept[places].tolist()]


def coresets(representations: Sequence[str], alphas: Sequence[float] = ALPHAS) -> list[Setting]:
    """Returns the settings of the biased coreset; of the plain one where alpha is 0 alone."""
    return [
        Setting(tau, name, BiasedCoreset(alpha, distance))
        for name in representations
        for tau in TAUS
        for alpha in alphas
        for distance in DISTANCES
    ]


def kmeans(representations: Sequence[str], seed: int) -> list[Setting]:
    """Returns the settings of k-means with one premise a cluster."""
    return [Setting(tau, name, OnePerCluster(seed=seed)) for name in representations for tau in TAUS]


def held_out(
    settings: Sequence[Setting], readings: Sequence[Reading], k: int, on_setting: Callable[[], None]
) -> HeldOut:
    """Scores each query with the setting that is best on all others; calls `on_setting` after each setting."""
    score = measure(SCORED.format(k))
    values = np.zeros((len(settings), len(readings)))
    for row, setting in enumerate(settings):
        values[row] = [score(setting.ranked(reading, k), reading.judged) for reading in readings]
        on_setting()
    return leave_one_out(values)


def rescored(
    result: HeldOut, settings: Sequence[Setting], readings: Sequence[Reading], k: int, name: str
) -> Floats:
    """Returns another measure of the lists that each query was scored with."""
    score = measure(name)
    pairs = zip(result.chosen.tolist(), readings, strict=True)
    return np.array([score(settings[row].ranked(reading, k), reading.judged) for row, reading in pairs])


def most_chosen(result: HeldOut, settings: Sequence[Setting]) -> str:
    """Names the setting that was chosen for most queries.

    >>> most_chosen(leave_one_out([[1.0, 1.0, 0.0]]), kmeans(["encoder"], 0)[:1])
    'τ = 0, encoder for 3 of 3 queries'
    """
    setting, count = Counter(result.chosen.tolist()).most_common(1)[0]
    return f"{settings[setting]} for {count} of {counted(len(result.chosen), 'query')}"


def top_k(readings: Sequence[Reading], relevances: Sequence[Floats], k: int, name: str) -> Floats:
    """Scores the lists of the k candidates with the greatest relevance by a measure."""
    score = measure(name)
    orders = [np.argsort(-relevance, kind="stable")[:k] for relevance in relevances]
    pairs = zip(readings, orders, strict=True)
    return np.array([score([one.ids[place] for place in order], one.judged) for one, order in pairs])

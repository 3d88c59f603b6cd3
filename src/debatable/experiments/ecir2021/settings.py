"""The settings of Table 1: thresholds, weights, distances and representations, each tried on every query."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from debatable.arrays import Floats
from debatable.evaluation import measure
from debatable.experiments.ecir2021.reading import Reading
from debatable.experiments.selection import HeldOut, leave_one_out
from debatable.plural import counted
from debatable.ranking.diversity.premise_ranker import BiasedCoreset, OnePerCluster, PremiseRanker
from debatable.ranking.formulas.ecir2021 import Distance

__all__ = ["Setting", "coresets", "held_out", "kmeans", "most_chosen", "top_k"]

TAUS = (0.0, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9)
ALPHAS = (0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 1.0)
DISTANCES: tuple[Distance, ...] = ("cos", "l1", "l2")


@dataclass(frozen=True, slots=True)
class Setting:
    """One way to rank the candidates of a query.

    Attributes:
        tau: Relevance that a candidate must exceed.
        representation: Name of what premises are compared by.
        ranker: How the list is picked.
    """

    tau: float
    representation: str
    ranker: PremiseRanker

    def __str__(self) -> str:
        """Shows what the settings differ in."""
        of_ranker = (
            f", α = {self.ranker.alpha:g}, {self.ranker.distance}"
            if isinstance(self.ranker, BiasedCoreset)
            else ""
        )
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
    settings: Sequence[Setting], readings: Sequence[Reading], k: int, told: Callable[[], None]
) -> HeldOut:
    """Scores each query with the setting that is best on all others; tells when a setting is done."""
    score = measure(f"alpha_nDCG@{k}")
    values = np.zeros((len(settings), len(readings)))
    for row, setting in enumerate(settings):
        values[row] = [score(setting.ranked(reading, k), reading.judged) for reading in readings]
        told()
    return leave_one_out(values)


def most_chosen(found: HeldOut, settings: Sequence[Setting]) -> str:
    """Says which setting was chosen for most queries.

    >>> most_chosen(leave_one_out([[1.0, 1.0, 0.0]]), kmeans(["encoder"], 0)[:1])
    'τ = 0, encoder for 3 of 3 queries'
    """
    setting, count = Counter(found.chosen.tolist()).most_common(1)[0]
    return f"{settings[setting]} for {count} of {counted(len(found.chosen), 'query')}"


def top_k(readings: Sequence[Reading], relevances: Sequence[Floats], k: int) -> Floats:
    """Scores the lists of the k candidates with the greatest relevance."""
    score = measure(f"alpha_nDCG@{k}")
    return np.array(
        [
            score([reading.ids[place] for place in np.argsort(-r, kind="stable")[:k]], reading.judged)
            for reading, r in zip(readings, relevances, strict=True)
        ]
    )

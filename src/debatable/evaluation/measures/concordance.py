"""Correctness and completeness of an order (Cheng et al. 2010), as Lenz et al. 2019 use them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from debatable.evaluation.judgments import Judged
from debatable.evaluation.measures.base import Measure
from debatable.evaluation.runs.trec import Ranking, ordered


def pair_counts(ranking: Ranking, judged: Judged, k: int | None = None) -> tuple[int, int, int]:
    """Returns how many pairs of different relevance stand in order, against it, and exist at all.

    Pairs are of relevant items; a pair counts for or against where both were retrieved.

    >>> from debatable.evaluation.judgments import Judgment
    >>> judged = Judged([Judgment("q", "a", 3), Judgment("q", "b", 2), Judgment("q", "c", 1)])
    >>> pair_counts(["b", "a"], judged)
    (0, 1, 3)
    """
    position = np.full(len(judged), np.inf)
    rows = judged.rows_of(ordered(ranking)[:k])
    position[rows[rows >= 0]] = np.flatnonzero(rows >= 0)
    relevant = judged.relevance > 0
    rel, rank = judged.relevance[relevant], position[relevant]
    better = rel[:, None] > rel[None, :]
    seen = np.isfinite(rank)
    both = better & seen[:, None] & seen[None, :]
    above = rank[:, None] < rank[None, :]
    return int((both & above).sum()), int((both & ~above).sum()), int(better.sum())


@dataclass(frozen=True, slots=True, repr=False)
class Correctness(Measure):
    """CR = (|C| - |D|) / (|C| + |D|) of concordant and discordant pairs; 1 where there is no pair."""

    NAME: ClassVar[str] = "CR"

    def __call__(self, ranking: Ranking, judged: Judged) -> float:
        """Computes the measure for one query."""
        concordant, discordant, _ = pair_counts(ranking, judged, self.k)
        compared = concordant + discordant
        return (concordant - discordant) / compared if compared else 1.0


@dataclass(frozen=True, slots=True, repr=False)
class Completeness(Measure):
    """CP = (|C| + |D|) / pairs of the reference; 1 where the reference orders nothing."""

    NAME: ClassVar[str] = "CP"

    def __call__(self, ranking: Ranking, judged: Judged) -> float:
        """Computes the measure for one query."""
        concordant, discordant, pairs = pair_counts(ranking, judged, self.k)
        return (concordant + discordant) / pairs if pairs else 1.0


@dataclass(frozen=True, slots=True, repr=False)
class PairwiseAccuracy(Measure):
    """Share of the pairs of different relevance that a full order puts right; NaN where there is no pair.

    This is how pairs judged for convincingness are scored: give the better one the greater relevance.
    """

    NAME: ClassVar[str] = "pairwise_accuracy"
    CUT: ClassVar[bool] = False

    def __call__(self, ranking: Ranking, judged: Judged) -> float:
        """Computes the measure for one query."""
        concordant, _, pairs = pair_counts(ranking, judged)
        return concordant / pairs if pairs else math.nan

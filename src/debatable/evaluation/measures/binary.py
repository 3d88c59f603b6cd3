"""Precision, recall, average precision, reciprocal rank, bpref: relevant or not, as trec_eval counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from debatable.arrays import Bools
from debatable.evaluation.judgments import Judged
from debatable.evaluation.measures.base import Measure
from debatable.evaluation.measures.condensed import condensed
from debatable.evaluation.runs.trec_order import Ranking, ordered

__all__ = ["AP", "RR", "BPref", "JudgedShare", "Precision", "Recall"]


@dataclass(frozen=True, slots=True, repr=False)
class _Binary(Measure):
    """Measures over relevant or not.

    Attributes:
        condensed: Whether premises nobody judged are taken out of the list first.
    """

    condensed: bool = False

    def relevant(self, ranking: Ranking, judged: Judged) -> Bools:
        """Returns for each rank up to the cut-off whether it is relevant."""
        ids = ordered(ranking)
        if self.condensed:
            ids = condensed(ids, judged)
        return judged.gains(ids[: self.k]) > 0


def _relevant_count(judged: Judged) -> int:
    return int(np.count_nonzero(judged.relevance > 0))


@dataclass(frozen=True, slots=True, repr=False)
class Precision(_Binary):
    """Share of relevant premises among the first k, or among all that were returned without a k."""

    NAME: ClassVar[str] = "P"

    def __call__(self, ranking: Ranking, judged: Judged) -> float:
        """Computes the measure for one query."""
        relevant = self.relevant(ranking, judged)
        length = len(relevant) if self.k is None else self.k
        return float(relevant.sum()) / length if length else 0.0


@dataclass(frozen=True, slots=True, repr=False)
class Recall(_Binary):
    """Share of the relevant premises that are among the first k."""

    NAME: ClassVar[str] = "R"

    def __call__(self, ranking: Ranking, judged: Judged) -> float:
        """Computes the measure for one query."""
        total = _relevant_count(judged)
        return float(self.relevant(ranking, judged).sum()) / total if total else 0.0


@dataclass(frozen=True, slots=True, repr=False)
class AP(_Binary):
    """Average precision: mean, over all relevant premises, of the precision at their ranks."""

    NAME: ClassVar[str] = "AP"

    def __call__(self, ranking: Ranking, judged: Judged) -> float:
        """Computes the measure for one query."""
        total = _relevant_count(judged)
        ranks = np.flatnonzero(self.relevant(ranking, judged)) + 1
        return float(np.sum(np.arange(1, len(ranks) + 1) / ranks)) / total if total else 0.0


@dataclass(frozen=True, slots=True, repr=False)
class RR(_Binary):
    """One over the rank of the first relevant premise."""

    NAME: ClassVar[str] = "RR"

    def __call__(self, ranking: Ranking, judged: Judged) -> float:
        """Computes the measure for one query."""
        ranks = np.flatnonzero(self.relevant(ranking, judged))
        return 1.0 / (float(ranks[0]) + 1.0) if len(ranks) else 0.0


@dataclass(frozen=True, slots=True, repr=False)
class BPref(Measure):
    """How seldom judged premises that are not relevant stand above relevant ones (Buckley and Voorhees 2004).

    Premises nobody judged do not count, so incomplete judgments hurt less. The form is trec_eval's:
    the number above is bounded by R and divided by min(R, N), of R relevant and N not relevant ones,
    and a relevance below 0 counts as not judged.
    """

    NAME: ClassVar[str] = "bpref"
    CUT: ClassVar[bool] = False

    def __call__(self, ranking: Ranking, judged: Judged) -> float:
        """Computes the measure for one query."""
        total = _relevant_count(judged)
        bound = min(total, int(np.count_nonzero(judged.grades == 0)))
        rows = judged.rows_of(condensed(ordered(ranking), judged))
        relevant = judged.grades[rows[judged.grades[rows] >= 0]] > 0
        above = np.minimum(np.cumsum(~relevant)[relevant], total)
        return float(np.sum(1.0 - above / max(bound, 1))) / total if total else 0.0


@dataclass(frozen=True, slots=True, repr=False)
class JudgedShare(Measure):
    """Share of the first k that somebody judged: how far the other figures can be trusted."""

    NAME: ClassVar[str] = "judged"

    def __call__(self, ranking: Ranking, judged: Judged) -> float:
        """Computes the measure for one query."""
        ids = ordered(ranking)[: self.k]
        return len(condensed(ids, judged)) / len(ids) if ids else 0.0

"""Relevant or not: precision, recall, AP, RR and bpref as trec_eval counts; success and MRR of the greatest grade."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from debatable.arrays import Bools, Ints
from debatable.evaluation.judgments import Judged
from debatable.evaluation.measures.base import Kind, Measure, condensed, ranked_ids
from debatable.evaluation.runs.trec import Ranking, check_order, ordered


@dataclass(frozen=True, slots=True, repr=False)
class _Binary(Measure):
    """Measures over relevant or not."""

    condensed: bool = False  # whether premises nobody judged are taken out of the list first

    def relevant(self, ranking: Ranking, judged: Judged) -> Bools:
        """Returns for each rank up to the cut-off whether it is relevant."""
        return judged.gains(ranked_ids(ranking, judged, self.condensed)[: self.k]) > 0


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
    """Share of the first k that somebody judged, NaN of an empty list: how far the other figures can be trusted."""

    NAME: ClassVar[str] = "judged"

    def __call__(self, ranking: Ranking, judged: Judged) -> float:
        """Computes the measure for one query."""
        ids = ordered(ranking)[: self.k]
        return len(condensed(ids, judged)) / len(ids) if ids else math.nan


ResultClusters = Sequence[Sequence[str] | str]
"""Hits with their members, best first; an id alone is a hit without other members."""


@dataclass(frozen=True, slots=True, repr=False)
class _FirstBest(Measure):
    """Measures of the first hit that has the greatest grade of the query, itself or by a member.

    Members are the premises of a hit's cluster, which say the same. A run has none, so that its ids count alone.
    """

    KIND: ClassVar[Kind] = "clusters"

    condensed: bool = False  # whether hits of which nobody judged a member are taken out of the list first

    def ranks(self, hits: Ranking | ResultClusters, judged: Judged) -> Ints:
        """Returns the ranks, up to the cut-off, of the hits with the greatest grade; none where nothing is relevant."""
        clusters = _members(hits)
        if self.condensed:
            clusters = [members for members in clusters if any(member in judged for member in members)]
        greatest = judged.relevance.max(initial=0.0)
        grades = [judged.gains(members).max(initial=0.0) for members in clusters[: self.k]]
        return np.flatnonzero([grade == greatest > 0 for grade in grades]) + 1


def _members(hits: Ranking | ResultClusters) -> list[Sequence[str]]:
    """Returns the members of each hit; ids with scores are ordered as those of any ranking."""
    check_order(hits)
    scored = [(hit[0], hit[1]) for hit in hits if len(hit) == 2 and not isinstance(hit[1], str)]
    if scored:
        return [(identifier,) for identifier in ordered(scored)]
    return [(hit,) if isinstance(hit, str) else [str(member) for member in hit] for hit in hits]


@dataclass(frozen=True, slots=True, repr=False)
class Success(_FirstBest):
    """1 where one of the first k hits has the greatest grade that was judged for the query, else 0."""

    NAME: ClassVar[str] = "success"

    def __call__(self, hits: Ranking | ResultClusters, judged: Judged) -> float:
        """Computes the measure for one query."""
        return float(len(self.ranks(hits, judged)) > 0)


@dataclass(frozen=True, slots=True, repr=False)
class MRR(_FirstBest):
    """One over the rank of the first hit that has the greatest grade; `RR` takes the first that is relevant at all."""

    NAME: ClassVar[str] = "MRR"
    DEEP: ClassVar[bool] = False

    def __call__(self, hits: Ranking | ResultClusters, judged: Judged) -> float:
        """Computes the measure for one query."""
        ranks = self.ranks(hits, judged)
        return 1.0 / float(ranks[0]) if len(ranks) else 0.0

"""Success at k and mean reciprocal rank: how soon comes a hit that has the greatest grade, itself or by a member."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from debatable.arrays import Ints
from debatable.evaluation.judgments import Judged
from debatable.evaluation.measures.base import Kind, Measure
from debatable.evaluation.runs.trec_order import Ranking, ordered

__all__ = ["MRR", "Success"]

ResultClusters = Sequence[Sequence[str] | str]
"""Hits with their members, best first; an id alone is a hit without other members."""


@dataclass(frozen=True, slots=True, repr=False)
class _FirstBest(Measure):
    """Measures of the first hit that has the greatest grade of the query, itself or by a member.

    Members are the premises of a hit's cluster, which say the same. A run has none, so that its ids count alone.

    Attributes:
        condensed: Whether hits of which nobody judged a member are taken out of the list first.
    """

    KIND: ClassVar[Kind] = "clusters"

    condensed: bool = False

    def ranks(self, hits: Ranking | ResultClusters, judged: Judged) -> Ints:
        """Returns the ranks, up to the cut-off, of the hits with the greatest grade; none where nothing is relevant."""
        clusters = _members(hits)
        if self.condensed:
            clusters = [members for members in clusters if any(member in judged for member in members)]
        greatest = judged.relevance.max(initial=0.0)
        is_best = [
            greatest > 0 and bool((judged.gains(members) == greatest).any()) for members in clusters[: self.k]
        ]
        return np.flatnonzero(is_best) + 1


def _members(hits: Ranking | ResultClusters) -> list[Sequence[str]]:
    """Returns the members of each hit; ids with scores are ordered as those of any ranking."""
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

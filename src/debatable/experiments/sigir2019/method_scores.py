"""nDCG of many methods on the same queries: means, ranks among the 196, and what stands beside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from debatable.arrays import Floats
from debatable.evaluation.measures import NDCG
from debatable.experiments.sigir2019.claim_retrieval import ClaimRetrieval

__all__ = ["CUTS", "MethodScores"]

CUTS = (1, 2, 5)
"""Cutoffs of nDCG in Table 2."""


@dataclass(frozen=True, slots=True)
class MethodScores:
    """What methods reach, query by query.

    Attributes:
        retrieval: The queries and the relevance of claims.
        ranked: nDCG of the methods that are compared: cutoffs by queries.
        beside: The same of methods that are shown but not ranked among them.
        judged: Claims among the first of each list that somebody judged, and how many there are; for remarks.
    """

    retrieval: ClaimRetrieval
    ranked: dict[str, Floats] = field(default_factory=dict)
    beside: dict[str, Floats] = field(default_factory=dict)
    judged: list[tuple[int, int]] = field(default_factory=list)

    def add(self, name: str, rankings: Sequence[Sequence[str]], *, ranked: bool = True) -> None:
        """Scores the rankings of a method, one a query."""
        pairs = list(zip(self.retrieval.queries, rankings, strict=True))
        relevance = self.retrieval.relevance
        measures = [NDCG(cut, discount="jarvelin") for cut in CUTS]
        values = np.array(
            [[one(ranking, relevance[query.id]) for query, ranking in pairs] for one in measures]
        )
        (self.ranked if ranked else self.beside)[name] = values
        if ranked:
            found = [
                claim in relevance[query.id] for query, ranking in pairs for claim in ranking[: CUTS[-1]]
            ]
            self.judged.append((sum(found), len(found)))

    @property
    def judged_share(self) -> float:
        """Share of the first five claims of all ranked methods that somebody judged."""
        found, total = np.array(self.judged).sum(axis=0).tolist()
        return found / total if total else 0.0

    def values(self, name: str) -> Floats:
        """Returns nDCG of a method: cutoffs by queries."""
        return self.ranked[name] if name in self.ranked else self.beside[name]

    def means(self, name: str) -> Floats:
        """Returns the mean nDCG of a method at every cutoff."""
        return np.asarray(self.values(name).mean(axis=1))

    def ranks(self, name: str) -> list[int]:
        """Returns 1 and how many of the ranked methods are better at every cutoff; equal ones share a rank."""
        means = np.array([values.mean(axis=1) for values in self.ranked.values()]).round(12)
        return [int(rank) for rank in (means > self.means(name).round(12)).sum(axis=0) + 1]

    def best(self, cut: int = -1, among: Iterable[str] | None = None) -> str:
        """Returns the method with the greatest mean at a cutoff, the last by default; the first of equal ones."""
        names = self.ranked if among is None else among
        return max(names, key=lambda name: float(self.means(name)[cut].round(12)))

    def best_of(self, family: str) -> str:
        """Returns the best method at 5 of a family of similarities."""
        return self.best(among=[name for name in self.ranked if name.startswith(f"{family}(")])

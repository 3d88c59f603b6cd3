"""Method ``diverse`` and its parts: learned relevance, then a biased coreset (Fromm et al. 2021)."""

from __future__ import annotations

from dataclasses import dataclass

from debatable.model import Stance
from debatable.naming import Table, named, resolve
from debatable.ranking.candidates.prefilter import PREFILTERS, Prefilter
from debatable.ranking.diversity.premise_ranker import PREMISE_RANKERS, PremiseRanker
from debatable.ranking.explanations.diverse import explain
from debatable.ranking.protocol import Backend, Question, Scored, claims_by_premise
from debatable.ranking.relevance.learned import LearnedFilter
from debatable.ranking.relevance.protocol import RelevanceFilter
from debatable.ranking.relevance.similarity import SimilarityFilter
from debatable.ranking.stance.table import STANCE_STAGES, StanceStage

__all__ = ["RELEVANCE_FILTERS", "Diverse"]

RELEVANCE_FILTERS: Table[RelevanceFilter] = Table(
    "relevance filter", {"learned": LearnedFilter(), "similarity": SimilarityFilter()}
)
"""How candidates are found relevant, by name."""


@dataclass(frozen=True, slots=True)
class Diverse:
    """Candidates, those of them that are relevant, and of these a list that covers what they say.

    Attributes:
        candidates: Where candidates come from: through ``claims``, or ``inductive``: by themselves alone.
        relevance: Which of them are kept: ``learned``, or by the ``similarity`` of vectors.
        ranker: How the list is picked: ``coreset``, ``kmeans`` or ``top``.
        stance: Model of P(query and claim have the same stance).
    """

    candidates: Prefilter = named(PREFILTERS, "claims")
    relevance: RelevanceFilter = named(RELEVANCE_FILTERS, "learned")
    ranker: PremiseRanker = named(PREMISE_RANKERS, "coreset")
    stance: StanceStage = named(STANCE_STAGES, "learned")

    def __post_init__(self) -> None:
        """Takes names for objects."""
        resolve(self)

    def __call__(self, question: Question, backend: Backend, k: int) -> list[Scored]:
        """Ranks premises; ties by row."""
        candidates = self.candidates(question, backend)
        relevant = self.relevance(question, backend, candidates)
        picks = self.ranker(question, backend, self.relevance, relevant, k)
        trees = explain(backend, relevant, picks, self.relevance.symbol)
        rows = relevant.rows[picks.places]
        claims = claims_by_premise(backend.links("premises", rows))
        scored = [
            Scored(
                row,
                tree.value,
                Stance.NONE,
                tree,
                claims.get(row, ()),
                tuple(int(relevant.rows[member]) for member in members),
            )
            for row, tree, members in zip(rows.tolist(), trees, picks.members, strict=True)
        ]
        return self.stance.of_premises(question, backend, scored)

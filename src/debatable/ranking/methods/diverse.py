"""Method ``diverse`` and its parts: learned relevance, then a biased coreset (Fromm et al. 2021)."""

from __future__ import annotations

from dataclasses import dataclass

from debatable.arrays import distinct
from debatable.model import Explanation, Stance
from debatable.naming import Table, check_fields, named
from debatable.ranking.candidates.prefilter import PREFILTERS, Prefilter
from debatable.ranking.diversity.premise_ranker import PREMISE_RANKERS, Picks, PremiseRanker
from debatable.ranking.protocol import Backend, Question, Scored, claims_by_premise, named_texts
from debatable.ranking.relevance.filters import LearnedFilter, RelevanceFilter, Relevant, SimilarityFilter
from debatable.ranking.stance.table import STANCE_STAGES, StanceStage

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
        check_fields(self)

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


def explain(backend: Backend, relevant: Relevant, picks: Picks, symbol: str) -> list[Explanation]:
    """Returns the tree of the score of each premise picked.

    The score is alpha r + (1 - alpha)(1 - psim): what Algorithm 1 maximises plus 1 - alpha, which is the same for all,
    so that it is not negative. The first is like nothing before it: psim has its least value there.
    """
    earlier = picks.likest >= 0
    texts = named_texts(backend, "premises", distinct(relevant.rows[picks.likest[earlier]]))
    trees = []
    for place, closest, like, members in zip(
        picks.places.tolist(), picks.closest.tolist(), picks.likest.tolist(), picks.members, strict=True
    ):
        of_cluster = f"the most relevant of a cluster of {len(members)}" if len(members) > 1 else None
        r = Explanation(symbol, float(relevant.relevance[place]), note=of_cluster)
        if picks.alpha == 1:
            trees.append(r)
            continue
        id_, text = texts[int(relevant.rows[like])] if like >= 0 else (None, "nothing was picked before")
        alike = Explanation("max psim(a,p)", closest, of=id_, note=text)
        new = Explanation("1 - max psim(a,p)", 1.0 - closest, "difference", (Explanation("1", 1.0), alike))
        parts = _weighted("α", picks.alpha, r), _weighted("1 - α", 1.0 - picks.alpha, new)
        trees.append(Explanation("score", parts[0].value + parts[1].value, "sum", parts))
    return trees


def _weighted(label: str, weight: float, part: Explanation) -> Explanation:
    return Explanation(
        f"({label}) {part.label}", weight * part.value, "product", (Explanation(label, weight), part)
    )

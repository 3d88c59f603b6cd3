"""nDCG of many methods that find claims, and Doc2Vec beside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from debatable.arrays import Floats
from debatable.embedding.words import train_documents
from debatable.evaluation import Collection
from debatable.evaluation.claim_retrieval import ClaimRetrieval
from debatable.evaluation.measures import NDCG

CUTS = (1, 2, 5)
"""Cutoffs of nDCG in Table 2."""


def doc2vec_rankings(
    retrieval: ClaimRetrieval, collection: Collection, k: int, *, seed: int = 0
) -> list[list[str]]:
    """Returns the nearest claims for each query by the cosine of paragraph vectors, never the query itself.

    One model is trained on claims, premises and queries, each text once, and its own vectors are compared: queries of
    the paper are claims of the corpus, and vectors that are inferred afterwards depend on where the inference starts.
    """
    claims = retrieval.claims
    queries = [query.text for query in retrieval.queries]
    texts = list(dict.fromkeys([*claims.texts.values(), *collection.texts().values(), *queries]))
    rows = {text: row for row, text in enumerate(texts)}
    vectors = train_documents(texts, least=1, seed=seed).trained
    of_claims = vectors[[rows[claims.texts[claim]] for claim in claims.ids]]
    rankings = []
    for query in retrieval.queries:
        cosines = np.round(of_claims @ vectors[rows[query.text]], 6)
        allowed = retrieval.among.get(query.id, np.arange(len(claims.ids)))
        order = allowed[np.argsort(-cosines[allowed], kind="stable")]
        itself = claims.itself(query.text)
        rankings.append([claims.ids[row] for row in order.tolist() if row not in itself][:k])
    return rankings


@dataclass(frozen=True, slots=True)
class MethodScores:
    """nDCG of methods, cutoffs by queries."""

    retrieval: ClaimRetrieval
    ranked: dict[str, Floats] = field(default_factory=dict)  # of the methods that are compared
    beside: dict[str, Floats] = field(default_factory=dict)  # of methods that are shown but not ranked
    judged: list[tuple[int, int]] = field(default_factory=list)  # judged of the first claims, and all

    def add(self, name: str, rankings: Sequence[Sequence[str]], *, ranked: bool = True) -> None:
        """Scores the rankings of a method, one a query."""
        judged = [self.retrieval.relevance[query.id] for query in self.retrieval.queries]
        pairs = list(zip(rankings, judged, strict=True))
        measures = [NDCG(cut, discount="jarvelin") for cut in CUTS]
        values = np.array([[one(ranking, truth) for ranking, truth in pairs] for one in measures])
        (self.ranked if ranked else self.beside)[name] = values
        if ranked:
            is_judged = [claim in truth for ranking, truth in pairs for claim in ranking[: CUTS[-1]]]
            self.judged.append((sum(is_judged), len(is_judged)))

    @property
    def judged_share(self) -> float:
        """Share of the first five claims of all ranked methods that somebody judged."""
        judged, total = np.array(self.judged).sum(axis=0).tolist()
        return judged / total if total else 0.0

    def values(self, name: str) -> Floats:
        """Returns nDCG of a method: cutoffs by queries."""
        return self.ranked[name] if name in self.ranked else self.beside[name]

    def means(self, name: str) -> Floats:
        """Returns the mean nDCG of a method at every cutoff."""
        return np.asarray(self.values(name).mean(axis=1))

    def ranks(self, name: str) -> list[int]:
        """Returns 1 and how many of the ranked methods are better at every cutoff; equal ones share a rank."""
        means = np.array(list(self.ranked.values())).mean(axis=2).round(12)
        return [int(rank) for rank in (means > self.means(name).round(12)).sum(axis=0) + 1]

    def best(self, cut: int = -1, among: Iterable[str] | None = None) -> str:
        """Returns the method with the greatest mean at a cutoff, the last by default; the first of equal ones."""
        names = self.ranked if among is None else among
        return max(names, key=lambda name: float(self.means(name)[cut].round(12)))

    def best_of(self, family: str) -> str:
        """Returns the best method at 5 of a family of similarities."""
        return self.best(among=[name for name in self.ranked if name.startswith(f"{family}(")])

"""Claim retrieval: the claims of a collection, their relevance, their rankings, and nDCG of many methods."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from debatable.arrays import Floats, Ints
from debatable.embedding.words import train_documents
from debatable.errors import InputError
from debatable.evaluation import Collection, Judgment, Judgments, Query
from debatable.evaluation.claims import ClaimIndex, claim_index, read_claim_judgments
from debatable.evaluation.measures import NDCG
from debatable.lexical import Formula
from debatable.model import text_key

__all__ = ["CUTS", "ClaimRetrieval", "MethodScores", "claim_retrieval", "doc2vec_rankings"]

CUTS = (1, 2, 5)
"""Cutoffs of nDCG in Table 2."""


@dataclass(frozen=True, slots=True)
class ClaimRetrieval:
    """Query claims, the claims that may answer them, and how relevant those are."""

    claims: ClaimIndex  # what is searched
    queries: tuple[Query, ...]  # with at least one relevant claim
    relevance: Judgments  # of the claims, query by query
    among: Mapping[str, Ints]  # rows that may be found for each query; a query that is not there may find all
    derived: bool  # whether nobody judged the claims, so that their relevance comes from their premises'
    left_out: int  # how many queries have no relevant claim

    def rankings(self, formula: Formula, k: int) -> list[list[str]]:
        """Returns the best claims for each query, best first, never the query itself."""
        return [
            [claim for claim, _ in self.claims.search(query.text, formula, k, self.among.get(query.id))]
            for query in self.queries
        ]


def claim_retrieval(collection: Collection, folder: Path) -> ClaimRetrieval:
    """Prepares the claims of a collection.

    Where the folder has ``claim_judgments.jsonl``, a claim is as relevant as it was judged, and not at all where it was
    not. Elsewhere its relevance is the mean of its premises': where judgments are sparse, over the judged ones, and
    claims without any are left out; otherwise a premise that nobody judged is not relevant.
    """
    claims = claim_index(collection)
    judged = read_claim_judgments(folder, collection.queries, claims)
    condensed = judged is None and collection.is_sparse
    relevance = _derived(claims, collection, condensed) if judged is None else judged
    queries = tuple(q for q in collection.queries if q.id in relevance and relevance[q.id].relevance.any())
    if not queries:
        todo = "judge claims (docs/howto/judgments.md), or use a collection with judged premises"
        raise InputError("no claim is relevant to a query", where=collection.name, todo=todo)
    among = {}
    for query in queries if condensed else ():
        rows = [row for row, claim in enumerate(claims.ids) if claim in relevance[query.id]]
        among[query.id] = np.array(rows, dtype=np.int64)
    left_out = len(collection.queries) - len(queries)
    return ClaimRetrieval(claims, queries, relevance, among, judged is None, left_out)


def _derived(claims: ClaimIndex, collection: Collection, condensed: bool) -> Judgments:
    rows = []
    for query in [query for query in collection.queries if query.id in collection.judgments]:
        judged = collection.judgments[query.id]
        for claim, members in claims.premises.items():
            counted = [one for one in members if one in judged] if condensed else members
            if counted and text_key(claims.texts[claim]) != text_key(query.text):
                rows.append(Judgment(query.id, claim, float(judged.gains(counted).mean())))
    return Judgments(rows)


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
        means = np.array([values.mean(axis=1) for values in self.ranked.values()]).round(12)
        return [int(rank) for rank in (means > self.means(name).round(12)).sum(axis=0) + 1]

    def best(self, cut: int = -1, among: Iterable[str] | None = None) -> str:
        """Returns the method with the greatest mean at a cutoff, the last by default; the first of equal ones."""
        names = self.ranked if among is None else among
        return max(names, key=lambda name: float(self.means(name)[cut].round(12)))

    def best_of(self, family: str) -> str:
        """Returns the best method at 5 of a family of similarities."""
        return self.best(among=[name for name in self.ranked if name.startswith(f"{family}(")])

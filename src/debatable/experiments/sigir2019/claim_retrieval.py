"""The first step of the two-step search, taken alone: claims of a collection, their relevance, their rankings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from debatable.arrays import Ints
from debatable.errors import InputError
from debatable.evaluation import Collection, Judged, Judgment, Judgments, Query
from debatable.evaluation.claims import ClaimIndex, claim_index, read_claim_judgments
from debatable.lexical import Formula
from debatable.model import text_key

__all__ = ["ClaimRetrieval", "claim_retrieval"]


@dataclass(frozen=True, slots=True)
class ClaimRetrieval:
    """Query claims, the claims that may answer them, and how relevant those are.

    Attributes:
        claims: What is searched.
        queries: With at least one relevant claim.
        relevance: Of the claims, query by query.
        among: Rows that may be found for each query; a query that is not there may find all.
        derived: Whether nobody judged the claims, so that their relevance comes from their premises'.
        left_out: How many queries have no relevant claim.
    """

    claims: ClaimIndex
    queries: tuple[Query, ...]
    relevance: Judgments
    among: Mapping[str, Ints]
    derived: bool
    left_out: int

    def rankings(self, formula: Formula, k: int) -> list[list[str]]:
        """Returns the best claims for each query, best first, never the query itself."""
        return [
            [claim for claim, _ in self.claims.search(query.text, formula, k, self.among.get(query.id))]
            for query in self.queries
        ]


def claim_retrieval(collection: Collection, folder: Path) -> ClaimRetrieval:
    """Prepares the claims of a collection.

    Where the folder has ``claim_judgments.jsonl``, a claim is as relevant as people said, and not at all where
    nobody judged it. Elsewhere its relevance is the mean of its premises': where judgments are sparse, over the
    judged ones, and claims without any are left out; otherwise a premise that nobody judged is not relevant.

    Raises:
        InputError: The collection has no claims, or none that is relevant.
    """
    claims = claim_index(collection)
    judged = read_claim_judgments(folder, collection.queries, claims)
    condensed = judged is None and collection.is_sparse
    relevance = _derived(claims, collection, condensed) if judged is None else judged
    queries = tuple(q for q in collection.queries if q.id in relevance and relevance[q.id].relevance.any())
    if not queries:
        raise InputError(
            "no claim is relevant to a query",
            where=collection.name,
            todo="judge claims (docs/evaluation.md), or use a collection with judged premises",
        )
    among = {query.id: _rows(claims.ids, relevance[query.id]) for query in queries} if condensed else {}
    left_out = len(collection.queries) - len(queries)
    return ClaimRetrieval(claims, queries, relevance, among, judged is None, left_out)


def _derived(claims: ClaimIndex, collection: Collection, condensed: bool) -> Judgments:
    return Judgments(
        Judgment(query.id, claim, value)
        for query in collection.queries
        if query.id in collection.judgments
        for claim, value in _means(claims.premises, collection.judgments[query.id], condensed).items()
        if text_key(claims.texts[claim]) != text_key(query.text)
    )


def _means(premises: Mapping[str, Sequence[str]], judged: Judged, condensed: bool) -> dict[str, float]:
    means = {}
    for claim, members in premises.items():
        counted = [member for member in members if member in judged] if condensed else members
        if counted:
            means[claim] = float(judged.gains(counted).mean())
    return means


def _rows(claims: Sequence[str], judged: Judged) -> Ints:
    return np.array([row for row, claim in enumerate(claims) if claim in judged], dtype=np.int64)

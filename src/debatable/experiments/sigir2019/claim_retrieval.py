"""Claims as what is retrieved: the claims of a collection, their relevance, and their rankings by a similarity."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from debatable import lexical
from debatable.arrays import Ints
from debatable.corpus.readers import read
from debatable.errors import InputError
from debatable.evaluation import Collection, Judged, Judgment, Judgments, Query
from debatable.lexical import Formula, Index
from debatable.model import text_key
from debatable.text import analyzer

__all__ = ["ClaimRetrieval", "claim_retrieval"]


@dataclass(frozen=True, slots=True)
class ClaimRetrieval:
    """The first step of the two-step search, taken alone.

    Attributes:
        index: The claims, one a row.
        claims: Ids of the claims by row.
        premises: Ids of the premises of each claim.
        queries: With at least one relevant claim.
        tokens: Of each query.
        among: Rows that may be found for each query: never the query itself.
        relevance: Of the claims, query by query.
        condensed: Whether only claims with a judged premise are ranked.
    """

    index: Index
    claims: tuple[str, ...]
    premises: Mapping[str, Sequence[str]]
    queries: tuple[Query, ...]
    tokens: Mapping[str, Sequence[str]]
    among: Mapping[str, Ints]
    relevance: Judgments
    condensed: bool

    def rankings(self, formula: Formula, k: int) -> list[list[str]]:
        """Returns the best claims for each query."""
        found = []
        for query in self.queries:
            hits = self.index.search(self.tokens[query.id], formula, k, self.among[query.id])
            found.append([self.claims[row] for row, _ in hits])
        return found


def claim_retrieval(collection: Collection) -> ClaimRetrieval:
    """Prepares the claims of a collection with premise judgments.

    A claim's relevance is the mean of its premises'. Where judgments are sparse, the mean is over the judged
    premises and claims without any are left out; elsewhere a premise that nobody judged is not relevant.

    Raises:
        InputError: The collection has no claims, or none that is relevant.
    """
    texts: dict[str, str] = {}
    premises: dict[str, list[str]] = defaultdict(list)
    for argument in read(collection.corpus, on_error="skip"):
        if argument.claim is not None:
            texts[argument.claim.id] = argument.claim.text
            premises[argument.claim.id].append(argument.id)
    condensed = collection.is_sparse
    rows = [
        Judgment(query.id, claim, value)
        for query in collection.queries
        if query.id in collection.judgments
        for claim, value in _means(premises, collection.judgments[query.id], condensed).items()
        if text_key(texts[claim]) != text_key(query.text)
    ]
    relevance = Judgments(rows)
    queries = tuple(q for q in collection.queries if q.id in relevance and relevance[q.id].relevance.any())
    if not queries:
        raise InputError(
            "no claim is relevant to a query", where=collection.name, todo="use a collection with claims"
        )
    analyze = analyzer("standard")
    claims = tuple(texts)
    allowed = {query.id: _rows(claims, relevance[query.id]) for query in queries}
    return ClaimRetrieval(
        index=lexical.build(analyze(text) for text in texts.values()),
        claims=claims,
        premises=dict(premises),
        queries=queries,
        tokens={query.id: analyze(query.text) for query in queries},
        among=allowed,
        relevance=relevance,
        condensed=condensed,
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

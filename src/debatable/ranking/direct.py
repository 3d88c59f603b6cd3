"""Premises found directly: by how well they and the claims they speak to match the query."""

from __future__ import annotations

import numpy as np

from debatable.corpus.links import Ints
from debatable.ranking.calibration import Floats, calibrated
from debatable.ranking.claim_step import ClaimStep, Found
from debatable.ranking.clusters import clusters_of
from debatable.ranking.index import ArgumentIndex
from debatable.ranking.nearest import nearest, query_vector

__all__ = ["found_directly"]


def found_directly(step: ClaimStep, query: str, index: ArgumentIndex, near: Ints, depth: int) -> Found:
    """Returns the premises that match the query best, with probabilities that sum to one.

    The match of a premise is its own, or the mean of its own and that of its best claim where it has one: words
    that a premise shares with the query mean little if it speaks to something else. Looked at are the best by
    words, those of the claims found, and the nearest of the premises that hang on no claim: comparing the
    query with the vectors of all premises would cost more the larger the corpus is.

    Args:
        step: How words and vectors are joined and calibrated.
        query: The query.
        index: What is searched.
        near: Premises of the claims found.
        depth: How many premises to return at most.
    """
    hits = index.premises.search(index.tokens(query), step.similarity, k=depth)
    rows = np.union1d(np.array([row for row, _ in hits], np.int64), near)
    if step.source != "lexical" and index.has_vectors:
        alone, premises = clusters_of(index).claimless
        among = None if len(alone) == premises == index.links.premises else alone
        rows = np.union1d(rows, nearest(index.premise_vectors, query_vector(index, query), depth, among)[0])
    scores = step.match(query, index, rows, "premises")
    claims = _of_best_claims(step, query, index, rows)
    scores = np.where(np.isnan(claims), scores, (scores + claims) / 2.0)
    order = np.lexsort((rows, -scores))[:depth]
    order = order[scores[order] > 0]
    return Found(rows[order], calibrated(scores[order], step.calibration, step.temperature))


def _of_best_claims(step: ClaimStep, query: str, index: ArgumentIndex, premises: Ints) -> Floats:
    """Returns the match of the best claim of each premise, NaN for those without one."""
    links = index.links
    found = links.of_premises(premises)
    found = found[links.claim[found] >= 0]
    claims, place = np.unique(links.claim[found], return_inverse=True)
    best = np.full(len(premises), np.nan)
    match = step.match(query, index, claims, "claims")
    np.fmax.at(best, np.searchsorted(premises, links.premise[found]), match[place])
    return best

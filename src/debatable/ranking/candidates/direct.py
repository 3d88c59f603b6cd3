"""Premises found directly: by how well they and the claims they speak to match the query."""

from __future__ import annotations

import numpy as np

from debatable.arrays import Floats, Ints
from debatable.ranking.candidates.claim_steps import ClaimStep, Found
from debatable.ranking.protocol import Backend, Question

__all__ = ["found_directly"]


def found_directly(step: ClaimStep, question: Question, backend: Backend, near: Ints, depth: int) -> Found:
    """Returns the premises that match the query best, with probabilities that sum to one.

    The match of a premise is its own, or the mean of its own and that of its best claim where it has one: words
    that a premise shares with the query mean little if it speaks to something else. Looked at are the best by
    words, those of the claims found, and the nearest of the premises that hang on no claim: comparing the
    query with the vectors of all premises would cost more the larger the corpus is.

    Args:
        step: How words and vectors are joined and calibrated.
        question: The query.
        backend: What is searched.
        near: Premises of the claims found.
        depth: How many premises to return at most.
    """
    rows = np.union1d(backend.search("premises", question.tokens, step.similarity, depth).rows, near)
    if not step.by_words and backend.has_vectors:
        alone = backend.nearest("premises", question.vector, depth, claimless=True)
        rows = np.union1d(rows, alone.rows)
    scores = step.match(question, backend, "premises", rows)
    claims = _of_best_claims(step, question, backend, rows)
    scores = np.where(np.isnan(claims), scores, (scores + claims) / 2.0)
    order = np.lexsort((rows, -scores))[:depth]
    order = order[scores[order] > 0]
    return Found(rows[order], step.calibrated(scores[order]))


def _of_best_claims(step: ClaimStep, question: Question, backend: Backend, premises: Ints) -> Floats:
    """Returns the match of the best claim of each premise, NaN for those without one."""
    links = backend.links("premises", premises)
    spoken_to = links.claim >= 0
    claims, place = np.unique(links.claim[spoken_to], return_inverse=True)
    best = np.full(len(premises), np.nan)
    match = step.match(question, backend, "claims", claims)
    np.fmax.at(best, np.searchsorted(premises, links.premise[spoken_to]), match[place])
    return best

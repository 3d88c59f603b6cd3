"""Premises found directly, not through a claim, and reranked by a model where they have no claim."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from sys import float_info

import numpy as np

from debatable.arrays import Floats, Ints, union
from debatable.learning import AlwaysRelevant, RelevanceModel
from debatable.ranking.candidates.claim_steps import NOTHING, ClaimStep, Found
from debatable.ranking.protocol import Backend, Question
from debatable.text.sentences import both_ends

DEPTH = 10
"""How many times as many premises are looked at as claims: a claim brings many premises, a premise itself."""


def found_directly(step: ClaimStep, question: Question, backend: Backend, near: Ints, depth: int) -> Found:
    """Returns the premises that match the query best, with probabilities that sum to one.

    The match of a premise is its own, or the mean of its own and that of its best claim where it has one: words
    that a premise shares with the query mean little if it speaks to something else. Looked at are the best by
    words, those of the claims found, and the nearest of the premises that hang on no claim: comparing the
    query with the vectors of all premises would cost more the larger the corpus is.
    """
    rows = union(backend.search("premises", question.tokens, step.similarity, depth).rows, near)
    if not step.by_words and backend.has_vectors:
        alone = backend.nearest("premises", question.vector, depth, claimless=True)
        rows = union(rows, alone.rows)
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


def with_own_words(step: ClaimStep, question: Question, backend: Backend) -> tuple[Found, Found]:
    """Returns the claims found and the premises found by themselves; both together sum to one.

    The framework of the paper reaches a premise through its claims alone. Premises without a claim get the
    share of the probability that they are of all premises. Where no claim is found at all, every premise may
    be found by itself.
    """
    found = step(question, backend)
    counts = backend.counts
    share = counts.claimless / max(1, counts.premises) if len(found) else 1.0
    if share == 0.0:
        return found, NOTHING
    own = step(question, backend, "premises", times=DEPTH)
    if len(found):
        kept = backend.claimless(own.rows)
        mass = own.probability[kept].sum()
        own = Found(own.rows[kept], own.probability[kept] / mass) if mass > 0 else NOTHING
        share = share if len(own) else 0.0
    return found.times(1.0 - share), own.times(share)


def beside_sides(own: Found, found: Found, reached: float) -> Found:
    """Weighs premises found by themselves so that they have their share beside claims of one side or of both.

    Formula (4) halves both sides of a claim, each of which may have all of its P(c|q); a premise without a stance
    is on one of them alone, so that it would lose half of its share where claims have both.

    Args:
        own: Premises found by themselves, with their share.
        found: The claims found, with the rest.
        reached: P(p+|q) and P(p-|q) of all premises of these claims together.

    >>> both = beside_sides(Found(np.array([7]), np.array([0.25])), Found(np.array([0]), np.array([0.75])), 1.5)
    >>> both.probability.tolist()
    [0.5]
    """
    whole = float(found.probability.sum())
    return own.times(reached / whole) if whole > 0 and reached > 0 else own


@dataclass(frozen=True, slots=True)
class Reranked:
    """Premises found directly, after some were read; arrays run over the premises.

    Attributes:
        found: The premises with P(p|q), in the order of the match.
        match: P(p|q) before anything was read.
        factor: What reading takes each match times; 1 for premises that speak to a claim.
    """

    found: Found
    match: Floats
    factor: Floats


def rerank_unlinked(
    model: RelevanceModel,
    question: Question,
    backend: Backend,
    own: Found,
    most: int,
    words: int,
    long: int,
    trust: float,
) -> Reranked:
    """Moves probability among premises without a claim towards those that a model takes for relevant.

    Each is multiplied by a power of P(relevant); one that was not read by the median of those that were. Their sum
    stays the same, so that premises with a claim neither gain nor lose. Where hardly any is left, nothing moves.

    Args:
        model: Reads query and premise together.
        question: The query.
        backend: What is searched.
        own: Premises found directly, best first.
        most: How many are read at most, those that match best.
        words: Words of each that are read at most, from its beginning and its end.
        long: How many are read where a quarter of them or more are longer than that.
        trust: Exponent of P(relevant).
    """
    factor = np.ones(len(own))
    unlinked = np.flatnonzero(backend.claimless(own.rows))
    mass = own.probability[unlinked].sum()
    if isinstance(model, AlwaysRelevant) or most < 1 or mass == 0:
        return Reranked(own, own.probability, factor)
    whole = backend.texts("premises", own.rows[unlinked[:most]])
    texts = [both_ends(text, words) for text in whole]
    if 4 * sum(map(str.__ne__, texts, whole)) >= len(texts):
        texts = texts[:long]
    relevant = question.read(texts, partial(model, question.text)) ** trust
    if not len(relevant):
        return Reranked(own, own.probability, factor)
    factor[unlinked] = np.median(relevant)
    factor[unlinked[: len(relevant)]] = relevant
    left = (own.probability[unlinked] * factor[unlinked]).sum()
    factor[unlinked] = factor[unlinked] * (mass / left) if left > float_info.min else 1.0
    return Reranked(Found(own.rows, own.probability * factor), own.probability, factor)

"""Premises that hang on no claim stand for themselves: they are found by their own words."""

from __future__ import annotations

from debatable.ranking.candidates.claim_steps import NOTHING, ClaimStep, Found
from debatable.ranking.protocol import Backend, Question

__all__ = ["beside_sides", "with_own_words"]

DEPTH = 10
"""How many times as many premises are looked at as claims: a claim brings many premises, a premise itself."""


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

    >>> import numpy as np
    >>> both = beside_sides(Found(np.array([7]), np.array([0.25])), Found(np.array([0]), np.array([0.75])), 1.5)
    >>> both.probability.tolist()
    [0.5]
    """
    whole = float(found.probability.sum())
    return own.times(reached / whole) if whole > 0 and reached > 0 else own

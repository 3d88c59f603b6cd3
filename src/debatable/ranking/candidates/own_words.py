"""Premises that hang on no claim stand for themselves: they are found by their own words."""

from __future__ import annotations

from debatable.ranking.candidates.claim_steps import NOTHING, ClaimStep, Found
from debatable.ranking.protocol import Backend, Question

__all__ = ["with_own_words"]

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

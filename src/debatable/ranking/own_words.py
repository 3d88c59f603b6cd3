"""Premises that hang on no claim stand for themselves: they are found by their own words."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from debatable.ranking.claim_step import ClaimStep, Found
from debatable.ranking.clusters import clusters_of
from debatable.ranking.index import ArgumentIndex

__all__ = ["with_own_words"]

DEPTH = 10
"""How many times as many premises are looked at as claims: a claim brings many premises, a premise itself."""


def with_own_words(step: ClaimStep, query: str, index: ArgumentIndex) -> tuple[Found, Found]:
    """Returns the claims found and the premises found by themselves; both together sum to one.

    The framework of the paper reaches a premise through its claims alone. Premises without a claim get the
    share of the probability that they are of all premises. Where no claim is found at all, every premise may
    be found by itself.
    """
    found = step(query, index)
    alone, premises = clusters_of(index).claimless
    share = len(alone) / max(1, premises) if len(found) else 1.0
    nothing = Found(np.zeros(0, np.int64), np.zeros(0))
    if share == 0.0:
        return found, nothing
    own = replace(step, K=step.K * DEPTH)(query, index, "premises")
    if len(found):
        kept = np.isin(own.rows, alone)
        mass = own.probability[kept].sum()
        own = Found(own.rows[kept], own.probability[kept] / mass) if mass > 0 else nothing
        share = share if len(own) else 0.0
    return Found(found.rows, found.probability * (1.0 - share)), Found(own.rows, own.probability * share)

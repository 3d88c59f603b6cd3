"""The best documents of a segment of middling size: every term is added, rounded, and few documents are scored.

There it is the calls that cost, not the postings: to ask whether a term still matters would take longer than to add it.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from debatable.lexical.search.clause import Clause, Documents, Weights
from debatable.lexical.search.limits import Limits
from debatable.lexical.search.scratch import Scratch
from debatable.lexical.search.top_k.exact_sums import scored
from debatable.lexical.search.top_k.rounded_sums import (
    BLOCKED,
    add_rounded,
    exponent_for,
    grouped,
    kth,
    reaching,
)

__all__ = ["summed"]


def summed(
    clauses: list[Clause],
    k: int,
    scratch: Scratch,
    limits: Limits,
    allowed: NDArray[np.bool_] | None,
    floor: float,
) -> tuple[Documents, Weights] | None:
    """Returns the k best and some more, or None where too many tie or the best are not above 0; see :func:`best`."""
    high = low = 0.0
    for clause in clauses:
        high += clause.high
        low -= clause.low
    most = high if high > low else low
    if len(clauses) > limits.rounded_terms or not 0.0 < most < math.inf:
        return None
    size, exponent, error = clauses[0].size, exponent_for(most), 0.5 * len(clauses)
    groups = grouped(scratch.rounded, size, k, limits.group)
    groups.fill(0)
    sums = scratch.rounded[:size]
    add_rounded(clauses, sums, exponent, scratch)
    if allowed is not None:
        sums[~allowed] = BLOCKED
    highest: NDArray[np.int16] = groups.max(axis=0)
    least = math.floor(max(kth(highest, k) - error, math.ldexp(floor, exponent)) - error)
    if least <= 0:
        return None
    places = reaching(sums, groups, highest, least, limits.group_share)
    if len(places) > limits.candidates:
        return None
    documents = places.astype(np.int32)
    return documents, scored(clauses, documents, scratch)

"""The best documents of a segment without scoring all of them exactly.

Every document that may be among the best is scored exactly, so every similarity gets its true order. The first of these
ways that applies is taken:

- *given*: few documents are allowed, and the terms are only looked up.
- *compiled*, where numba is installed and worth loading: see `kernel`.
- *summed*, in a segment of medium size: sums of rounded weights choose what is scored exactly.
- *pruned*, in a large segment: the same, but terms that cannot change the best are skipped; and in a very large one the
  documents of rare terms are listed, and the others only looked up.
- *everything*: every document with a term is scored, in a small segment, and where ties go into the thousands or the
  best are not above 0.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from debatable.arrays import Bools, Rows, Singles
from debatable.lexical.search.clause import Clause, Documents, Weights, just_below
from debatable.lexical.search.pruned import Pruned
from debatable.lexical.search.scratch import Scratch
from debatable.lexical.search.sums import (
    BLOCKED,
    add_rounded,
    completed,
    exponent_for,
    grouped,
    kth,
    reaching,
    scored,
    sums_of_all,
)


def _summed(
    clauses: list[Clause], k: int, scratch: Scratch, allowed: Bools | None, floor: float
) -> tuple[Documents, Weights] | None:
    """Returns the k best and some more, or None where too many tie or the best are not above 0; see :func:`best`."""
    high = low = 0.0
    for clause in clauses:
        high += clause.high
        low -= clause.low
    most = high if high > low else low
    if len(clauses) > scratch.limits.rounded_terms or not 0.0 < most < math.inf:
        return None
    size, exponent, error = clauses[0].size, exponent_for(most), 0.5 * len(clauses)
    groups = grouped(scratch.rounded, size, k, scratch.limits.group)
    groups.fill(0)
    sums = scratch.rounded[:size]
    add_rounded(clauses, sums, exponent, scratch)
    if allowed is not None:
        sums[~allowed] = BLOCKED
    highest: NDArray[np.int16] = groups.max(axis=0)
    least = math.floor(max(kth(highest, k) - error, math.ldexp(floor, exponent)) - error)
    if least <= 0:
        return None
    places = reaching(sums, groups, highest, least, scratch.limits.group_share)
    if len(places) > scratch.limits.candidates:
        return None
    documents = places.astype(np.int32)
    return documents, scored(clauses, documents, scratch)


def ranked(
    clauses: list[Clause], k: int, scratch: Scratch, allowed: Bools | None = None, floor: float = -np.inf
) -> tuple[Rows, NDArray[np.floating[Any]]]:
    """Returns the k best documents that reach the floor, best first, ties by smaller number, with their scores.

    Arguments as of :func:`best`; scores are in single precision.
    """
    if not _few(allowed, clauses[0].size, scratch.limits.listed_share):
        best_rows = scratch.ranker.ranked(clauses, k, allowed, just_below(floor))
        if best_rows is not None:
            return best_rows
    documents, sums = best(clauses, k, scratch, allowed, floor)
    return ordered(documents, sums.astype(np.float32), k)


def best(
    clauses: list[Clause], k: int, scratch: Scratch, allowed: Bools | None = None, floor: float = -np.inf
) -> tuple[Documents, Weights]:
    """Returns documents with their scores: all of the k best that reach the floor, and maybe some more.

    Args:
        clauses: Of the query in one segment, rarest term first: the order in which weights are added.
        k: How many documents are wanted.
        scratch: Arrays of this thread.
        allowed: Documents that may be returned; all where None.
        floor: Score that k documents elsewhere are known to reach.
    """
    size, floor, limits = clauses[0].size, just_below(floor), scratch.limits
    scratch.grow(size + limits.group)
    if allowed is not None and _few(allowed, size, limits.listed_share):
        return _given(clauses, allowed)
    documents = None
    if size >= max(limits.pruned_documents, 4 * k):
        documents = Pruned(clauses, k, scratch, allowed, floor).best()
    elif size >= max(limits.rounded_documents, 4 * k):
        documents = _summed(clauses, k, scratch, allowed, floor)
    return documents or _everything(clauses, k, scratch, allowed, floor)


def scores(clauses: list[Clause], documents: Documents, scratch: Scratch) -> Weights:
    """Returns the scores of given documents, 0 for one without a term."""
    if not clauses:
        return np.zeros(len(documents))
    size = clauses[0].size
    if len(documents) * scratch.limits.listed_share <= size:
        return completed(clauses, documents, np.zeros(len(documents)))
    return sums_of_all(clauses, scratch).take(documents)


def ordered(rows: Rows, scores: Singles, k: int) -> tuple[Rows, Singles]:
    """Returns the k best by falling score, then rising row."""
    if len(rows) > 4 * k:
        high = np.flatnonzero(scores >= np.partition(scores, len(scores) - k)[len(scores) - k])
        rows, scores = rows.take(high), scores.take(high)
    order = np.lexsort((rows, -scores))[:k]
    return rows.take(order), scores.take(order)


def _few(allowed: Bools | None, size: int, share: int) -> bool:
    return allowed is not None and bool(np.count_nonzero(allowed) * share <= size)


def _given(clauses: list[Clause], allowed: Bools) -> tuple[Documents, Weights]:
    """Returns the allowed documents that have a term."""
    documents = allowed.nonzero()[0].astype(np.int32)
    scores, matched = np.zeros(len(documents)), np.zeros(len(documents), dtype=np.bool_)
    for clause in clauses:
        matched |= clause.add_to(scores, documents)
    return documents[matched], scores[matched]


def _everything(
    clauses: list[Clause], k: int, scratch: Scratch, allowed: Bools | None, floor: float
) -> tuple[Documents, Weights]:
    """Scores every document that has a term."""
    sums = sums_of_all(clauses, scratch)
    if allowed is not None:
        sums[~allowed] = -np.inf
    groups = grouped(scratch.exact, len(sums), k, scratch.limits.group)
    highest = groups.max(axis=0)
    least = just_below(max(floor, kth(highest, k)))
    if least > 0.0:
        places = reaching(sums, groups, highest, least, scratch.limits.group_share)
    else:
        matched = np.zeros(len(sums), dtype=np.bool_)
        for clause in clauses:
            matched[clause.documents] = True
        matched &= sums > -np.inf
        places = matched.nonzero()[0]
    return places.astype(np.int32), sums.take(places)

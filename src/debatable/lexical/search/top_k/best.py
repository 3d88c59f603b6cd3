"""The best documents of a segment without scoring all of them exactly.

Whoever may be among the best is scored exactly, so every similarity gets its true order. Ways, the first that serves:

- *given*: few documents are allowed, and the terms are only looked up.
- *compiled*, where numba is installed and there was enough to do that it is worth loading: `search/compiled`.
- *summed*, in a segment of middling size: sums of rounded weights choose whom to score exactly.
- *pruned*, in a large segment: so they do, but terms that cannot change who is among the best are left out; and in a
  very large one the documents of rare terms are listed, and the others only looked up.
- *everything*: every document with a term is scored, in a small segment, and where ties go into the thousands or the
  best are not above 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from debatable.lexical.search.clause import Clause, Documents, Weights
from debatable.lexical.search.limits import Limits
from debatable.lexical.search.scratch import Scratch
from debatable.lexical.search.single_precision import just_below
from debatable.lexical.search.top_k.exact_sums import completed, sums_of_all
from debatable.lexical.search.top_k.pruned import Pruned
from debatable.lexical.search.top_k.rounded_sums import grouped, kth, reaching
from debatable.lexical.search.top_k.summed import summed

__all__ = ["best", "ordered", "ranked", "scores"]


def ranked(
    clauses: list[Clause],
    k: int,
    scratch: Scratch,
    limits: Limits,
    allowed: NDArray[np.bool_] | None = None,
    floor: float = -np.inf,
) -> tuple[NDArray[np.integer[Any]], NDArray[np.floating[Any]]]:
    """Returns the k best documents that reach the floor, best first, ties by smaller number, with their scores.

    Arguments as of :func:`best`; scores are in single precision.
    """
    if not _few(allowed, clauses[0].size, limits):
        found = scratch.ranker.ranked(clauses, k, allowed, just_below(floor))
        if found is not None:
            return found
    documents, sums = best(clauses, k, scratch, limits, allowed, floor)
    return ordered(documents, sums.astype(np.float32), k)


def best(
    clauses: list[Clause],
    k: int,
    scratch: Scratch,
    limits: Limits,
    allowed: NDArray[np.bool_] | None = None,
    floor: float = -np.inf,
) -> tuple[Documents, Weights]:
    """Returns documents with their scores: all of the k best that reach the floor, and maybe some more.

    Args:
        clauses: Of the query in one segment, rarest term first: the order in which weights are added.
        k: How many documents are wanted.
        scratch: Room to work in.
        limits: From where on each way serves.
        allowed: Documents that may be returned; all where None.
        floor: Score that is already sure to be reached k times elsewhere.
    """
    size, floor = clauses[0].size, just_below(floor)
    scratch.grow(size + limits.group)
    if allowed is not None and _few(allowed, size, limits):
        return _given(clauses, allowed)
    found = None
    if size >= max(limits.pruned_documents, 4 * k):
        found = Pruned(clauses, k, scratch, limits, allowed, floor).best()
    elif size >= max(limits.rounded_documents, 4 * k):
        found = summed(clauses, k, scratch, limits, allowed, floor)
    return found or _everything(clauses, k, scratch, limits, allowed, floor)


def scores(clauses: list[Clause], documents: Documents, scratch: Scratch, limits: Limits) -> Weights:
    """Returns the scores of given documents, 0 for one without a term."""
    if not clauses:
        return np.zeros(len(documents))
    size = clauses[0].size
    if len(documents) * limits.listed_share <= size:
        return completed(clauses, documents, np.zeros(len(documents)))
    return sums_of_all(clauses, scratch, limits).take(documents)


def ordered(
    rows: NDArray[np.integer[Any]], scores: NDArray[np.float32], k: int
) -> tuple[NDArray[np.integer[Any]], NDArray[np.float32]]:
    """Returns the k best by falling score, then rising row."""
    if len(rows) > 4 * k:
        there = np.flatnonzero(scores >= np.partition(scores, len(scores) - k)[len(scores) - k])
        rows, scores = rows.take(there), scores.take(there)
    order = np.lexsort((rows, -scores))[:k]
    return rows.take(order), scores.take(order)


def _few(allowed: NDArray[np.bool_] | None, size: int, limits: Limits) -> bool:
    return allowed is not None and bool(np.count_nonzero(allowed) * limits.listed_share <= size)


def _given(clauses: list[Clause], allowed: NDArray[np.bool_]) -> tuple[Documents, Weights]:
    """Returns the allowed documents that have a term."""
    documents = allowed.nonzero()[0].astype(np.int32)
    scores, there = np.zeros(len(documents)), np.zeros(len(documents), dtype=np.bool_)
    for clause in clauses:
        there |= clause.add_to(scores, documents)
    return documents[there], scores[there]


def _everything(
    clauses: list[Clause],
    k: int,
    scratch: Scratch,
    limits: Limits,
    allowed: NDArray[np.bool_] | None,
    floor: float,
) -> tuple[Documents, Weights]:
    """Scores every document that has a term."""
    sums = sums_of_all(clauses, scratch, limits)
    if allowed is not None:
        sums[~allowed] = -np.inf
    groups = grouped(scratch.exact, len(sums), k, limits.group)
    highest = groups.max(axis=0)
    least = just_below(max(floor, kth(highest, k)))
    if least > 0.0:
        places = reaching(sums, groups, highest, least, limits.group_share)
    else:
        there = np.zeros(len(sums), dtype=np.bool_)
        for clause in clauses:
            there[clause.documents] = True
        there &= sums > -np.inf
        places = there.nonzero()[0]
    return places.astype(np.int32), sums.take(places)

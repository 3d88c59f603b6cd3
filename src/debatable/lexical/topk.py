"""The best documents of a segment without scoring all of them.

Terms are taken rarest first (Turtle and Flood's MaxScore, 1995, a term at a time). What the remaining terms can add
at most and at least is known from the weights themselves, so the method is exact for every similarity: a
document is dropped only where it cannot reach the k-th best any more.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from debatable.lexical.clause import Clause

__all__ = ["Scratch", "best"]

_FIRST = 4096
_SAMPLE = 24

Documents = NDArray[np.int32]
Scores = NDArray[np.float64]


@dataclass(slots=True)
class Scratch:
    """Room for sums over documents, used again by every query of a thread; never needs clearing."""

    sums: Scores = field(default_factory=lambda: np.empty(0))
    places: NDArray[np.int32] = field(default_factory=lambda: np.empty(0, dtype=np.int32))

    def added(self, documents: Documents, weights: Scores, size: int) -> tuple[Documents, Scores]:
        """Returns the distinct documents below a size and the sum of each, added in the order given."""
        if len(self.sums) < size:
            self.sums = np.empty(size)
            self.places = np.empty(size, dtype=np.int32)
        self.sums[documents] = 0.0
        np.add.at(self.sums, documents, weights)
        numbers = np.arange(len(documents), dtype=np.int32)
        self.places[documents] = numbers
        kept = documents.take(np.flatnonzero(self.places.take(documents) == numbers))
        return kept, self.sums.take(kept)


def best(
    clauses: list[Clause],
    k: int,
    size: int,
    scratch: Scratch,
    allowed: NDArray[np.bool_] | None = None,
    floor: float = -np.inf,
) -> tuple[Documents, Scores]:
    """Returns documents with their scores: all of the k best that reach the floor, and maybe some more.

    Args:
        clauses: Of the query, rarest term first, the order in which weights are added.
        k: How many documents are wanted.
        size: Number of documents of the segment.
        scratch: Room to work in.
        allowed: Documents that may be returned; all where None.
        floor: Score that is already sure to be reached k times elsewhere.
    """
    highs = _rest([clause.high for clause in clauses])
    lows = _rest([clause.low for clause in clauses])
    threshold, sampled, j = floor, 0, _first(clauses, k)
    documents, scores = _united(clauses[:j], size, scratch, allowed)
    for j in range(j, len(clauses)):  # noqa: B020 (goes on where the first terms ended)
        clause = clauses[j]
        if len(clause.documents) > max(_FIRST, 4 * sampled):
            threshold = max(threshold, _sampled_threshold(documents, scores, clauses[j:], k))
            sampled = len(clause.documents)
        least = threshold - 1e-6 * abs(threshold)
        documents, scores = _kept(documents, scores, least - highs[j])
        more = least - highs[j + 1] if highs[j] >= least else None
        documents, scores = _with(clause, documents, scores, more, allowed)
        threshold = max(threshold, _kth(scores, k) + lows[j + 1])
    return documents, scores


def _rest(parts: list[float]) -> list[float]:
    """Returns the sum of all parts from each place on, and a last 0."""
    sums = [0.0]
    for part in reversed(parts):
        sums.append(sums[-1] + part)
    return sums[::-1]


def _first(clauses: list[Clause], k: int) -> int:
    """Returns how many terms are rare enough to take all their documents at once."""
    total = 0
    for j, clause in enumerate(clauses):
        total += len(clause.documents)
        if total > max(_FIRST, k) and j:
            return j
    return len(clauses)


def _united(
    clauses: list[Clause], size: int, scratch: Scratch, allowed: NDArray[np.bool_] | None
) -> tuple[Documents, Scores]:
    if not clauses:
        return np.empty(0, dtype=np.int32), np.empty(0)
    documents = np.concatenate([clause.documents for clause in clauses])
    weights = np.concatenate([clause.weights() for clause in clauses])
    if allowed is not None:
        there = allowed.take(documents)
        documents, weights = documents[there], weights[there]
    return (documents, weights) if len(clauses) == 1 else scratch.added(documents, weights, size)


def _sampled_threshold(documents: Documents, scores: Scores, clauses: list[Clause], k: int) -> float:
    """Returns a score that k documents reach: scores the most promising ones to the end."""
    count = max(_SAMPLE, 2 * k)
    if len(documents) > count:
        chosen = np.argpartition(scores, len(scores) - count)[-count:]
        documents, scores = documents.take(chosen), scores.take(chosen)
    total = scores.copy()
    for clause in clauses:
        hits, _, weights = clause.find(documents)
        total[hits] += weights
    return _kth(total, k)


def _kth(scores: Scores, k: int) -> float:
    count = len(scores)
    return -np.inf if count < k else float(np.partition(scores, count - k)[count - k])


def _kept(documents: Documents, scores: Scores, least: float) -> tuple[Documents, Scores]:
    there = np.flatnonzero(scores >= least)
    return (documents, scores) if len(there) == len(scores) else (documents.take(there), scores.take(there))


def _with(
    clause: Clause,
    documents: Documents,
    scores: Scores,
    more: float | None,
    allowed: NDArray[np.bool_] | None,
) -> tuple[Documents, Scores]:
    """Adds a term's weights, and its documents that have at least the weight asked for."""
    hits, places, weights = clause.find(documents)
    scores[hits] += weights
    if more is None:
        return documents, scores
    there = clause.reaches(more)
    there[places] = False
    new = np.flatnonzero(there)
    new_documents = clause.documents.take(new)
    if allowed is not None:
        there = allowed.take(new_documents)
        new, new_documents = new[there], new_documents[there]
    return np.concatenate((documents, new_documents)), np.concatenate((scores, clause.weights_at(new)))

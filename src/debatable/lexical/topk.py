"""The best documents of a segment without scoring all of them.

Terms are taken rarest first, a term at a time (MaxScore, Turtle and Flood 1995). What the remaining terms can
add at most and at least to a document of a given length is known from the weights themselves, so the method is
exact for every similarity: a document is dropped only where it cannot reach the k-th best any more.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from debatable.lexical.clause import Clause, Documents, Weights

__all__ = ["Scratch", "best"]

_FIRST = 4096
_SAMPLE = 24
_DENSE = 8
_BLOCKS = 256
_FEW = 256


@dataclass(slots=True)
class Scratch:
    """Room for sums over documents, used again by every query of a thread; never needs clearing."""

    sums: Weights = field(default_factory=lambda: np.empty(0))
    places: NDArray[np.int32] = field(default_factory=lambda: np.empty(0, dtype=np.int32))
    weights: Weights = field(default_factory=lambda: np.empty(0))

    def grow(self, size: int) -> None:
        """Makes room for so many documents."""
        if len(self.sums) < size:
            self.sums = np.empty(size)
            self.places = np.empty(size, dtype=np.int32)
            self.weights = np.empty(size)

    def added(self, documents: Documents, weights: Weights) -> tuple[Documents, Weights]:
        """Returns the distinct documents and the sum of each, added in the order given."""
        self.sums[documents] = 0.0
        np.add.at(self.sums, documents, weights)
        numbers = np.arange(len(documents), dtype=np.int32)
        self.places[documents] = numbers
        kept = documents.take((self.places.take(documents) == numbers).nonzero()[0])
        return kept, self.sums.take(kept)


@dataclass(slots=True)
class _Candidates:
    """Documents that may still be among the best, with what they have so far."""

    documents: Documents
    scores: Weights
    codes: NDArray[Any]

    def keep(self, there: NDArray[np.bool_]) -> None:
        if not there.all():
            chosen = there.nonzero()[0]
            self.documents = self.documents.take(chosen)
            self.scores = self.scores.take(chosen)
            self.codes = self.codes.take(chosen)

    def extend(self, documents: Documents, scores: Weights, codes: NDArray[Any]) -> None:
        self.documents = np.concatenate((self.documents, documents))
        self.scores = np.concatenate((self.scores, scores))
        self.codes = np.concatenate((self.codes, codes))


def best(
    clauses: list[Clause],
    k: int,
    scratch: Scratch,
    allowed: NDArray[np.bool_] | None = None,
    floor: float = -np.inf,
) -> tuple[Documents, Weights]:
    """Returns documents with their scores: all of the k best that reach the floor, and maybe some more.

    Args:
        clauses: Of the query in one segment, rarest term first: the order in which weights are added.
        k: How many documents are wanted.
        scratch: Room to work in.
        allowed: Documents that may be returned; all where None.
        floor: Score that is already sure to be reached k times elsewhere.
    """
    segment = clauses[0].segment
    scratch.grow(len(segment))
    highs = _rest([clause.high for clause in clauses])
    signed = any(clause.low is not None for clause in clauses)
    lows = (
        _rest([clause.high * 0 if clause.low is None else clause.low for clause in clauses])
        if signed
        else None
    )
    threshold, sampled, first = floor, 0, _first(clauses, k)
    found = _united(clauses[:first], scratch, allowed)
    for j in range(first, len(clauses)):
        clause = clauses[j]
        if len(clause.documents) > max(_FIRST, 16 * sampled):
            threshold = _sampled(threshold, found, clauses[j:], k)
            sampled = len(clause.documents)
        least = threshold - 1e-6 * abs(threshold)
        closed = highs[j].max() < least
        if len(found.documents) > _FEW:
            found.keep(found.scores >= (least - highs[j]).take(found.codes))
        elif closed:
            for remaining in clauses[j:]:
                remaining.add_to(found.scores, found.documents)
            break
        if closed:
            clause.add_to(found.scores, found.documents)
        elif not _admit(clause, found, least - highs[j + 1], scratch, allowed, clauses[:j] if signed else []):
            return _dense(clauses, 0 if signed else j, found, k, scratch, allowed, least)
        sure = found.scores if lows is None else found.scores + lows[j + 1].take(found.codes)
        threshold = _raised(threshold, sure, k)
    return found.documents, found.scores


def _rest(parts: list[Weights]) -> list[Weights]:
    """Returns the sum of all parts from each place on, and a last 0."""
    sums = [np.zeros_like(parts[0])]
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


def _united(clauses: list[Clause], scratch: Scratch, allowed: NDArray[np.bool_] | None) -> _Candidates:
    documents = np.concatenate([clause.documents for clause in clauses])
    weights = np.concatenate([clause.weights() for clause in clauses])
    if allowed is not None:
        there = allowed.take(documents)
        documents, weights = documents[there], weights[there]
    if len(clauses) > 1:
        documents, weights = scratch.added(documents, weights)
    return _Candidates(documents, weights, clauses[0].segment.codes.take(documents))


def _sampled(threshold: float, found: _Candidates, clauses: list[Clause], k: int) -> float:
    """Returns a score that k documents reach: scores some promising ones to the end."""
    count = max(_SAMPLE, 3 * k)
    documents, scores = found.documents, found.scores.copy()
    if len(documents) >= 2 * count:
        width = len(documents) // count
        blocks = scores[: width * count].reshape(count, width)
        chosen = blocks.argmax(axis=1) + np.arange(0, width * count, width)
        documents, scores = documents.take(chosen), scores.take(chosen)
    for clause in clauses:
        clause.add_to(scores, documents)
    return _raised(threshold, scores, k)


def _raised(threshold: float, scores: Weights, k: int) -> float:
    """Returns the k-th best score, or the threshold where that is higher."""
    above = scores[scores > threshold]
    return float(np.partition(above, len(above) - k)[len(above) - k]) if len(above) >= k else threshold


def _admit(
    clause: Clause,
    found: _Candidates,
    least: Weights,
    scratch: Scratch,
    allowed: NDArray[np.bool_] | None,
    before: list[Clause],
) -> bool:
    """Adds a term's weights, and those of its documents that may get far enough; False where too many do.

    With weights below 0 (``before`` is given), a document that was dropped may come again: it must then bring
    along what it has from the terms before.
    """
    new = clause.reaching(least)
    if len(new) * _DENSE > len(clause.segment):
        return False
    clause.add_to(found.scores, found.documents)
    documents = clause.documents.take(new)
    scratch.places[documents] = 1
    scratch.places[found.documents] = 0
    fresh = scratch.places.take(documents) == 1
    if allowed is not None:
        fresh &= allowed.take(documents)
    new, documents = new[fresh], documents[fresh]
    scores = np.zeros(len(documents))
    for earlier in before:
        earlier.add_to(scores, documents)
    scores += clause.weights_at(new)
    found.extend(documents, scores, clause.segment.codes.take(documents))
    return True


def _dense(
    clauses: list[Clause],
    j: int,
    found: _Candidates,
    k: int,
    scratch: Scratch,
    allowed: NDArray[np.bool_] | None,
    least: float,
) -> tuple[Documents, Weights]:
    """Scores all documents from term j on: the way where too many may be among the best."""
    scores = scratch.sums[: len(clauses[0].segment)]
    scores[:] = 0.0
    if j:
        scores[found.documents] = found.scores
    for clause in clauses[j:]:
        clause.add_to_all(scores, scratch.weights)
    if allowed is not None:
        scores[~allowed] = -np.inf
    sure = _blockwise(scores, k)
    # Documents without any term score 0 here, so only a threshold above that speaks of matching ones.
    least = max(least, sure) if sure > 0.0 else least
    there = scores >= least - 1e-6 * abs(least)
    if least <= 0.0:
        matching = np.zeros(len(scores), dtype=np.bool_)
        for clause in clauses:
            matching[clause.documents] = True
        there &= matching if allowed is None else matching & allowed
    documents = there.nonzero()[0].astype(np.int32)
    return documents, scores.take(documents)


def _blockwise(scores: Weights, k: int) -> float:
    """Returns a score that k documents reach: the k-th best among the best of each block."""
    width = len(scores) // max(_BLOCKS, 4 * k)
    if width < 2:
        return -np.inf
    highest = scores[: len(scores) // width * width].reshape(-1, width).max(axis=1)
    return float(np.partition(highest, len(highest) - k)[len(highest) - k])

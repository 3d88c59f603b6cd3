"""The best documents of a segment without scoring all of them.

Terms are taken rarest first (MaxScore, Turtle and Flood 1995). Once the score of the k-th best is known from below, a
document that could not reach it with all that the terms left can add is out. What is left is scored exactly, so every
similarity gets its true order. Four ways, the first that serves:

- *given*: few documents are allowed, and the terms are only looked up.
- *listed*, in a large segment: the rare terms have few documents; those are listed, the others only looked up.
- *rounded*: all documents get sums of rounded weights, which choose whom to score exactly.
- *everything*: every document with a term is scored, in a small segment, and where ties go into the thousands or the
  best are not above 0.
"""

from __future__ import annotations

from functools import cached_property
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from debatable.lexical.search.clause import Clause, Documents, Weights
from debatable.lexical.search.limits import Limits
from debatable.lexical.search.rounded_sums import RoundedSums, grouped, kth, reaching
from debatable.lexical.search.scratch import Scratch

__all__ = ["best", "ordered", "scores"]

_SINGLE = 2.0**-22


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
    scratch.grow(clauses[0].size)
    search = _Search(clauses, k, scratch, limits, allowed, floor - 1e-6 * abs(floor))
    for way in (search.given, search.listed, search.rounded):
        found = way()
        if found is not None:
            return found
    return search.everything()


def scores(clauses: list[Clause], documents: Documents, scratch: Scratch, limits: Limits) -> Weights:
    """Returns the scores of given documents, 0 for one without a term."""
    if not clauses:
        return np.zeros(len(documents))
    size = clauses[0].size
    if len(documents) * limits.listed_share <= size:
        return _completed(clauses, documents, np.zeros(len(documents)))
    return _summed(clauses, scratch).take(documents)


def ordered(
    rows: NDArray[np.integer[Any]], scores: NDArray[np.float32], k: int
) -> tuple[NDArray[np.integer[Any]], NDArray[np.float32]]:
    """Returns the k best by falling score, then rising row."""
    if len(rows) > 4 * k:
        there = np.flatnonzero(scores >= np.partition(scores, len(scores) - k)[len(scores) - k])
        rows, scores = rows.take(there), scores.take(there)
    order = np.lexsort((rows, -scores))[:k]
    return rows.take(order), scores.take(order)


class _Search:
    """One query in one segment."""

    def __init__(
        self,
        clauses: list[Clause],
        k: int,
        scratch: Scratch,
        limits: Limits,
        allowed: NDArray[np.bool_] | None,
        floor: float,
    ) -> None:
        self.clauses, self.k, self.allowed = clauses, k, allowed
        self.scratch, self.limits = scratch, limits
        self.size = clauses[0].size
        self.threshold = floor

    @cached_property
    def highs(self) -> list[float]:
        """The most that the terms from each place on can add."""
        return _rest([clause.high for clause in self.clauses])

    @cached_property
    def lows(self) -> list[float]:
        """The least that the terms from each place on can add."""
        return _rest([clause.low for clause in self.clauses])

    def given(self) -> tuple[Documents, Weights] | None:
        """Scores the allowed documents; None where they are many."""
        if self.allowed is None or np.count_nonzero(self.allowed) * self.limits.listed_share > self.size:
            return None
        documents = self.allowed.nonzero()[0].astype(np.int32)
        scores, there = np.zeros(len(documents)), np.zeros(len(documents), dtype=np.bool_)
        for clause in self.clauses:
            there |= clause.add_to(scores, documents)
        return documents[there], scores[there]

    def listed(self) -> tuple[Documents, Weights] | None:
        """Lists the documents of the rare terms; None where others may be among the best, too."""
        if self.size < self.limits.listed_documents:
            return None
        sizes = accumulate(len(clause.documents) for clause in self.clauses)
        first = sum(size * self.limits.listed_share <= self.size for size in sizes)
        if not first:
            return None
        sums = self.scratch.exact
        documents = np.concatenate([clause.documents for clause in self.clauses[:first]])
        sums[documents] = 0.0
        for clause in self.clauses[:first]:
            clause.add_to_all(self.scratch)
        if self.allowed is not None:
            documents = documents[self.allowed.take(documents)]
        partial = sums.take(documents)
        # A document is listed once for each of its terms.
        self.raise_to(kth(partial, self.k * first) + self.lows[first])
        if first < len(self.clauses):
            self.sample(documents, partial, first)
        least = self.threshold - self.highs[first]
        if first < len(self.clauses) and least <= 0.0:
            return None
        chosen = np.unique(documents[partial >= least])
        if len(chosen) > self.limits.candidates and first < len(self.clauses):
            return None
        return self.scored(chosen)

    def rounded(self) -> tuple[Documents, Weights] | None:
        """Sums rounded weights; None where too many are left or the best are not above 0."""
        terms = len(self.clauses)
        if self.size < max(self.limits.rounded_documents, 4 * self.k) or terms > self.limits.rounded_terms:
            return None
        most = max(self.highs[0], -self.lows[0])
        if not 0.0 < most < np.inf:
            return None
        sums = RoundedSums(self.scratch, self.size, most, terms, self.k, self.limits)
        j = sum(not clause.frequent for clause in self.clauses)
        for clause in self.clauses[:j]:
            sums.add(clause)
        if self.allowed is not None:
            sums.block(~self.allowed)
        highest = sums.highest()
        self.raise_to(kth(highest, self.k) * sums.unit + self.lows[j] - sums.error)
        chosen = self.reaching(sums, j, highest)
        if chosen is None and j < terms:
            places = sums.promising(highest, max(self.limits.sample, 3 * self.k))
            self.sample(places, sums.at(places), j, sums.error)
            chosen = self.reaching(sums, j, highest)
        while chosen is None and j < terms:
            sums.add(self.clauses[j])
            j += 1
            if j < terms:
                chosen = self.reaching(sums, j)
            else:
                highest = sums.highest()
                self.raise_to(kth(highest, self.k) * sums.unit - sums.error)
                chosen = self.reaching(sums, j, highest)
        if chosen is not None:
            return self.narrowed(chosen, sums, j)
        least = self.threshold - sums.error
        if least > 0.0 and self.whole(sums):
            chosen = sums.reaching(least, None, self.size)
        return None if chosen is None else (chosen.astype(np.int32), sums.at(chosen))

    def everything(self) -> tuple[Documents, Weights]:
        """Scores every document that has a term."""
        sums = _summed(self.clauses, self.scratch)
        if self.allowed is not None:
            sums[~self.allowed] = -np.inf
        groups = grouped(sums, self.k, self.limits.group)
        highest = groups.max(axis=0)
        self.raise_to(kth(highest, self.k))
        if self.threshold > 0.0:
            places = reaching(sums, groups, highest, self.threshold, self.limits.group_share)
        else:
            there = np.zeros(self.size, dtype=np.bool_)
            for clause in self.clauses:
                there[clause.documents] = True
            there &= sums > -np.inf
            places = there.nonzero()[0]
        return places.astype(np.int32), sums.take(places)

    def raise_to(self, score: float) -> None:
        """Takes note of a score that k documents reach; in single precision a little less is the same."""
        self.threshold = max(self.threshold, score - _SINGLE * abs(score))

    def sample(self, places: NDArray[np.integer], partial: Weights, first: int, error: float = 0.0) -> None:
        """Raises the threshold by scoring some promising documents to the end."""
        count = max(self.limits.sample, 3 * self.k)
        if len(partial) > count:
            chosen = np.argpartition(partial, len(partial) - count)[-count:]
            places, partial = places.take(chosen), partial.take(chosen)
        places, where = np.unique(places, return_index=True)
        there: Weights = partial[where]
        self.raise_to(kth(_completed(self.clauses[first:], places.astype(np.int32), there), self.k) - error)

    def reaching(
        self, sums: RoundedSums, j: int, highest: NDArray[np.int16] | None = None
    ) -> NDArray[np.intp] | None:
        """Returns the documents that may be among the best once the terms from j on are added."""
        least = self.threshold - self.highs[j] - sums.error
        return sums.reaching(least, highest, self.limits.candidates) if least > sums.unit else None

    def narrowed(self, places: NDArray[np.intp], sums: RoundedSums, j: int) -> tuple[Documents, Weights]:
        """Scores what is left, after another look with the terms that were not summed."""
        if self.whole(sums):
            documents = places.astype(np.int32)
            return documents, _completed(self.clauses[j:], documents, sums.at(places))
        if j < len(self.clauses) and len(places) > 2 * self.k:
            scores = _completed(self.clauses[j:], places.astype(np.int32), sums.at(places))
            self.raise_to(kth(scores, self.k) - sums.error)
            places = places[scores >= self.threshold - sums.error]
        return self.scored(places)

    def whole(self, sums: RoundedSums) -> bool:
        """Tells whether the rounded sums are exact."""
        return sums.exact and all(clause.whole for clause in self.clauses)

    def scored(self, places: NDArray[np.integer]) -> tuple[Documents, Weights]:
        """Returns documents with their scores."""
        documents = places.astype(np.int32)
        return documents, _completed(self.clauses, documents, np.zeros(len(documents)))


def _summed(clauses: list[Clause], scratch: Scratch) -> Weights:
    """Returns the scores of all documents."""
    scratch.grow(clauses[0].size)
    sums = scratch.exact[: clauses[0].size]
    sums.fill(0.0)
    for clause in clauses:
        clause.add_to_all(scratch)
    return sums


def _completed(clauses: list[Clause], documents: Documents, partial: Weights) -> Weights:
    """Returns partial sums of some documents with the weights of more terms."""
    sums = partial.copy()
    for clause in clauses:
        clause.add_to(sums, documents)
    return sums


def _rest(parts: list[float]) -> list[float]:
    """Returns the sum of all parts from each place on, and a last 0."""
    return [*accumulate(reversed(parts), initial=0.0)][::-1]

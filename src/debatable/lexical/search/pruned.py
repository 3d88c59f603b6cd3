"""The best documents of a large segment, without adding terms that cannot change them (MaxScore).

Terms are taken rarest first (Turtle and Flood 1995). Given a lower bound of the score of the k-th best, documents that
cannot reach it with all that the terms left can add are dropped. The rest are scored exactly.
"""

from __future__ import annotations

from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from debatable.arrays import Bools, Rows, distinct
from debatable.lexical.search.clause import Clause, Documents, Weights, just_below
from debatable.lexical.search.scratch import Scratch
from debatable.lexical.search.sums import RoundedSums, completed, kth, scored


class Pruned:
    """One query in one segment.

    Attributes:
        threshold: A score that k documents are known to reach.
        highs: The most that the terms from each place on can add.
        lows: The least that they can add.
    """

    def __init__(
        self, clauses: list[Clause], k: int, scratch: Scratch, allowed: Bools | None, floor: float
    ) -> None:
        """Starts with the floor as threshold; arguments as of :func:`~debatable.lexical.search.top_k.best`."""
        self.clauses, self.k, self.scratch, self.allowed = clauses, k, scratch, allowed
        self.limits, self.size, self.threshold = scratch.limits, clauses[0].size, floor
        self.highs = _rest([clause.high for clause in clauses])
        self.lows = _rest([clause.low for clause in clauses])

    def best(self) -> tuple[Documents, Weights] | None:
        """Returns the k best and some more, or None where too many tie or the best are not above 0."""
        return self.listed() or self.rounded()

    def listed(self) -> tuple[Documents, Weights] | None:
        """Lists the documents of the rare terms; None where others may be among the best, too."""
        if self.size < self.limits.listed_documents:
            return None
        sizes = accumulate(len(clause.documents) for clause in self.clauses)
        first = sum(size * self.limits.listed_share <= self.size for size in sizes)
        if not first:
            return None
        sums, listed = self.scratch.exact, self.clauses[:first]
        documents = np.concatenate([clause.documents for clause in listed])
        sums[documents] = 0.0
        self.scratch.addition.add(sums, [(clause.documents, clause.weights()) for clause in listed])
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
        chosen = distinct(documents[partial >= least])
        if len(chosen) > self.limits.candidates and first < len(self.clauses):
            return None
        return self.scored(chosen)

    def rounded(self) -> tuple[Documents, Weights] | None:
        """Sums rounded weights; None where too many are left or the best are not above 0."""
        terms = len(self.clauses)
        most = max(self.highs[0], -self.lows[0])
        if terms > self.limits.rounded_terms or not 0.0 < most < np.inf:
            return None
        sums = RoundedSums(self.scratch, self.size, most, terms, self.k)
        j = sum(not clause.frequent for clause in self.clauses)
        sums.add(self.clauses[:j])
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
            sums.add(self.clauses[j : j + 1])
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

    def raise_to(self, score: float) -> None:
        """Raises the threshold to a score that k documents reach; in single precision a little less is the same."""
        self.threshold = max(self.threshold, just_below(score))

    def sample(self, places: Rows, partial: Weights, first: int, error: float = 0.0) -> None:
        """Raises the threshold by scoring some promising documents to the end."""
        count = max(self.limits.sample, 3 * self.k)
        if len(partial) > count:
            chosen = np.argpartition(partial, len(partial) - count)[-count:]
            places, partial = places.take(chosen), partial.take(chosen)
        places, kept = np.unique(places, return_index=True)
        scores = completed(self.clauses[first:], places.astype(np.int32), partial[kept])
        self.raise_to(kth(scores, self.k) - error)

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
            return documents, completed(self.clauses[j:], documents, sums.at(places))
        if j < len(self.clauses) and len(places) > 2 * self.k:
            scores = completed(self.clauses[j:], places.astype(np.int32), sums.at(places))
            self.raise_to(kth(scores, self.k) - sums.error)
            places = places[scores >= self.threshold - sums.error]
        return self.scored(places)

    def whole(self, sums: RoundedSums) -> bool:
        """Whether the rounded sums are exact."""
        return sums.exact and all(clause.whole for clause in self.clauses)

    def scored(self, places: Rows) -> tuple[Documents, Weights]:
        """Returns documents with their scores."""
        documents = places.astype(np.int32)
        return documents, scored(self.clauses, documents, self.scratch)


def _rest(parts: list[float]) -> list[float]:
    """Returns the sum of all parts from each place on, and a last 0."""
    return [*accumulate(reversed(parts), initial=0.0)][::-1]

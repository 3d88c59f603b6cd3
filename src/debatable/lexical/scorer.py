"""A similarity on an index: the clauses of a query, kept for the next one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from debatable.lexical.clause import Clause, Weights
from debatable.lexical.segment import Segment
from debatable.lexical.similarities import Statistics

if TYPE_CHECKING:
    from debatable.lexical.index import Index

__all__ = ["Scorer"]

_MOST_BYTES = 1 << 24


class Scorer:
    """Computes the weights of terms once and remembers those of the terms asked for lately."""

    def __init__(self, index: Index, formula: Callable[..., Any]) -> None:
        """Binds a formula to an index."""
        self._index = index
        self._formula = formula
        self._kept: dict[tuple[str, int], list[Clause | None]] = {}
        self._bytes = 0

    def clauses(self, boosts: Sequence[tuple[str, int]]) -> list[list[Clause]]:
        """Returns the clauses of a query's terms for each segment, rarest term first."""
        ordered = sorted(boosts, key=lambda pair: (self._index.counts(pair[0]), pair[0]))
        by_term = [self._of(term, boost) for term, boost in ordered]
        segments = range(len(self._index.segments))
        return [[found for term in by_term if (found := term[place]) is not None] for place in segments]

    def _of(self, term: str, boost: int) -> list[Clause | None]:
        found = self._kept.get((term, boost))
        if found is None:
            n, F = self._index.counts(term)
            statistics = Statistics(self._index.N, self._index.T, n, F)
            found = [self._clause(segment, term, statistics, boost) for segment in self._index.segments]
            self._keep(term, boost, found)
        return found

    def _keep(self, term: str, boost: int, found: list[Clause | None]) -> None:
        while self._bytes > _MOST_BYTES and self._kept:
            oldest = self._kept.pop(next(iter(self._kept)))
            self._bytes -= sum(clause.nbytes for clause in oldest if clause is not None)
        self._kept[term, boost] = found
        self._bytes += sum(clause.nbytes for clause in found if clause is not None)

    def _clause(self, segment: Segment, term: str, statistics: Statistics, boost: int) -> Clause | None:
        number = segment.vocabulary.find(term)
        if number < 0 or not statistics.n:
            return None

        def weigh(tf: Weights, dl: Weights) -> Weights:
            return np.asarray(self._formula(tf, dl, statistics, float(boost)), dtype=np.float64)

        return Clause.of(segment, number, weigh, self._index.kept)

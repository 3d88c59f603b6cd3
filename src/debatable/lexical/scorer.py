"""A similarity on an index: the clauses of a query, kept for the next one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from debatable.lexical.clause import Clause, Weights
from debatable.lexical.kept import Kept
from debatable.lexical.segment import Segment
from debatable.lexical.similarities import Statistics

if TYPE_CHECKING:
    from debatable.lexical.index import Index

__all__ = ["Scorer"]

_MOST_BYTES = 1 << 24
_ITSELF = 256


class _PerSegment(tuple["Clause | None", ...]):
    """The clause of a term in each segment."""

    __slots__ = ()

    @property
    def nbytes(self) -> int:
        """Memory of them."""
        return _ITSELF + sum(clause.nbytes for clause in self if clause is not None)


class Scorer:
    """Computes the weights of terms once and remembers those of the terms asked for lately."""

    def __init__(self, index: Index, formula: Callable[..., Any]) -> None:
        """Binds a formula to an index."""
        self._index = index
        self._formula = formula
        self._kept = Kept(_MOST_BYTES)

    def clauses(self, boosts: Sequence[tuple[str, int]]) -> list[list[Clause]]:
        """Returns the clauses of a query's terms for each segment, rarest term first."""
        ordered = sorted(boosts, key=lambda pair: (self._index.counts(pair[0]), pair[0]))
        by_term = [self._of(term, boost) for term, boost in ordered]
        segments = range(len(self._index.segments))
        return [[found for term in by_term if (found := term[place]) is not None] for place in segments]

    def _of(self, term: str, boost: int) -> _PerSegment:
        return self._kept.get((term, boost), lambda: self._weighed(term, boost))

    def _weighed(self, term: str, boost: int) -> _PerSegment:
        n, F = self._index.counts(term)
        statistics = Statistics(self._index.N, self._index.T, n, F)
        return _PerSegment(self._clause(segment, term, statistics, boost) for segment in self._index.segments)

    def _clause(self, segment: Segment, term: str, statistics: Statistics, boost: int) -> Clause | None:
        number = segment.vocabulary.find(term)
        if number < 0 or not statistics.n:
            return None

        def weigh(tf: Weights, dl: Weights) -> Weights:
            return np.asarray(self._formula(tf, dl, statistics, float(boost)), dtype=np.float64)

        return Clause.of(segment, number, weigh, self._index.kept)

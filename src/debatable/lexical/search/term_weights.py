"""What terms weigh by one similarity: the clauses of a query, remembered for the next one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import numpy as np

from debatable.lexical.postings import Postings, Term
from debatable.lexical.search.cache import Cache
from debatable.lexical.search.clause import Clause, Weights
from debatable.lexical.search.limits import Limits
from debatable.lexical.similarities import Statistics

__all__ = ["TermWeights"]

_OWN_BYTES = 256


class _Clauses(tuple["Clause | None", ...]):
    """The clause of a term in each segment."""

    __slots__ = ()

    @property
    def nbytes(self) -> int:
        """Memory of them."""
        return _OWN_BYTES + sum(clause.nbytes for clause in self if clause is not None)


class TermWeights:
    """Computes the weights of terms once and remembers those of the terms asked for lately."""

    def __init__(
        self, postings: Postings, formula: Callable[..., Any], posting_weights: Cache, limits: Limits
    ) -> None:
        """Binds a formula to postings.

        Args:
            postings: Where the terms are.
            formula: The similarity as a function of frequency, length, statistics and boost.
            posting_weights: Where clauses remember weights of postings, those of all similarities together.
            limits: Of what is remembered.
        """
        self._postings = postings
        self._formula = formula
        self._posting_weights = posting_weights
        self._limits = limits
        self._clauses = Cache(limits.weight_bytes)

    def __len__(self) -> int:
        """How many terms are remembered."""
        return len(self._clauses)

    def clauses(self, boosts: Iterable[tuple[Term, int]]) -> list[list[Clause]]:
        """Returns the clauses of a query for each segment, rarest term first.

        Args:
            boosts: Its terms, and how often it says each.
        """
        remembered = self._clauses.get
        by_term = [
            remembered((term.text, boost), partial(self._weighed, term, boost))
            for term, boost in sorted(boosts)
        ]
        segments = range(len(self._postings.segments))
        return [[found for term in by_term if (found := term[place]) is not None] for place in segments]

    def _weighed(self, term: Term, boost: int) -> _Clauses:
        if not term.n:
            return _Clauses(None for _ in term.numbers)
        statistics = Statistics(self._postings.N, self._postings.T, term.n, term.F)

        def weigh(tf: Weights, dl: Weights) -> Weights:
            return np.asarray(self._formula(tf, dl, statistics, float(boost)), dtype=np.float64)

        return _Clauses(
            Clause.of(segment, number, weigh, self._posting_weights, self._limits) if number >= 0 else None
            for segment, number in zip(self._postings.segments, term.numbers, strict=True)
        )

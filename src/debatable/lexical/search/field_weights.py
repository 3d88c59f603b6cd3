"""What terms weigh over several fields by BM25F, remembered for the next query."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from debatable.lexical.search.cache import Cache
from debatable.lexical.search.clause import Clause
from debatable.lexical.search.joined_field import DerivedField, FieldPostings
from debatable.lexical.search.limits import Limits
from debatable.lexical.similarities import Statistics
from debatable.lexical.similarities.bm25 import idf

__all__ = ["FieldWeights"]

_Part = tuple[NDArray[np.int64] | None, NDArray[np.float64]]
"""Rows and what a term weighs in each; what it weighs in every row, without rows."""


class FieldWeights:
    """BM25F bound to the postings of its fields."""

    def __init__(
        self, fields: Sequence[FieldPostings], weights: Sequence[float], k1: float, b: float, limits: Limits
    ) -> None:
        """Binds the parameters of BM25F to fields; those without weight or documents are left out."""
        pairs = zip(fields, weights, strict=True)
        self._fields = [(field, weight) for field, weight in pairs if weight > 0 and field.N]
        self._k1, self._b, self._limits = k1, b, limits
        self._size = len(fields[0])
        self._clauses = Cache(max(limits.rounded_bytes, sum(field.nbytes for field in fields) // 3))

    def __len__(self) -> int:
        """How many clauses and weights of postings are remembered."""
        return len(self._clauses)

    @cached_property
    def documents(self) -> int:
        """Number of documents with a token in one of the fields."""
        there = np.zeros(self._size, dtype=np.bool_)
        for field, _ in self._fields:
            there |= field.lengths() > 0
        return int(np.count_nonzero(there))

    def clauses(self, tokens: Sequence[str]) -> list[Clause]:
        """Returns the clauses of a query, rarest term first."""
        counted = Counter(tokens).items()
        found = [self._clauses.get(pair, partial(self._clause, *pair)) for pair in counted]
        return sorted((clause for clause in found if len(clause.documents)), key=lambda c: len(c.documents))

    def _clause(self, term: str, boost: int) -> Clause:
        k1 = self._k1
        documents, x = self._added([self._weighed(field, weight, term) for field, weight in self._fields])
        n = len(documents)
        rarity = float(idf(Statistics(self.documents, 0, n, 0))) if n else 0.0
        weights = boost * rarity * (k1 + 1) * x
        x += k1
        weights /= x
        return Clause.weighed(self._size, documents, None, weights, weights, self._clauses, self._limits)

    def _weighed(self, field: FieldPostings, weight: float, term: str) -> _Part:
        """Returns what a term weighs in a field by its frequency and the length there, before it is saturated."""
        b, mean = self._b, (field.N, field.T)

        def weigh(tf: NDArray[np.float64], dl: NDArray[np.float64]) -> NDArray[np.float64]:
            norm = b * dl  # in place: of a term that half the rows have, new arrays cost more than sums
            norm *= mean[0]
            norm /= mean[1]
            norm += 1 - b
            return np.divide(weight * tf, norm, out=norm)

        if isinstance(field, DerivedField) and (whole := field.of_every_row(term, weigh)) is not None:
            return None, whole
        rows, tf, dl = field.of(term)
        return rows, weigh(tf, dl)

    def _added(self, parts: list[_Part]) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
        """Returns the distinct rows, rising, and the sum of the parts of each, all of which are above 0."""
        parts = [(rows, part) for rows, part in parts if len(part)]
        listed = [rows for rows, _ in parts if rows is not None]
        if not parts:
            return np.zeros(0, np.int32), np.zeros(0)
        if len(parts) == len(listed) == 1:
            return listed[0].astype(np.int32), parts[0][1]
        if len(parts) == len(listed) and 16 * sum(map(len, listed)) < self._size:
            distinct, place = np.unique(np.concatenate(listed), return_inverse=True)
            sums = np.bincount(place, np.concatenate([part for _, part in parts])).astype(np.float64)
            return distinct.astype(np.int32), sums
        sums = np.zeros(self._size)
        for rows, part in parts:
            if rows is None:
                sums += part
            else:
                sums[rows] += part
        there = (sums > 0).nonzero()[0]  # of truth values four times as fast as of numbers
        return there.astype(np.int32), sums.take(there)

"""What terms weigh over several fields by BM25F, remembered for the next query."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from debatable.lexical.search.cache import Cache
from debatable.lexical.search.clause import Clause
from debatable.lexical.search.joined_field import FieldPostings
from debatable.lexical.search.limits import Limits
from debatable.lexical.similarities import Statistics
from debatable.lexical.similarities.bm25 import idf

__all__ = ["FieldWeights"]


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
        b, k1 = self._b, self._k1
        rows, parts = [np.zeros(0, dtype=np.int64)], [np.zeros(0)]
        for field, weight in self._fields:
            here, tf, dl = field.of(term)
            if len(here):
                rows.append(here)
                parts.append(weight * tf / (1 - b + b * dl * field.N / field.T))
        documents, x = self._added(rows[1:] or rows, parts[1:] or parts)
        n = len(documents)
        rarity = float(idf(Statistics(self.documents, 0, n, 0))) if n else 0.0
        weights = boost * rarity * (k1 + 1) * x / (k1 + x)
        return Clause.weighed(self._size, documents, None, weights, weights, self._clauses, self._limits)

    def _added(
        self, rows: list[NDArray[np.int64]], parts: list[NDArray[np.float64]]
    ) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
        """Returns the distinct rows, rising, and the sum of the parts of each, all of which are above 0."""
        if len(rows) == 1:
            return rows[0].astype(np.int32), parts[0]
        if 16 * sum(map(len, rows)) < self._size:
            distinct, place = np.unique(np.concatenate(rows), return_inverse=True)
            sums = np.bincount(place, np.concatenate(parts)).astype(np.float64)
            return distinct.astype(np.int32), sums
        sums = np.zeros(self._size)
        for here, part in zip(rows, parts, strict=True):
            sums[here] += part
        distinct = (sums > 0).nonzero()[0]  # of truth values four times as fast as of numbers
        return distinct.astype(np.int32), sums.take(distinct)

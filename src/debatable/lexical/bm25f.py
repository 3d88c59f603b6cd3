"""BM25F: BM25 over documents of several fields (Robertson, Zaragoza and Taylor 2004)."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
from numpy.typing import ArrayLike, NDArray

from debatable.errors import InputError
from debatable.lexical import topk
from debatable.lexical.clause import Clause
from debatable.lexical.index import Index, ordered
from debatable.lexical.kept import Kept
from debatable.lexical.similarities import Statistics
from debatable.lexical.similarities.bm25 import idf
from debatable.lexical.similarities.formula import check

__all__ = ["BM25F"]

_KNOWN = 4
_ROOM = 1 << 23
_LOCK = threading.Lock()


@dataclass(frozen=True, slots=True)
class BM25F:
    """Frequencies are normalised by length and weighted field by field, added, and saturated once.

    score = Σ_t idf(t) · (k1+1)·x / (k1 + x), x = Σ_f w_f · tf_f / (1-b + b·len_f/avglen_f); a document has a term
    that one of its fields has. The mean length of a field is over the documents that have the field.

    Attributes:
        weights: Of the fields, in the order in which they are given.
        k1: How slowly the frequency saturates.
        b: How much the length counts, from 0 to 1.
    """

    weights: tuple[float, ...]
    k1: float = 1.2
    b: float = 0.75

    def __post_init__(self) -> None:
        """Checks the parameters."""
        for weight in self.weights:
            check(self, "a field's weight", weight, 0)
        check(self, "k1", self.k1, 0)
        check(self, "b", self.b, 0, 1)

    def search(
        self, fields: Sequence[Index], tokens: Sequence[str], k: int = 20, among: ArrayLike | None = None
    ) -> list[tuple[int, float]]:
        """Returns the best rows for a query, best first, ties by smaller row.

        Args:
            fields: One index a field; the same row is the same document in all of them.
            tokens: The analysed query.
            k: How many rows at most.
            among: Rows to choose from; all where None.
        """
        over = self._over(fields)
        clauses = over.clauses(tokens)
        if k < 1 or not clauses:
            return []
        allowed = None
        if among is not None:
            allowed = np.zeros(over.size, dtype=np.bool_)
            allowed[np.asarray(among)] = True
        rows, scores = topk.best(clauses, k, fields[0].scratch, allowed)
        best, values = ordered(rows, scores.astype(np.float32), k)
        return list(zip(best.tolist(), values.tolist(), strict=True))

    def score(self, fields: Sequence[Index], tokens: Sequence[str], rows: ArrayLike) -> NDArray[np.float64]:
        """Returns the scores of given rows, 0 for a row without a word of the query."""
        clauses = self._over(fields).clauses(tokens)
        return topk.scores(clauses, np.asarray(rows).astype(np.int32), fields[0].scratch)

    def _over(self, fields: Sequence[Index]) -> _Over:
        if len(fields) != len(self.weights) or len({len(field) for field in fields}) != 1:
            raise InputError(f"{len(self.weights)} weights for {len(fields)} fields of the same rows")
        known = fields[0].fielded
        key = self, *fields
        with _LOCK:
            if key not in known:
                if len(known) >= _KNOWN:
                    known.pop(next(iter(known)))
                known[key] = _Over(self, tuple(fields))
            over: _Over = known[key]
        return over


class _Over:
    """The ranking over given fields: what its terms weigh, remembered."""

    def __init__(self, ranking: BM25F, fields: tuple[Index, ...]) -> None:
        self.ranking = ranking
        pairs = zip(fields, ranking.weights, strict=True)
        self.fields = [(field, weight) for field, weight in pairs if weight > 0 and field.N]
        self.size = len(fields[0])
        self.kept = Kept(max(_ROOM, sum(field.nbytes for field in fields) // 3))

    @cached_property
    def documents(self) -> int:
        """Number of documents with a token in one of the fields."""
        there = np.zeros(self.size, dtype=np.bool_)
        for field, _ in self.fields:
            there |= field.lengths() > 0
        return int(np.count_nonzero(there))

    def clauses(self, tokens: Sequence[str]) -> list[Clause]:
        """Returns the clauses of a query, rarest term first."""
        counted = Counter(tokens).items()
        found = [self.kept.get(pair, partial(self._clause, *pair)) for pair in counted]
        return sorted((clause for clause in found if len(clause.documents)), key=lambda c: len(c.documents))

    def _clause(self, term: str, boost: int) -> Clause:
        b, k1 = self.ranking.b, self.ranking.k1
        rows, parts = [np.zeros(0, dtype=np.int64)], [np.zeros(0)]
        for field, weight in self.fields:
            here, tf, dl = field.postings(term)
            if len(here):
                rows.append(here)
                parts.append(weight * tf / (1 - b + b * dl * field.N / field.T))
        documents, x = self._added(rows[1:] or rows, parts[1:] or parts)
        n = len(documents)
        rarity = float(idf(Statistics(self.documents, 0, n, 0))) if n else 0.0
        weights = boost * rarity * (k1 + 1) * x / (k1 + x)
        return Clause.weighed(self.size, documents, None, weights, weights, self.kept)

    def _added(
        self, rows: list[NDArray[np.int64]], parts: list[NDArray[np.float64]]
    ) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
        """Returns the distinct rows, rising, and the sum of the parts of each, all of which are above 0."""
        if len(rows) == 1:
            return rows[0].astype(np.int32), parts[0]
        if 16 * sum(map(len, rows)) < self.size:
            distinct, place = np.unique(np.concatenate(rows), return_inverse=True)
            sums = np.bincount(place, np.concatenate(parts)).astype(np.float64)
            return distinct.astype(np.int32), sums
        sums = np.zeros(self.size)
        for here, part in zip(rows, parts, strict=True):
            sums[here] += part
        distinct = sums.nonzero()[0]
        return distinct.astype(np.int32), sums.take(distinct)

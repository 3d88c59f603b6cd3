"""BM25F: BM25 over documents of several fields (Robertson, Zaragoza and Taylor 2004)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from debatable.errors import InputError
from debatable.lexical.index import Index, ordered
from debatable.lexical.similarities import Statistics
from debatable.lexical.similarities.bm25 import idf
from debatable.lexical.similarities.formula import check

__all__ = ["BM25F"]


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
        scores, there = self._scores(fields, tokens)
        if among is not None:
            chosen = np.zeros(len(there), dtype=np.bool_)
            chosen[np.asarray(among)] = True
            there &= chosen
        rows = np.flatnonzero(there)
        best, values = ordered(rows, scores.take(rows).astype(np.float32), k)
        return list(zip(best.tolist(), values.tolist(), strict=True))

    def score(self, fields: Sequence[Index], tokens: Sequence[str], rows: ArrayLike) -> NDArray[np.float64]:
        """Returns the scores of given rows, 0 for a row without a word of the query."""
        return self._scores(fields, tokens)[0][np.asarray(rows, dtype=np.int64)]

    def _scores(
        self, fields: Sequence[Index], tokens: Sequence[str]
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        if len(fields) != len(self.weights) or len({len(field) for field in fields}) != 1:
            raise InputError(f"{len(self.weights)} weights for {len(fields)} fields of the same rows")
        size = len(fields[0])
        documents = self._documents(fields)
        scores, there = np.zeros(size), np.zeros(size, dtype=np.bool_)
        for term, boost in Counter(tokens).items():
            x, has = np.zeros(size), np.zeros(size, dtype=np.bool_)
            for field, weight in zip(fields, self.weights, strict=True):
                rows, tf, dl = field.postings(term)
                if len(rows) and weight > 0:
                    x[rows] += weight * tf / (1 - self.b + self.b * dl * field.N / field.T)
                    has[rows] = True
            n = int(np.count_nonzero(has))
            if n:
                rarity = float(idf(Statistics(documents, 0, n, 0)))
                scores += boost * rarity * (self.k1 + 1) * x / (self.k1 + x + (x == 0))
                there |= has
        return scores, there

    def _documents(self, fields: Sequence[Index]) -> int:
        """Number of documents with a token in one of the weighted fields."""
        there = np.zeros(len(fields[0]), dtype=np.bool_)
        for field, weight in zip(fields, self.weights, strict=True):
            if weight > 0:
                there |= field.lengths() > 0
        return int(np.count_nonzero(there))

"""BM25F: BM25 over documents of several fields (Robertson, Zaragoza and Taylor 2004)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from debatable.errors import InputError
from debatable.lexical.search import top_k
from debatable.lexical.search.field_weights import FieldWeights
from debatable.lexical.search.joined_field import FieldPostings
from debatable.lexical.search.searcher import Searcher
from debatable.lexical.similarities.formula import check

__all__ = ["BM25F"]


@runtime_checkable
class Field(Protocol):
    """An index whose rows are the documents that the other fields have at the same rows."""

    @property
    def searcher(self) -> Searcher:
        """What searches it."""


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
        self,
        fields: Sequence[Field | FieldPostings],
        tokens: Sequence[str],
        k: int = 20,
        among: ArrayLike | None = None,
        *,
        searcher: Searcher | None = None,
    ) -> list[tuple[int, float]]:
        """Returns the best rows for a query, best first, ties by smaller row.

        Args:
            fields: One a weight; the same row is the same document in all of them.
            tokens: The analysed query.
            k: How many rows at most.
            among: Rows to choose from; all where None.
            searcher: Of these rows; it lends room and remembers. That of the first field where that is an index.
        """
        first, weights = self._bound(fields, searcher)
        clauses = weights.clauses(tokens)
        if k < 1 or not clauses:
            return []
        allowed = None if among is None else first.postings.mask(among)
        rows, scores = top_k.ranked(clauses, k, first.scratch, first.limits, allowed)
        return list(zip(rows.tolist(), scores.tolist(), strict=True))

    def score(
        self,
        fields: Sequence[Field | FieldPostings],
        tokens: Sequence[str],
        rows: ArrayLike,
        *,
        searcher: Searcher | None = None,
    ) -> NDArray[np.float64]:
        """Returns the scores of given rows, 0 for a row without a word of the query."""
        first, weights = self._bound(fields, searcher)
        documents = first.postings.rows(rows).astype(np.int32)
        return top_k.scores(weights.clauses(tokens), documents, first.scratch, first.limits)

    def _bound(
        self, fields: Sequence[Field | FieldPostings], searcher: Searcher | None
    ) -> tuple[Searcher, FieldWeights]:
        """Returns the searcher that remembers, and the weights over all fields."""
        postings = tuple(field.searcher.postings if isinstance(field, Field) else field for field in fields)
        if len(fields) != len(self.weights) or len({len(one) for one in postings}) != 1:
            raise InputError(f"{len(self.weights)} weights for {len(fields)} fields of the same rows")
        first = fields[0].searcher if searcher is None and isinstance(fields[0], Field) else searcher
        if first is None:
            raise InputError("the first field is no index", todo="give an index first, or a searcher")
        weights = first.field_rankings.get(
            (self, *postings), lambda: FieldWeights(postings, self.weights, self.k1, self.b, first.limits)
        )
        return first, weights

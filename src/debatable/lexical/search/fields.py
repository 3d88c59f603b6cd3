"""BM25F: BM25 over documents of several fields (Robertson, Zaragoza and Taylor 2004), stored or derived from others."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from debatable.arrays import Floats, Ints, Rows
from debatable.errors import InputError
from debatable.lexical.search import top_k
from debatable.lexical.search.clause import Clause
from debatable.lexical.search.limits import Cache, Limits
from debatable.lexical.search.searcher import Searcher
from debatable.lexical.similarities import Statistics
from debatable.lexical.similarities.bm25 import idf
from debatable.lexical.similarities.formula import check

DENSE = 8
"""Where one in so many rows has a term, sums over all rows take less time than sorting those that have it."""

Weigh = Callable[[Floats, Floats], Floats]
"""Returns the weights of a term by its frequencies and the lengths of the texts."""

Frequencies = tuple[Ints, Floats, Floats]


class FieldPostings(Protocol):
    """What BM25F asks of a field; postings are one."""

    def __len__(self) -> int:
        """Number of rows."""

    @property
    def nbytes(self) -> int:
        """Size in memory."""

    @property
    def N(self) -> int:  # noqa: N802 (the symbol of the papers)
        """Number of documents with at least one token."""

    @property
    def T(self) -> int:  # noqa: N802 (the symbol of the papers)
        """Number of tokens of all documents."""

    def lengths(self) -> Rows:
        """Returns the true length of each row."""

    def of(self, term: str) -> Frequencies:
        """Returns the rows that have a term, rising, its frequency there, and their true lengths."""


class DerivedField(ABC):
    """A field derived from others; subclasses give the lengths of rows, and the parts whose frequencies add up."""

    @abstractmethod
    def _row_lengths(self) -> Ints:
        """Returns the length of each row."""

    @abstractmethod
    def _found(self, term: str) -> Sequence[tuple[Ints, Floats]]:
        """Returns rows that have a term with its frequency there, in parts that may name a row again."""

    @cached_property
    def _lengths(self) -> Ints:
        return self._row_lengths()

    def lengths(self) -> Ints:
        """Returns the length of each row."""
        return self._lengths

    @cached_property
    def N(self) -> int:  # noqa: N802 (the symbol of the papers)
        """Number of documents with at least one token."""
        return int(np.count_nonzero(self._lengths))

    @cached_property
    def T(self) -> int:  # noqa: N802 (the symbol of the papers)
        """Number of tokens of all documents."""
        return int(self._lengths.sum())

    def of(self, term: str) -> Frequencies:
        """Returns the rows that have a term, rising, its frequency there, and their lengths."""
        parts = self._found(term)
        rows, tf = added_frequencies([rows for rows, _ in parts], [tf for _, tf in parts])
        return rows, tf, self._lengths[rows].astype(np.float64)

    def of_every_row(self, term: str, weigh: Weigh) -> Floats | None:
        """Returns the weight of a term in each row, 0 where it is not; None where `of` is faster."""
        return None


class JoinedField(DerivedField):
    """One field of the words of several, row by row.

    >>> from debatable.lexical import Postings
    >>> claims, premises = Postings.build([["cars"], []]), Postings.build([["loud", "cars"], ["cars"]])
    >>> [part.tolist() for part in JoinedField((claims, premises)).of("cars")]
    [[0, 1], [2.0, 1.0], [3.0, 1.0]]
    """

    def __init__(self, parts: Sequence[FieldPostings]) -> None:
        """Keeps the fields; their rows are the same documents."""
        self._parts = tuple(parts)

    def __len__(self) -> int:
        """Number of rows."""
        return len(self._parts[0])

    @property
    def nbytes(self) -> int:
        """Size of all fields in memory."""
        return sum(part.nbytes for part in self._parts)

    def _row_lengths(self) -> Ints:
        lengths: Ints = np.sum([part.lengths() for part in self._parts], axis=0, dtype=np.int64)
        return lengths

    def _found(self, term: str) -> Sequence[tuple[Ints, Floats]]:
        return [part.of(term)[:2] for part in self._parts]


def added_frequencies(rows: Sequence[Ints], frequencies: Sequence[Floats]) -> tuple[Ints, Floats]:
    """Returns the distinct rows, rising, and the sum of the frequencies of each, all of which are above 0."""
    parts = [(here, tf) for here, tf in zip(rows, frequencies, strict=True) if len(here)]
    if len(parts) == 1 and bool((np.diff(parts[0][0]) > 0).all()):
        return parts[0]
    where, often = np.concatenate(rows), np.concatenate(frequencies)
    if DENSE * len(where) >= int(where.max(initial=0)):
        sums = np.bincount(where, often)
        distinct = (sums > 0).nonzero()[0]  # of truth values four times as fast as of numbers
        return distinct, sums.take(distinct).astype(np.float64)
    distinct, place = np.unique(where, return_inverse=True)
    return distinct, np.bincount(place, often, len(distinct)).astype(np.float64)


_Part = tuple[Ints | None, Floats]
"""Rows and the weight of a term in each; without rows, its weight in every row."""


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
        """Number of cached clauses and weights of postings."""
        return len(self._clauses)

    @cached_property
    def documents(self) -> int:
        """Number of documents with a token in one of the fields."""
        written = np.zeros(self._size, dtype=np.bool_)
        for field, _ in self._fields:
            written |= field.lengths() > 0
        return int(np.count_nonzero(written))

    def clauses(self, tokens: Sequence[str]) -> list[Clause]:
        """Returns the clauses of a query, rarest term first."""
        pairs = Counter(tokens).items()
        clauses = [self._clauses.get(pair, partial(self._clause, *pair)) for pair in pairs]
        return sorted((clause for clause in clauses if len(clause.documents)), key=lambda c: len(c.documents))

    def _clause(self, term: str, boost: int) -> Clause:
        k1 = self._k1
        documents, x = self._added([self._weighted(field, weight, term) for field, weight in self._fields])
        n = len(documents)
        rarity = float(idf(Statistics(self.documents, 0, n, 0))) if n else 0.0
        weights = boost * rarity * (k1 + 1) * x
        x += k1
        weights /= x
        return Clause.weighted(self._size, documents, None, weights, weights, self._clauses, self._limits)

    def _weighted(self, field: FieldPostings, weight: float, term: str) -> _Part:
        """Returns the weight of a term in a field by its frequency and the length there, before saturation."""
        b, mean = self._b, (field.N, field.T)

        def weigh(tf: Floats, dl: Floats) -> Floats:
            norm = b * dl  # in place: of a term that half the rows have, new arrays cost more than sums
            norm *= mean[0]
            norm /= mean[1]
            norm += 1 - b
            return np.divide(weight * tf, norm, out=norm)

        if isinstance(field, DerivedField) and (whole := field.of_every_row(term, weigh)) is not None:
            return None, whole
        rows, tf, dl = field.of(term)
        return rows, weigh(tf, dl)

    def _added(self, parts: list[_Part]) -> tuple[NDArray[np.int32], Floats]:
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
        distinct = (sums > 0).nonzero()[0]  # of truth values four times as fast as of numbers
        return distinct.astype(np.int32), sums.take(distinct)


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
        fields: Sequence[Searcher | FieldPostings],
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
            searcher: Of these rows; its arrays and caches are used. By default that of the first field, an index.
        """
        first, weights = self._bound(fields, searcher)
        clauses = weights.clauses(tokens)
        if k < 1 or not clauses:
            return []
        allowed = None if among is None else first.postings.mask(among)
        rows, scores = top_k.ranked(clauses, k, first.scratch, allowed)
        return list(zip(rows.tolist(), scores.tolist(), strict=True))

    def score(
        self,
        fields: Sequence[Searcher | FieldPostings],
        tokens: Sequence[str],
        rows: ArrayLike,
        *,
        searcher: Searcher | None = None,
    ) -> Floats:
        """Returns the scores of given rows, 0 for a row without a word of the query."""
        first, weights = self._bound(fields, searcher)
        documents = first.postings.rows(rows).astype(np.int32)
        return top_k.scores(weights.clauses(tokens), documents, first.scratch)

    def _bound(
        self, fields: Sequence[Searcher | FieldPostings], searcher: Searcher | None
    ) -> tuple[Searcher, FieldWeights]:
        """Returns the searcher whose caches are used, and the weights over all fields."""
        postings = tuple(field.postings if isinstance(field, Searcher) else field for field in fields)
        if len(fields) != len(self.weights) or len({len(one) for one in postings}) != 1:
            raise InputError(f"{len(self.weights)} weights for {len(fields)} fields of the same rows")
        first = fields[0] if searcher is None and isinstance(fields[0], Searcher) else searcher
        if first is None:
            raise InputError("the first field is no index", todo="give an index first, or a searcher")
        weights = first.field_rankings.get(
            (self, *postings), lambda: FieldWeights(postings, self.weights, self.k1, self.b, first.limits)
        )
        return first, weights

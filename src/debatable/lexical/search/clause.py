"""Query terms in segments: their postings, the weight of each by one similarity, cached for the next query."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from debatable.arrays import Bools, Floats
from debatable.lexical.postings import Postings, Segment, Term
from debatable.lexical.search.limits import Cache, Limits
from debatable.lexical.similarities import Statistics

_CACHED = 1 << 16
"""Postings of a term up to which their weights are cached; above, looking them up again is as fast."""

_OWN_BYTES = 256

_FIRST = 64
"""Weights that are checked first for being whole numbers."""

Documents = NDArray[np.int32]
Weights = Floats

Column = tuple[Documents, NDArray[Any]]
"""Some documents, and the weight of each."""

Add = Callable[[NDArray[Any], Sequence[Column]], None]

SHARE = 2.0**-22
"""Share of a score that single precision, in which scores are compared, may lose."""

SMALLEST = 2.0**-148
"""Difference of scores near 0 that single precision may lose: twice the smallest number that there is."""

LAYOUT = np.dtype(
    [(name, np.int64) for name in ("count", "documents", "cells", "cell_bytes", "table")]
    + [("high", np.float64), ("low", np.float64)]
)
"""A clause as compiled code gets it: how many postings there are, the addresses of their documents, cells (0 for none)
and weights, and the limits of these."""


def just_below(score: float) -> float:
    """Returns a score such that all below it are less in single precision, too.

    >>> just_below(8.0), just_below(-8.0), just_below(0.0) < 0
    (7.999998092651367, -8.000001907348633, True)
    """
    return score - SHARE * abs(score) - SMALLEST


def address_of(array: NDArray[Any]) -> int:
    """Returns where an array begins in memory."""
    return int(array.__array_interface__["data"][0])


def laid_out(
    size: int,
    documents: Documents,
    cells: NDArray[np.unsignedinteger[Any]] | None,
    table: Weights,
    high: float,
    low: float,
) -> NDArray[np.void] | None:
    """Returns the layout of a clause, valid as long as its arrays are; None where compiled code cannot read these.

    Compiled code checks nothing: arrays must be contiguous, of these types, with a weight for each posting, and
    documents must rise and lie below the size. Limits that are no numbers would never let it skip anything.
    """
    kinds: list[tuple[NDArray[Any], tuple[str, ...]]] = [(documents, ("<i4",)), (table, ("<f8",))]
    if cells is not None:
        kinds.append((cells, ("<u2", "<u4")))
    for array, types in kinds:
        if array.ndim != 1 or not array.flags.c_contiguous or array.dtype.str not in types:
            return None
    if len(documents) != len(table if cells is None else cells) or not -np.inf < low <= high < np.inf:
        return None
    if len(documents) and not 0 <= documents[0] <= documents[-1] < size:
        return None
    layout = np.zeros(1, dtype=LAYOUT)
    where = (0, 0) if cells is None else (address_of(cells), cells.itemsize)
    layout[0] = (len(documents), address_of(documents), *where, address_of(table), high, low)
    return layout


@dataclass(frozen=True, slots=True, eq=False)
class Clause:
    """The postings of a term with their weights.

    Attributes:
        size: Number of documents of the segment.
        documents: Of each posting, rising.
        cells: Of each posting; None where the table has a weight for each posting.
        table: The weight of each cell, or of each posting.
        high: Largest weight, at least 0, as an absent term weighs 0.
        low: Smallest weight, at most 0.
        whole: Whether all weights are whole numbers, so that rounding loses nothing.
        few: Whether the postings are so few that the table has the weight of each.
        frequent: Whether a fair share of the documents has the term.
        cache: Of the weights of postings.
        own: Rounded weights of the postings by their unit, where they are few.
        layout: For compiled code; None where that cannot read the arrays.
        address: Of the layout; 0 without one.
    """

    size: int
    documents: Documents
    cells: NDArray[np.unsignedinteger[Any]] | None
    table: Weights
    high: float
    low: float
    whole: bool
    few: bool
    frequent: bool
    cache: Cache
    own: dict[int, NDArray[np.int16]]
    layout: NDArray[np.void] | None
    address: int

    @classmethod
    def of(
        cls,
        segment: Segment,
        number: int,
        score: Callable[[Weights, Weights], Weights],
        cache: Cache,
        limits: Limits,
    ) -> Clause:
        """Scores the term of a number by frequency and length: each posting where there are few, else each cell."""
        documents, cells = segment.postings(number)
        few = len(cells) <= limits.cell_postings
        here = cells if few else cache.get((segment, number), lambda: segment.cells_of(number))
        weights = score(segment.cell_tf.take(here), segment.cell_length.take(here))
        table = weights
        if not few:
            table = np.zeros(int(here[-1]) + 1)
            table[here] = weights
        return cls.weighted(len(segment), documents, None if few else cells, table, weights, cache, limits)

    @classmethod
    def weighted(
        cls,
        size: int,
        documents: Documents,
        cells: NDArray[np.unsignedinteger[Any]] | None,
        table: Weights,
        weights: Weights,
        cache: Cache,
        limits: Limits,
    ) -> Clause:
        """Makes a clause of a table, given the weights in it that occur."""
        high, low = float(weights.max(initial=0.0)), float(weights.min(initial=0.0))
        whole = high < 1 << 16 and low > -(1 << 16) and _whole(weights[:_FIRST]) and _whole(weights)
        frequent = len(documents) * limits.frequent_share >= size
        few = cells is None and len(documents) <= limits.cell_postings
        layout = laid_out(size, documents, cells, table, high, low)
        address = 0 if layout is None else address_of(layout.view(np.uint8))  # fields would be described, too
        return cls(size, documents, cells, table, high, low, whole, few, frequent, cache, {}, layout, address)

    @property
    def nbytes(self) -> int:
        """Memory of the clause; documents that are a part of a segment count nothing."""
        own = 2 * len(self.documents) if self.few else 0
        documents = self.documents.nbytes if self.documents.base is None else 0
        return _OWN_BYTES + self.table.nbytes + own + documents

    def weights(self) -> Weights:
        """Returns the weight of each posting; caches them unless they are many."""
        cells = self.cells
        if cells is None:
            return self.table
        if len(cells) > _CACHED:
            return self.table.take(cells)
        return self.cache.get((self, "weights"), lambda: self.table.take(cells))

    def rounded(self, add: Add, exponent: int) -> NDArray[np.int16]:
        """Returns the weight of each posting, or of each document where the term is frequent, as small integers.

        Weights are multiplied by two to the power of the exponent, which leaves them 13 bits at most, and rounded.
        """
        rounded = self.own.get(exponent) if self.few else self.cache.find((self, exponent))
        if rounded is not None:
            return rounded
        if self.few:
            return self.own.setdefault(exponent, self._rounded(add, exponent))
        return self.cache.get((self, exponent), lambda: self._rounded(add, exponent))

    def _rounded(self, add: Add, exponent: int) -> NDArray[np.int16]:
        table = np.rint(np.ldexp(self.table, exponent)).astype(np.int16)
        rounded = table if self.cells is None else table.take(self.cells)
        if not self.frequent:
            return rounded
        dense = np.zeros(self.size, dtype=np.int16)
        add(dense, ((self.documents, rounded),))
        return dense

    def add_to(self, scores: Weights, candidates: Documents) -> Bools:
        """Adds the term's weights to the scores of some documents; returns which of them have it."""
        places = self.documents.searchsorted(candidates)
        present: Bools = self.documents.take(places, mode="clip") == candidates
        cells = places if self.cells is None else self.cells.take(places, mode="clip")
        scores += self.table.take(cells, mode="clip") * present
        return present


def _whole(weights: Weights) -> bool:
    return bool((weights == np.rint(weights)).all())


_TERM = attrgetter("term")


@dataclass(frozen=True, slots=True, eq=False)
class _TermClauses:
    """A term repeated so often in a query, with its clause in each segment, None where it is not there."""

    term: Term
    clauses: tuple[Clause | None, ...]

    @property
    def nbytes(self) -> int:
        return _OWN_BYTES + sum(clause.nbytes for clause in self.clauses if clause is not None)


class TermWeights:
    """Computes the weights of terms by one similarity and caches those of the terms asked for lately."""

    def __init__(
        self,
        postings: Postings,
        find: Callable[[str], Term],
        formula: Callable[..., Any],
        posting_weights: Cache,
        limits: Limits,
    ) -> None:
        """Binds a formula of frequency, length, statistics and boost to postings whose terms are found by their text.

        The cache of the weights of postings is shared by all similarities.
        """
        self._postings, self._term, self._formula = postings, find, formula
        self._posting_weights, self._limits = posting_weights, limits
        self._cached = Cache(limits.weight_bytes)

    def __len__(self) -> int:
        """Number of cached terms."""
        return len(self._cached)

    def clauses(self, tokens: Sequence[str]) -> list[list[Clause]]:
        """Returns the clauses of a query for each segment, rarest term first."""
        counts: Mapping[str, int] = dict.fromkeys(tokens, 1)
        if len(counts) < len(tokens):
            counts = Counter(tokens)
        cached = self._cached.find
        terms = [cached(pair) or self._weighted(*pair) for pair in counts.items()]
        terms.sort(key=_TERM)
        return [
            [clause for term in terms if (clause := term.clauses[place]) is not None]
            for place in range(len(self._postings.segments))
        ]

    def _weighted(self, text: str, boost: int) -> _TermClauses:
        term = self._term(text)
        statistics = Statistics(self._postings.N, self._postings.T, term.n, term.F)

        def score(tf: Weights, dl: Weights) -> Weights:
            return np.asarray(self._formula(tf, dl, statistics, float(boost)), dtype=np.float64)

        def clause(segment: Segment, number: int) -> Clause | None:
            if number < 0 or not term.n:
                return None
            return Clause.of(segment, number, score, self._posting_weights, self._limits)

        pairs = zip(self._postings.segments, term.numbers, strict=True)
        return self._cached.get(
            (text, boost), lambda: _TermClauses(term, tuple(clause(*pair) for pair in pairs))
        )

"""A query term in a segment: its postings and what each of them weighs."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from debatable.errors import CorruptIndexError
from debatable.lexical.postings import Segment
from debatable.lexical.search.cache import Cache
from debatable.lexical.search.limits import Limits
from debatable.lexical.search.scratch import Scratch

__all__ = ["BITS", "Clause", "Documents", "Weights"]

BITS = 13
"""Of a rounded weight, besides the sign: leaves room in 16 for sums of many."""

_REMEMBERED = 1 << 16
"""Postings of a term up to which their weights are remembered; above, looking them up again is as fast."""

_OWN_BYTES = 256

Documents = NDArray[np.int32]
Weights = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Clause:
    """The postings of a term with their weights.

    Attributes:
        size: How many documents there are.
        documents: Of each posting, rising.
        cells: Of each posting; None where the postings are few.
        table: The weight of each cell, or of each posting where they are few.
        high: Largest weight, at least 0, as an absent term weighs 0.
        low: Smallest weight, at most 0.
        whole: Whether all weights are whole numbers, so that rounding loses nothing.
        frequent: Whether a fair share of the documents has the term.
        exponent: Power of two that leaves rounded weights 13 bits, besides the sign.
        cache: Where weights of postings are remembered.
    """

    size: int
    documents: Documents
    cells: NDArray[np.unsignedinteger[Any]] | None
    table: Weights
    high: float
    low: float
    whole: bool
    frequent: bool
    exponent: int
    cache: Cache

    @classmethod
    def of(
        cls,
        segment: Segment,
        number: int,
        weigh: Callable[[Weights, Weights], Weights],
        cache: Cache,
        limits: Limits,
    ) -> Clause:
        """Weighs a term: each posting where there are few, each cell that occurs where there are many.

        Args:
            segment: Where the postings are.
            number: Of the term in the segment.
            weigh: The similarity as a function of frequency and length.
            cache: Where to remember the cells of the term and the weights of its postings.
            limits: Tell few from many.
        """
        place = segment.place(number)
        documents, cells = segment.documents[place], segment.cells[place]
        if len(documents) and not (
            0 <= documents.min() <= documents.max() < len(segment) and cells.max() < len(segment.cell_tf)
        ):
            raise CorruptIndexError("a posting of a document that is not there", todo="build the index again")
        few = len(cells) <= limits.cell_postings
        here = cells if few else cache.get((segment, number), lambda: segment.cells_of(number))
        weights = weigh(segment.cell_tf.take(here), segment.cell_length.take(here))
        table = weights
        if not few:
            table = np.zeros(int(here[-1]) + 1)
            table[here] = weights
        return cls.weighed(len(segment), documents, None if few else cells, table, weights, cache, limits)

    @classmethod
    def weighed(
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
        whole = high < 1 << 16 and low > -(1 << 16) and bool((weights == np.rint(weights)).all())
        frequent = len(documents) * limits.frequent_share >= size
        exponent = BITS - math.frexp(max(high, -low))[1]
        return cls(size, documents, cells, table, high, low, whole, frequent, exponent, cache)

    @property
    def nbytes(self) -> int:
        """Memory of the clause; documents that are a part of a segment count nothing."""
        return _OWN_BYTES + self.table.nbytes + (self.documents.nbytes if self.documents.base is None else 0)

    def weights(self) -> Weights:
        """Returns the weight of each posting; remembers them unless they are many."""
        cells = self.cells
        if cells is None:
            return self.table
        if len(cells) > _REMEMBERED:
            return self.table.take(cells)
        return self.cache.get((self, "weights"), lambda: self.table.take(cells))

    def add_to_all(self, scratch: Scratch) -> None:
        """Adds the term's weights to the exact sums of all documents."""
        scratch.addition.add(scratch.exact, self.documents, self.weights())

    def add_rounded_to_all(self, scratch: Scratch, exponent: int) -> None:
        """Adds the term's weights, times a power of two and rounded, to the rounded sums of all documents.

        Args:
            scratch: Where the sums are.
            exponent: Of two; at most the clause's own.
        """
        rounded = self.cache.get(self, lambda: self._rounded(scratch))
        if self.exponent > exponent:
            shift = np.int16(min(self.exponent - exponent, 15))
            rounded = np.right_shift(rounded, shift, out=scratch.shifted[: len(rounded)])
        if self.frequent:
            scratch.rounded[: self.size] += rounded
        else:
            scratch.addition.add(scratch.rounded, self.documents, rounded)

    def _rounded(self, scratch: Scratch) -> NDArray[np.int16]:
        """Returns the rounded weight of each posting; of each document where the term is frequent."""
        table = np.rint(np.ldexp(self.table, self.exponent)).astype(np.int16)
        rounded = table if self.cells is None else table.take(self.cells)
        if not self.frequent:
            return rounded
        dense = np.zeros(self.size, dtype=np.int16)
        scratch.addition.add(dense, self.documents, rounded)
        return dense

    def add_to(self, scores: Weights, candidates: Documents) -> NDArray[np.bool_]:
        """Adds the term's weights to the scores of some documents; returns which of them have it."""
        places = self.documents.searchsorted(candidates)
        there: NDArray[np.bool_] = self.documents.take(places, mode="clip") == candidates
        cells = places if self.cells is None else self.cells.take(places, mode="clip")
        scores += self.table.take(cells, mode="clip") * there
        return there

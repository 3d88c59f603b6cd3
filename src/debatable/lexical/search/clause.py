"""A query term in a segment: its postings and what each of them weighs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from debatable.lexical.postings import Segment
from debatable.lexical.search.cache import Cache
from debatable.lexical.search.compiled import address_of, laid_out
from debatable.lexical.search.limits import Limits
from debatable.lexical.search.scratch import Scratch

__all__ = ["Clause", "Documents", "Weights"]

_REMEMBERED = 1 << 16
"""Postings of a term up to which their weights are remembered; above, looking them up again is as fast."""

_OWN_BYTES = 256

_FIRST = 64
"""Weights that are looked at first, to learn whether all may be whole numbers."""

Documents = NDArray[np.int32]
Weights = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Clause:
    """The postings of a term with their weights.

    Attributes:
        size: How many documents there are.
        documents: Of each posting, rising.
        cells: Of each posting; None where the table has a weight for each posting.
        table: The weight of each cell, or of each posting.
        high: Largest weight, at least 0, as an absent term weighs 0.
        low: Smallest weight, at most 0.
        whole: Whether all weights are whole numbers, so that rounding loses nothing.
        few: Whether the postings are so few that the table has the weight of each.
        frequent: Whether a fair share of the documents has the term.
        cache: Where weights of postings are remembered.
        own: Rounded weights of the postings by their unit, where they are few.
        layout: Where all this lies; None where compiled code cannot have it.
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
        documents, cells = segment.postings(number)
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
        whole = high < 1 << 16 and low > -(1 << 16) and _whole(weights[:_FIRST]) and _whole(weights)
        frequent = len(documents) * limits.frequent_share >= size
        few = cells is None and len(documents) <= limits.cell_postings
        layout = laid_out(size, documents, cells, table, high, low)
        address = 0 if layout is None else address_of(layout)
        return cls(size, documents, cells, table, high, low, whole, few, frequent, cache, {}, layout, address)

    @property
    def nbytes(self) -> int:
        """Memory of the clause; documents that are a part of a segment count nothing."""
        own = 2 * len(self.documents) if self.few else 0
        documents = self.documents.nbytes if self.documents.base is None else 0
        return _OWN_BYTES + self.table.nbytes + own + documents

    def weights(self) -> Weights:
        """Returns the weight of each posting; remembers them unless they are many."""
        cells = self.cells
        if cells is None:
            return self.table
        if len(cells) > _REMEMBERED:
            return self.table.take(cells)
        return self.cache.get((self, "weights"), lambda: self.table.take(cells))

    def rounded(self, scratch: Scratch, exponent: int) -> NDArray[np.int16]:
        """Returns the weight of each posting, or of each document where the term is frequent, in small numbers.

        Args:
            scratch: Room to work in.
            exponent: Power of two that a weight is multiplied by before it is rounded; leaves it 13 bits at most.
        """
        found = self.own.get(exponent) if self.few else self.cache.find((self, exponent))
        if found is not None:
            return found
        if self.few:
            return self.own.setdefault(exponent, self._rounded(scratch, exponent))
        return self.cache.get((self, exponent), lambda: self._rounded(scratch, exponent))

    def _rounded(self, scratch: Scratch, exponent: int) -> NDArray[np.int16]:
        table = np.rint(np.ldexp(self.table, exponent)).astype(np.int16)
        rounded = table if self.cells is None else table.take(self.cells)
        if not self.frequent:
            return rounded
        dense = np.zeros(self.size, dtype=np.int16)
        scratch.addition.add(dense, ((self.documents, rounded),))
        return dense

    def add_to(self, scores: Weights, candidates: Documents) -> NDArray[np.bool_]:
        """Adds the term's weights to the scores of some documents; returns which of them have it."""
        places = self.documents.searchsorted(candidates)
        there: NDArray[np.bool_] = self.documents.take(places, mode="clip") == candidates
        cells = places if self.cells is None else self.cells.take(places, mode="clip")
        scores += self.table.take(cells, mode="clip") * there
        return there


def _whole(weights: Weights) -> bool:
    return bool((weights == np.rint(weights)).all())

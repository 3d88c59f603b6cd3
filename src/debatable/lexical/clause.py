"""A query term in a segment: its postings and what each of them weighs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from debatable.lexical.segment import Segment

__all__ = ["Clause"]

_MANY = 64


@dataclass(frozen=True, slots=True)
class Clause:
    """The postings of a term with their weights.

    Attributes:
        segment: Where the postings are.
        number: Of the term in the segment.
        documents: Of each posting.
        cells: Of each posting, into ``table``; None where ``table`` has the weights themselves.
        table: Weight of each cell, or of each posting.
        high: The largest weight, at least 0, which is what the term adds where it is absent.
        low: The smallest weight, at most 0.
    """

    segment: Segment
    number: int
    documents: NDArray[np.int32]
    cells: NDArray[np.unsignedinteger] | None
    table: NDArray[np.float64]
    high: float
    low: float

    def weights(self) -> NDArray[np.float64]:
        """Returns the weight of each posting."""
        return self.table if self.cells is None else self.table.take(self.cells)

    def weights_at(self, places: NDArray[np.int64]) -> NDArray[np.float64]:
        """Returns the weights of some postings."""
        return self.table.take(places if self.cells is None else self.cells.take(places))

    def reaches(self, least: float) -> NDArray[np.bool_]:
        """Returns for each posting whether it weighs so much."""
        if least <= self.low:
            return np.ones(len(self.documents), dtype=np.bool_)
        there = self.table >= least
        return there if self.cells is None else there.take(self.cells)

    def find(
        self, candidates: NDArray[np.int32]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
        """Returns which of some documents have the term, their postings, and the weights there."""
        ranks = self.segment.ranks(self.number) if len(candidates) > _MANY else None
        if ranks is not None:
            hits, places = ranks.find(candidates)
        else:
            places = self.documents.searchsorted(candidates)
            places[places == len(self.documents)] = 0
            hits = np.flatnonzero(self.documents.take(places) == candidates)
            places = places.take(hits)
        return hits, places, self.weights_at(places)

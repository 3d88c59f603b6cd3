"""A query term in a segment: its postings and what each of them weighs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from debatable.lexical.segment import Segment

__all__ = ["Clause"]

_FEW = 1024
_MANY = 64

Documents = NDArray[np.int32]
Places = NDArray[np.intp] | NDArray[np.int32]
Weights = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Clause:
    """The postings of a term with their weights.

    Attributes:
        segment: Where the postings are.
        number: Of the term in the segment.
        documents: Of each posting.
        cells: Of each posting; None where the postings are few.
        table: A zero, then the weight of each cell, or of each posting where they are few.
        high: Largest weight in documents of each length code, at least 0, as an absent term weighs 0.
        low: Smallest weight in documents of each length code, at most 0; None where it is 0 for all.
    """

    segment: Segment
    number: int
    documents: Documents
    cells: NDArray[np.unsignedinteger[Any]] | None
    table: Weights
    high: Weights
    low: Weights | None

    @classmethod
    def of(cls, segment: Segment, number: int, weigh: Callable[[Weights, Weights], Weights]) -> Clause:
        """Weighs a term: each posting where there are few, each cell that occurs where there are many.

        Args:
            segment: Where the postings are.
            number: Of the term in the segment.
            weigh: The similarity as a function of frequency and length.
        """
        place = segment.place(number)
        cells = segment.cells[place]
        few = len(cells) <= _FEW
        here = cells if few else segment.present(number)
        weights = weigh(segment.cell_tf.take(here), segment.cell_length.take(here))
        table = np.zeros((len(cells) if few else int(here[-1]) + 1) + 1)
        table[slice(1, None) if few else here + 1] = weights
        high, low = _bounds(weights, segment.cell_code.take(here), len(segment.code_length))
        return cls(segment, number, segment.documents[place], None if few else cells, table, high, low)

    @property
    def nbytes(self) -> int:
        """Memory of what was computed for the clause."""
        return self.table.nbytes + 2 * self.high.nbytes

    def weights(self) -> Weights:
        """Returns the weight of each posting."""
        return self.table[1:] if self.cells is None else self.table[1:].take(self.cells)

    def weights_at(self, places: Places) -> Weights:
        """Returns the weights of some postings."""
        return self.table[1:].take(places if self.cells is None else self.cells.take(places))

    def reaching(self, least: Weights) -> NDArray[np.intp]:
        """Returns the postings that weigh as much as their document's length code asks for."""
        if self.cells is None:
            return np.flatnonzero(self.table[1:] >= least.take(self.segment.codes.take(self.documents)))
        enough = self.table[1:] >= least.take(self.segment.cell_code[: len(self.table) - 1])
        # Cells rise with the frequency, so the first that is enough leaves most postings behind at once.
        first = int(enough.argmax())
        if not enough[first]:
            return np.zeros(0, dtype=np.intp)
        if not first:
            return np.flatnonzero(enough.take(self.cells))
        places = (self.cells >= first).nonzero()[0]
        return places[enough.take(self.cells.take(places))]

    def find(self, candidates: Documents) -> tuple[Places, Places]:
        """Returns which of some documents have the term, and their postings."""
        ranks = self.segment.ranks(self.number) if len(candidates) > _MANY else None
        if ranks is not None:
            return ranks.find(candidates)
        places = self.documents.searchsorted(candidates)
        places[places == len(self.documents)] = 0
        hits = (self.documents.take(places) == candidates).nonzero()[0]
        return hits, places.take(hits)

    def add_to(self, scores: Weights, candidates: Documents) -> None:
        """Adds the term's weights to the scores of some documents."""
        column = None if self.cells is None else self.segment.column(self.number)
        if column is not None:
            scores += self.table.take(column.take(candidates))
        else:
            hits, places = self.find(candidates)
            scores[hits] += self.weights_at(places)

    def add_to_all(self, scores: Weights, room: Weights) -> None:
        """Adds the term's weights to the scores of all documents; works in the room given."""
        column = None if self.cells is None else self.segment.column(self.number)
        if column is not None:
            scores += self.table.take(column, out=room[: len(column)], mode="clip")
        elif self.cells is not None:
            weights = self.table[1:].take(self.cells, out=room[: len(self.cells)], mode="clip")
            np.add.at(scores, self.documents, weights)
        else:
            np.add.at(scores, self.documents, self.table[1:])


def _bounds(weights: Weights, codes: NDArray[np.int32], count: int) -> tuple[Weights, Weights | None]:
    high = np.zeros(count)
    np.maximum.at(high, codes, weights)
    if weights.min(initial=0.0) >= 0.0:
        return high, None
    low = np.zeros(count)
    np.minimum.at(low, codes, weights)
    return high, low

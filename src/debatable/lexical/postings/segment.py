"""One immutable part of an index: the postings of some documents."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from debatable.arrays import Bools, Floats, Ints
from debatable.errors import CorruptIndexError
from debatable.lexical.postings.vocabulary import Vocabulary


@dataclass(frozen=True, eq=False)
class Segment:
    """Postings sorted by term, then document; every array can be memory-mapped.

    A posting holds, in place of its frequency and its document's length, the number of that pair among the distinct
    pairs of the segment (its *cell*): any similarity is computed once a cell and looked up for each posting.

    Attributes:
        letters: Sorted terms as UTF-8, joined.
        ends: Where each term begins in ``letters``, and the total.
        starts: Where the postings of each term begin, and the total.
        occurrences: Of each term in all documents.
        documents: Of each posting, counted from the segment's first document.
        cells: Of each posting.
        cell_tf: Frequency of each cell, rising.
        cell_code: Length of each cell as a code, rising within a frequency.
        code_length: Length that each code stands for.
        codes: Length of each document as a code.
        lengths: True length of each document.
        origin: Path that the files it was opened from begin with.
    """

    letters: NDArray[np.uint8]
    ends: Ints
    starts: Ints
    occurrences: Ints
    documents: NDArray[np.int32]
    cells: NDArray[np.unsignedinteger[Any]]
    cell_tf: Floats
    cell_code: NDArray[np.int32]
    code_length: Floats
    codes: NDArray[np.unsignedinteger[Any]]
    lengths: NDArray[np.int32]
    origin: Path | None = None

    def __len__(self) -> int:
        """Number of documents."""
        return len(self.lengths)

    @property
    def nbytes(self) -> int:
        """Size of the postings in memory."""
        return self.documents.nbytes + self.cells.nbytes

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Returns every array under its name."""
        return {name: getattr(self, name) for name in ARRAYS}

    def misfits(self) -> list[str]:
        """Returns what is of another kind or length than it must be; looks at no posting."""
        arrays = self.arrays()
        fits = {name: array.ndim == 1 and array.dtype.kind in KINDS[name] for name, array in arrays.items()}
        if all(fits.values()):
            terms, postings = len(self.ends) - 1, len(self.documents)
            fits = {
                "ends": terms >= 0 and self.ends[-1] == len(self.letters),
                "starts": len(self.starts) == terms + 1 > 0 and self.starts[-1] == postings,
                "occurrences": len(self.occurrences) == terms,
                "cells": len(self.cells) == postings,
                "cell_code": len(self.cell_code) == len(self.cell_tf)
                and within(self.cell_code, len(self.code_length)),
                "codes": len(self.codes) == len(self),
            }
        return [f"{name} lead to what is not there" for name, right in fits.items() if not right]

    def problems(self) -> list[str]:
        """Returns what leads to a place that is not there; nothing where all of it fits together."""
        if misfits := self.misfits():
            return misfits
        fits = {
            "documents": within(self.documents, len(self)),
            "cells": within(self.cells, len(self.cell_tf)),
            "codes": within(self.codes, len(self.code_length)),
            "starts": _is_partition(self.starts),
            "ends": _is_partition(self.ends),
            "occurrences": within(self.occurrences, np.iinfo(np.int64).max),
        }
        return [f"{name} lead to what is not there" for name, right in fits.items() if not right]

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """Its terms."""
        return Vocabulary(self.letters, self.ends)

    @cached_property
    def cell_length(self) -> Floats:
        """Length of each cell as similarities use it."""
        return self.code_length.take(self.cell_code)

    @cached_property
    def _starts(self) -> memoryview:
        return self.starts.data

    def place(self, number: int) -> slice:
        """Returns where the postings of a term are."""
        return slice(self._starts[number], self._starts[number + 1])

    def counts(self, number: int, live: Bools | None) -> tuple[int, int]:
        """Returns in how many documents a term occurs, and how often; of the live ones where given."""
        place = self.place(number)
        if live is None:
            return place.stop - place.start, int(self.occurrences[number])
        kept = live.take(self.documents[place])
        return int(np.count_nonzero(kept)), int(self.cell_tf.take(self.cells[place][kept]).sum())

    def postings(self, number: int) -> tuple[NDArray[np.int32], NDArray[np.unsignedinteger[Any]]]:
        """Returns the documents and cells of a term; raises CorruptIndexError where they are out of range."""
        place = self.place(number)
        documents, cells = self.documents[place], self.cells[place]
        if len(documents) and not (
            0 <= documents.min() <= documents.max() < len(self) and cells.max() < len(self.cell_tf)
        ):
            raise CorruptIndexError("a posting of a document that is not there", todo="build the index again")
        return documents, cells

    def cells_of(self, number: int) -> NDArray[np.intp]:
        """Returns the cells that occur in the postings of a term, rising."""
        return np.flatnonzero(np.bincount(self.cells[self.place(number)]))


ARRAYS = tuple(part.name for part in fields(Segment) if part.name != "origin")
"""Names of the arrays of a segment."""

KINDS = {name: "f" if name in ("cell_tf", "code_length") else "iu" for name in ARRAYS}
"""Kinds of numbers that they hold: integers or floats."""


def within(places: NDArray[Any], end: int) -> bool:
    """Returns whether all places are from 0 on and before an end.

    >>> within(np.array([0, 2]), 3), within(np.array([-1]), 3), within(np.array([3]), 3)
    (True, False, False)
    """
    return not len(places) or bool(places.min() >= 0 and places.max() < end)


def _is_partition(bounds: Ints) -> bool:
    """Returns whether bounds begin at 0 and never fall."""
    return bool(bounds[0] == 0 and (np.diff(bounds) >= 0).all())

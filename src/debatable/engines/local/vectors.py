"""Nearest vectors of a table: exact, or in k-means cells (an inverted file, Jégou et al. 2011).

Vectors are read in blocks, so that a mapped matrix is never in memory at once; that of a small table is kept there in
single precision, since widening numbers of two bytes takes longer than comparing them. Where many are asked for again,
they are kept in a byte a number, eight times as fast to go through; the nearest are then computed from the vectors
themselves. With cells, cosines are exact, but a vector in a cell that is not looked into is missed.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from debatable.arrays import Bools, Floats, Ints, Matrix, Rows, Signs, Singles, VectorRows
from debatable.engines.local.generations import Generation
from debatable.ranking import Ranked

if TYPE_CHECKING:
    from debatable.embedding.rounded import RoundedVectors

BLOCK = 8_192

FEW = 1 << 23
"""Numbers up to which a matrix is kept in single precision."""

SINGLE = 1e-5
"""How far a cosine in single precision may be off."""

PARTS = ("centres", "starts", "rows", "codes", "units")
"""The arrays of the cells of a table."""


@dataclass(frozen=True, slots=True)
class Rounding:
    """When vectors are kept in a byte a number.

    Attributes:
        least: Numbers that a matrix has at least; below, it is not worth it.
        most: Numbers that it has at most; above, it takes too much memory.
    """

    least: int = 1 << 21
    most: int = 1 << 30


@dataclass(frozen=True, slots=True)
class Probing:
    """How many vectors are looked at where they lie in cells: the most of three numbers.

    Attributes:
        least: A number.
        root: So many times the root of their number.
        deep: So many times as many as are asked for.
        wide: Where there are at most so many times what would be looked at, all are: a narrow filter is exact.
    """

    least: int = 16_384
    root: int = 160
    deep: int = 32
    wide: int = 4

    def count(self, k: int, total: int) -> int:
        """Returns at how many of so many vectors to look for the k nearest.

        >>> Probing().count(10, 7_000_000), Probing().count(1_000, 250_000)
        (423320, 80000)
        """
        return max(self.least, int(self.root * total**0.5), self.deep * k)


class VectorTable:
    """Unit vectors by row; those of empty rows are 0."""

    def __init__(
        self,
        vectors: VectorRows,
        rounding: Rounding | None = None,
        cells: Cells | None = None,
        probing: Probing | None = None,
    ) -> None:
        """Reads nothing yet.

        Args:
            vectors: By row.
            rounding: When they are kept in a byte a number.
            cells: The cells that they lie in; without them a search is exact.
            probing: How many are looked at in cells.
        """
        self._stored = vectors
        self._rounding = rounding or Rounding()
        self._cells, self._probing = cells, probing or Probing()
        self._asked = False
        self._rounded: RoundedVectors | None = None
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """Number of rows."""
        return len(self._stored)

    @cached_property
    def _vectors(self) -> VectorRows:
        """The vectors, in memory where they are few; the same numbers."""
        if math.prod(self._stored.shape) > FEW:
            return self._stored
        return np.asarray(self._stored[:], np.float32)

    def of(self, rows: Ints) -> Matrix:
        """Returns the vectors of given rows."""
        return np.asarray(self._vectors[rows], np.float32)

    def cosines(self, query: Singles, rows: Ints | None = None) -> Floats:
        """Returns the cosine of each row (or of given ones) with a unit vector."""
        total = len(self._vectors) if rows is None else len(rows)
        scores = np.empty(total, np.float32)
        for start in range(0, total, BLOCK):
            part = slice(start, start + BLOCK)
            block = self._vectors[part] if rows is None else self._vectors[rows[part]]
            scores[part] = np.asarray(block, np.float32) @ query
        return scores.astype(np.float64)

    def nearest(self, query: Singles, k: int, among: Ints | None = None) -> Ranked:
        """Returns the k rows of the highest cosine above 0, best first, ties by smaller row.

        Cosines are estimated first, and computed for those that may be among the best.

        >>> table = VectorTable(np.eye(3, dtype=np.float32))
        >>> rows, scores = table.nearest(np.array([0.6, 0.8, 0.0], np.float32), 2)
        >>> rows.tolist(), scores.round(2).tolist()
        ([1, 0], [0.8, 0.6])
        """
        count = self._probing.count(k, len(self._vectors))
        many = len(self._vectors if among is None else among) > self._probing.wide * count
        if self._cells is not None and many:
            rows, scores, errors = self._near(self._cells, query, count, among)
        else:
            rows, scores, errors = self._estimated(query, among)
        if k < len(rows):
            sure = scores - errors
            rows = rows[scores + errors >= np.partition(sure, len(sure) - k)[len(sure) - k]]
        exact = np.asarray(self._vectors[rows], np.float64) @ query.astype(np.float64)
        scores = exact.astype(np.float32).astype(np.float64)
        order = np.lexsort((rows, -scores))[:k]
        order = order[scores[order] > 0]
        return Ranked(rows[order], scores[order])

    def _near(
        self, cells: Cells, query: Singles, count: int, among: Ints | None
    ) -> tuple[Ints, Floats, Floats | float]:
        """Returns the rows of the nearest cells, and all that were added later, as `_estimated` does."""
        there = None
        late = np.arange(cells.end, len(self._vectors))
        if among is not None:
            there = np.zeros(len(self._vectors), dtype=np.bool_)
            there[among] = True
            late = late[there[late]]
        rows, scores, errors = cells.near(query, count, there)
        return (
            np.concatenate([rows, late]),
            np.concatenate([scores, self.cosines(query, late)]),
            np.concatenate([errors, np.full(len(late), SINGLE)]),
        )

    def _estimated(self, query: Singles, among: Ints | None) -> tuple[Ints, Floats, Floats | float]:
        """Returns rows, estimates of their cosines, and how far off those may be."""
        rows = np.arange(len(self._vectors)) if among is None else among
        many = len(rows) * self._vectors.shape[1] >= self._rounding.least
        rounded = self._in_bytes() if many else None
        if rounded is None:
            return rows, self.cosines(query, among), SINGLE
        estimates, errors = rounded.dots(query, among)
        return rows, estimates.astype(np.float64), errors.astype(np.float64)

    def _in_bytes(self) -> RoundedVectors | None:
        """Returns the vectors in a byte a number, from the second time on that many are asked for."""
        if not self._rounding.least <= math.prod(self._vectors.shape) <= self._rounding.most:
            return None
        with self._lock:
            if not self._asked:
                self._asked = True
                return None
            if self._rounded is None:
                from debatable.embedding.rounded import RoundedVectors

                self._rounded = RoundedVectors.of(self._vectors)
            return self._rounded


def cells_name(table: str, part: str) -> str:
    """Returns the name of the file that holds one of the arrays of a table."""
    return f"cells/{table}.{part}.npy"


@dataclass(frozen=True, eq=False)
class Cells:
    """The vectors of a table in a byte a number, cell after cell; every array can be memory-mapped.

    Attributes:
        centres: Of each cell.
        starts: Where the vectors of each cell begin, and the total.
        rows: Of each vector, rising within a cell.
        codes: Each vector as whole numbers from -127 to 127.
        units: What 1 stands for in each; 0 for a row that died.
    """

    centres: Singles
    starts: Ints
    rows: Rows
    codes: Signs
    units: Singles

    @classmethod
    def load(cls, generation: Generation, table: str) -> Cells | None:
        """Maps the cells of a table; None where the generation has none."""
        names = [cells_name(table, part) for part in PARTS]
        if not all(name in generation.manifest.files for name in names):
            return None
        return cls(*map(generation.array, names))

    def __len__(self) -> int:
        """Number of cells."""
        return len(self.centres)

    @cached_property
    def end(self) -> int:
        """The row after the last that is in a cell; those from here on were added later."""
        return int(self.rows.max(initial=-1)) + 1

    def near(self, query: Singles, count: int, there: Bools | None = None) -> tuple[Ints, Floats, Floats]:
        """Returns rows of the nearest cells, estimates of their products with a query, and bounds of their errors.

        Args:
            query: A vector.
            count: How many rows at least, where there are as many.
            there: Whether each row of the table may be returned; all where None.
        """
        parts = list(self._probed(query, count, there))
        rows, estimates, errors = (np.concatenate(part) for part in zip(*parts, strict=True))
        return rows.astype(np.int64), estimates.astype(np.float64), errors.astype(np.float64)

    def _probed(
        self, query: Singles, count: int, there: Bools | None
    ) -> Iterator[tuple[Rows, Singles, Singles]]:
        """Yields the content of each cell, that of the highest product with the query first.

        By product, not by distance: high products are looked for, and a short centre has its vectors all around.
        """
        from debatable.embedding.rounded import RoundedVectors

        seen = 0
        for cell in np.argsort(-(self.centres @ query), kind="stable").tolist():
            if seen >= count:
                return
            part = slice(int(self.starts[cell]), int(self.starts[cell + 1]))
            rows, codes, units = self.rows[part], self.codes[part], self.units[part]
            if there is not None:
                kept = np.flatnonzero(there[rows])
                rows, codes, units = rows[kept], codes[kept], units[kept]
            seen += len(rows)
            yield rows, *RoundedVectors(codes, units).dots(query)

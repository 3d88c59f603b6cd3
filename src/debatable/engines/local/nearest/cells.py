"""Vectors in k-means cells (an inverted file, Jégou et al. 2011): only the cells nearest to a query are looked into."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from debatable.arrays import Bools, Floats, Ints, Rows, Signs, Singles
from debatable.embedding.rounded import RoundedVectors
from debatable.engines.local.generations import Generation

__all__ = ["PARTS", "Cells", "cells_name"]

PARTS = ("centres", "starts", "rows", "codes", "units")
"""The arrays of the cells of a table."""


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
        return cls(*(_plain(generation.array(name)) for name in names))

    def __len__(self) -> int:
        """Number of cells."""
        return len(self.centres)

    @cached_property
    def end(self) -> int:
        """The row after the last that is in a cell; those from here on were added later."""
        return int(self.rows.max(initial=-1)) + 1

    def near(self, query: Singles, count: int, there: Bools | None = None) -> tuple[Ints, Floats, Floats]:
        """Returns rows of the nearest cells, estimates of their products with a query, and how far off those may be.

        Args:
            query: The vector that is looked for.
            count: How many rows at least, where there are as many.
            there: Whether each row of the table may be returned; all where None.
        """
        parts = list(self._probed(query, count, there))
        rows, estimates, errors = (np.concatenate(part) for part in zip(*parts, strict=True))
        return rows.astype(np.int64), estimates.astype(np.float64), errors.astype(np.float64)

    def _probed(
        self, query: Singles, count: int, there: Bools | None
    ) -> Iterator[tuple[Rows, Singles, Singles]]:
        """Yields what each cell holds, that of the highest product with the query first.

        The product finds more than the distance does: what is looked for are high products, and a centre that is short
        has its vectors all around.
        """
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


def _plain(mapped: NDArray[Any]) -> NDArray[Any]:
    """Returns a mapped array as a plain view: numpy's memmap class makes every slice slow."""
    return mapped.view(np.ndarray)

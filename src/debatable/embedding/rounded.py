"""Vectors of one byte a number: estimates of cosines with a bound on their error, eight times as fast."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from debatable.arrays import Ints, Signs, Singles, VectorRows

BLOCK = 512

_LEAST = 1e-30


@dataclass(frozen=True, slots=True, eq=False)
class RoundedVectors:
    """Each vector as whole numbers from -127 to 127 and the length of 1.

    Attributes:
        codes: The whole numbers.
        units: What 1 stands for in each row.

    >>> rounded = RoundedVectors.of(np.array([[0.6, 0.8], [1.0, 0.0]], np.float32))
    >>> rounded.codes.tolist()
    [[95, 127], [127, 0]]
    """

    codes: Signs
    units: Singles

    @classmethod
    def of(cls, vectors: VectorRows) -> RoundedVectors:
        """Rounds vectors, block by block."""
        codes = np.empty(vectors.shape, np.int8)
        units = np.empty(len(vectors), np.float32)
        for start in range(0, len(vectors), BLOCK):
            part = slice(start, start + BLOCK)
            block = np.asarray(vectors[part], np.float32)
            largest = np.abs(block).max(axis=1, initial=0.0)
            units[part] = np.maximum(largest / 127, _LEAST)
            codes[part] = np.rint(block / units[part, None])
        return cls(codes, units)

    def dots(self, query: Singles, rows: Ints | None = None) -> tuple[Singles, Singles]:
        """Returns estimates of the products of all vectors or given rows with a query, and how far off they may be."""
        units = self.units if rows is None else self.units[rows]
        estimates = np.empty(len(units), np.float32)
        room = np.empty((BLOCK, self.codes.shape[1]), np.float32)
        for start in range(0, len(estimates), BLOCK):
            places = slice(start, start + BLOCK)
            part = self.codes[places] if rows is None else self.codes[rows[places]]
            block = room[: len(part)]
            np.copyto(block, part)
            np.dot(block, query, out=estimates[start : start + len(part)])
        estimates *= units
        # Half a unit a number, and single precision.
        errors = units * np.float32(0.5001 * np.abs(query).sum()) + np.float32(1e-5)
        return estimates, errors

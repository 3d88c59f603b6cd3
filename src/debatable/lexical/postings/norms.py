"""Document lengths in one byte, as Lucene 7 and 8 keep them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["LENGTHS", "encode"]

_EXACT = 24


def _decoded(code: int) -> int:
    if code < _EXACT:
        return code
    bits, shift = (code - _EXACT) & 7, ((code - _EXACT) >> 3) - 1
    return _EXACT + (bits if shift < 0 else (bits | 8) << shift)


LENGTHS: NDArray[np.float64] = np.array([_decoded(code) for code in range(256)], dtype=np.float64)
"""The length that each of the 256 codes stands for."""


def encode(lengths: NDArray[np.integer]) -> NDArray[np.uint8]:
    """Returns the codes of true lengths: exact up to 40, then four leading bits, rounded down.

    >>> LENGTHS[encode(np.array([0, 23, 40, 41, 100, 4000]))].astype(int).tolist()
    [0, 23, 40, 40, 96, 3864]
    """
    return (np.searchsorted(LENGTHS, lengths, side="right") - 1).astype(np.uint8)

"""Room for sums over documents, used again by every query of a thread."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from debatable.lexical.search.addition import Addition
from debatable.lexical.search.compiled import Ranker

__all__ = ["Scratch"]


@dataclass(slots=True)
class Scratch:
    """Where one thread sums.

    Attributes:
        addition: Adds weights to sums.
        ranker: Ranks by compiled code, where there is some.
        exact: Sums in double precision, a place a document.
        rounded: Sums of rounded weights, a place a document.
    """

    addition: Addition
    ranker: Ranker
    exact: NDArray[np.float64] = field(default_factory=lambda: np.empty(0))
    rounded: NDArray[np.int16] = field(default_factory=lambda: np.empty(0, dtype=np.int16))

    def grow(self, size: int) -> None:
        """Makes room for so many documents."""
        if len(self.exact) < size:
            self.exact = np.zeros(size)
            self.rounded = np.zeros(size, dtype=np.int16)

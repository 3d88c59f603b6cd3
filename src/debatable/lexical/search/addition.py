"""Adds weights to the sums of documents.

This is one column of a sparse matrix times 1, added to a vector. scipy has it compiled, as a function that is not
public; numpy's public ``add.at`` gives the same bits, as fast for few postings and at less than half the speed for
many (``python -m benchmarks.lexical kernels``). Loading ``scipy.sparse`` takes a fifth of a second, which a single
search never earns back. So numpy adds until there was enough to add that scipy is worth loading, and numpy goes on
where scipy has no such function.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Addition", "add_compiled", "add_public"]

Add = Callable[[NDArray[Any], NDArray[np.int32], NDArray[Any]], None]

_ONE: dict[np.dtype[Any], NDArray[Any]] = {
    np.dtype(kind): np.ones(1, kind) for kind in (np.int16, np.float64)
}


class Addition:
    """Adds by numpy at first, compiled once that is worth loading scipy.

    Attributes:
        add: Adds the weight of each document to its sum. It takes the sums of all documents, float64 or int16, some
            documents, and a weight of the type of the sums for each of them. The documents are numbers below the
            length of the sums: whoever calls has made sure, nothing is checked here.
    """

    __slots__ = ("_uncompiled", "add")

    def __init__(self, uncompiled: int) -> None:
        """Starts with numpy, unless scipy has been loaded already.

        Args:
            uncompiled: Postings to add before scipy is loaded.
        """
        self._uncompiled = 0 if "scipy.sparse" in sys.modules else uncompiled
        self.add: Add = self._add_counted

    def _add_counted(self, sums: NDArray[Any], documents: NDArray[np.int32], weights: NDArray[Any]) -> None:
        if self._uncompiled <= 0:
            self.add = add_compiled() or add_public
            self.add(sums, documents, weights)
            return
        self._uncompiled -= len(documents)
        add_public(sums, documents, weights)


def add_public(sums: NDArray[Any], documents: NDArray[np.int32], weights: NDArray[Any]) -> None:
    """Adds by numpy's public function."""
    np.add.at(sums, documents, weights)


def add_compiled() -> Add | None:
    """Returns what adds by scipy's product of a matrix by columns with a vector; None where this scipy has none."""
    try:
        from scipy.sparse._sparsetools import csc_matvec
    except ImportError:
        return None

    none = np.zeros(2, dtype=np.int32)

    def add(sums: NDArray[Any], documents: NDArray[np.int32], weights: NDArray[Any]) -> None:
        ends = none.copy()  # of its own, as threads add at once; five times as fast as making one
        ends[1] = len(documents)
        csc_matvec(len(sums), 1, ends, documents, weights, _ONE[sums.dtype], sums)

    return add

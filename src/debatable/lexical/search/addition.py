"""Adds weights to the sums of documents.

This is one column of a sparse matrix times 1, added to a vector. scipy has it compiled, as a function that is not
public; numpy's public ``add.at`` gives the same bits, as fast for few postings and at less than half the speed for
many (``python -m benchmarks.lexical kernels``). Loading ``scipy.sparse`` takes a fifth of a second, which a single
search never earns back. So numpy adds until there was enough to add that scipy is worth loading, and numpy goes on
where scipy has no such function.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Add", "Addition", "Column", "add_compiled", "add_public"]

Column = tuple[NDArray[np.int32], NDArray[Any]]
"""Some documents, and the weight of each."""

Add = Callable[[NDArray[Any], Sequence[Column]], None]


class Addition:
    """Adds by numpy at first, compiled once that is worth loading scipy; each thread has its own.

    Attributes:
        add: Adds the weights of terms to the sums of documents, term by term. It takes the sums of all documents,
            float64 or int16, and columns with weights of the same type. The documents are numbers below the length of
            the sums: whoever calls has made sure, nothing is checked here.
    """

    __slots__ = ("_uncompiled", "add")

    def __init__(self, uncompiled: int) -> None:
        """Starts with numpy.

        Args:
            uncompiled: Postings to add before scipy is loaded, unless something else has loaded it already.
        """
        self._uncompiled = uncompiled
        self.add: Add = self._add_counted

    def _add_counted(self, sums: NDArray[Any], columns: Sequence[Column]) -> None:
        if self._uncompiled <= 0 or "scipy.sparse" in sys.modules:
            self.add = add_compiled() or add_public
            self.add(sums, columns)
            return
        self._uncompiled -= sum(len(documents) for documents, _ in columns)
        add_public(sums, columns)


def add_public(sums: NDArray[Any], columns: Sequence[Column]) -> None:
    """Adds by numpy's public function."""
    for documents, weights in columns:
        np.add.at(sums, documents, weights)


def add_compiled() -> Add | None:
    """Returns what adds by scipy's product of a matrix by columns with a vector; None where this scipy has none.

    It is for one thread, as it writes down where a column ends.
    """
    try:
        from scipy.sparse._sparsetools import csc_matvec
    except ImportError:
        return None

    ends = np.zeros(2, dtype=np.int32)
    small, large = np.ones(1, dtype=np.int16), np.ones(1)

    def add(sums: NDArray[Any], columns: Sequence[Column]) -> None:
        size, one = len(sums), small if sums.itemsize == 2 else large
        for documents, weights in columns:
            ends[1] = len(documents)
            csc_matvec(size, 1, ends, documents, weights, one, sums)

    return add

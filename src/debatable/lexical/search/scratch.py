"""What one thread searches with: arrays for sums, what adds weights to them, and the compiled ranking.

Adding weights is one column of a sparse matrix times 1, added to a vector. scipy has it compiled, as a function that
is not public; numpy's public ``add.at`` gives the same bits, as fast for few postings and at less than half the speed
for many (``python -m benchmarks.lexical kernels``). Loading ``scipy.sparse`` takes a fifth of a second, so numpy adds
first, and always where scipy has no such function. Loading numba takes a second, and compiling, the first time on a
machine, several: another thread does it, once a process. Where numba is missing, numpy ranks, with the same bits.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from debatable.arrays import Bools, Floats, Ints
from debatable.lexical.search.clause import Add, Clause, Column, address_of
from debatable.lexical.search.limits import Limits

Kernel = Callable[..., int]
"""See :func:`debatable.lexical.search.kernel.best`."""


class Addition:
    """Adds by numpy at first, by scipy once that is worth loading; each thread has its own.

    Attributes:
        add: Adds the weights of terms to the sums of documents, term by term. It takes the sums of all documents,
            float64 or int16, and columns with weights of the same type. Documents are not checked: the caller makes
            sure that they are below the length of the sums.
    """

    __slots__ = ("_uncompiled", "add")

    def __init__(self, uncompiled: int) -> None:
        """Starts with numpy for so many postings, unless scipy is loaded already."""
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
    """Returns a function, for one thread, that adds by scipy's matrix product; None where this scipy has none."""
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


def kernel() -> Kernel | None:
    """Loads the compiled function, or compiles it; None where numba is not installed or cannot be loaded."""
    if find_spec("numba") is None:
        return None
    try:
        from debatable.lexical.search.kernel import best
    except (ImportError, RuntimeError):  # a numba for another numpy; nowhere to keep what is compiled
        return None
    return best


@lru_cache(maxsize=1)
def loading() -> Future[Kernel | None]:
    """Begins to load the compiled function, once a process."""
    executor = ThreadPoolExecutor(1, thread_name_prefix="kernel")
    future = executor.submit(kernel)
    executor.shutdown(wait=False)
    return future


class Ranker:
    """Leaves ranking to numpy until there is a compiled function; each thread has its own."""

    __slots__ = ("_addresses", "_highs", "_kernel", "_left", "_rows", "_scores", "_share", "_sums", "_waits")

    def __init__(self, limits: Limits) -> None:
        """Starts with nothing loaded."""
        self._left, self._share = limits.unranked_postings, limits.ranked_share
        self._waits = limits.unranked_postings == 0
        self._kernel: Kernel | None = None
        self._sums: Floats = np.zeros(0)
        self._addresses: Ints = np.zeros(0, dtype=np.int64)
        self._highs: Floats = np.zeros(1)
        self._rows: Ints = np.zeros(0, dtype=np.int64)
        self._scores: Floats = np.zeros(0)

    def ranked(
        self, clauses: Sequence[Clause], k: int, allowed: Bools | None, floor: float
    ) -> tuple[Ints, Floats] | None:
        """Returns the k best documents that reach the floor and their scores; None where numpy must rank.

        Clauses are of one segment, rarest term first: the order in which weights are added.
        """
        best = self._kernel or self._loaded(clauses)
        addresses = [clause.address for clause in clauses]
        if best is None or not all(addresses):
            return None
        terms, size = len(addresses), clauses[0].size
        k = min(k, size)
        self._grow(terms, size, k)
        self._addresses[:terms] = addresses
        mask = 0 if allowed is None else address_of(allowed)
        budget = size // self._share
        rows, scores = self._rows, self._scores
        count = best(self._addresses, terms, k, budget, floor, mask, self._sums, self._highs, rows, scores)
        return rows[:count].copy(), scores[:count].copy()

    def _loaded(self, clauses: Sequence[Clause]) -> Kernel | None:
        if self._left > 0:
            self._left -= sum(len(clause.documents) for clause in clauses)
            return None
        future = loading()
        if self._waits or future.done():
            self._kernel = future.result()
        return self._kernel

    def _grow(self, terms: int, size: int, k: int) -> None:
        """Enlarges the arrays; every place of the sums is -0.0 between queries, which no sum of weights is."""
        if len(self._sums) < size:
            self._sums = np.full(size, -0.0)
        if len(self._addresses) < terms:
            self._addresses = np.zeros(terms, dtype=np.int64)
            self._highs = np.zeros(terms + 1)
        if len(self._rows) < k:
            self._rows, self._scores = np.zeros(k, dtype=np.int64), np.zeros(k)


class Scratch:
    """What one thread searches with, used again by every query.

    Attributes:
        limits: From which size on each shortcut pays.
        addition: Adds weights to sums.
        ranker: Ranks by compiled code, where there is some.
        exact: Sums in double precision, a place a document.
        rounded: Sums of rounded weights, a place a document.
    """

    __slots__ = ("addition", "exact", "limits", "ranker", "rounded")

    def __init__(self, limits: Limits) -> None:
        """Starts with empty arrays."""
        self.limits = limits
        self.addition, self.ranker = Addition(limits.uncompiled_postings), Ranker(limits)
        self.exact: Floats = np.empty(0)
        self.rounded: NDArray[np.int16] = np.empty(0, dtype=np.int16)

    def grow(self, size: int) -> None:
        """Makes room for so many documents."""
        if len(self.exact) < size:
            self.exact, self.rounded = np.zeros(size), np.zeros(size, dtype=np.int16)

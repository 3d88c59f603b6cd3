"""Ranks by compiled code once that is worth loading numba.

Loading takes a second, and compiling, the first time on a machine, several. So it is done aside, once a process, when
enough was asked that it is worth it; until then, and for ever where numba is missing, numpy ranks, with the same bits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache
from importlib.util import find_spec
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from debatable.lexical.search.compiled.layout import address_of

__all__ = ["Kernel", "Laid", "Ranker", "kernel", "loading"]


class Laid(Protocol):
    """A term with its postings, where compiled code finds them."""

    @property
    def size(self) -> int:
        """How many documents there are."""

    @property
    def documents(self) -> NDArray[np.int32]:
        """Of each posting."""

    @property
    def address(self) -> int:
        """Of its layout; 0 where it has none."""


Kernel = Callable[..., int]
"""See :func:`debatable.lexical.search.compiled.kernel.best`."""


def kernel() -> Kernel | None:
    """Loads the compiled function, or compiles it; None where numba is not installed or cannot be loaded."""
    if find_spec("numba") is None:
        return None
    try:
        from debatable.lexical.search.compiled.kernel import best
    except (ImportError, RuntimeError):  # a numba for another numpy; nowhere to keep what is compiled
        return None
    return best


@lru_cache(maxsize=1)
def loading() -> Future[Kernel | None]:
    """Begins to load the compiled function, once a process."""
    aside = ThreadPoolExecutor(1, thread_name_prefix="kernel")
    future = aside.submit(kernel)
    aside.shutdown(wait=False)
    return future


class Ranker:
    """Leaves ranking to numpy until there is a compiled function; each thread has its own."""

    __slots__ = ("_addresses", "_highs", "_kernel", "_left", "_rows", "_scores", "_share", "_sums", "_waits")

    def __init__(self, postings: int, share: int) -> None:
        """Starts with nothing loaded.

        Args:
            postings: Of queries, before loading begins; with 0 the first query waits for it.
            share: Rare terms are added up to one posting in so many documents before the others are asked for.
        """
        self._left = postings
        self._waits = postings == 0
        self._share = share
        self._kernel: Kernel | None = None
        self._sums: NDArray[np.float64] = np.zeros(0)
        self._addresses: NDArray[np.int64] = np.zeros(0, dtype=np.int64)
        self._highs: NDArray[np.float64] = np.zeros(1)
        self._rows: NDArray[np.int64] = np.zeros(0, dtype=np.int64)
        self._scores: NDArray[np.float64] = np.zeros(0)

    def ranked(
        self, clauses: Sequence[Laid], k: int, allowed: NDArray[np.bool_] | None, floor: float
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]] | None:
        """Returns the k best documents that reach the floor and their scores; None where numpy must rank.

        Args:
            clauses: Of the query in one segment, rarest term first: the order in which weights are added.
            k: How many documents are wanted.
            allowed: Documents that may be returned; all where None.
            floor: Score below which none is wanted.
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

    def _loaded(self, clauses: Sequence[Laid]) -> Kernel | None:
        if self._left > 0:
            self._left -= sum(len(clause.documents) for clause in clauses)
            return None
        future = loading()
        if self._waits or future.done():
            self._kernel = future.result()
        return self._kernel

    def _grow(self, terms: int, size: int, k: int) -> None:
        """Makes room; every place of the sums is -0.0 between queries, which no sum of weights is."""
        if len(self._sums) < size:
            self._sums = np.full(size, -0.0)
        if len(self._addresses) < terms:
            self._addresses = np.zeros(terms, dtype=np.int64)
            self._highs = np.zeros(terms + 1)
        if len(self._rows) < k:
            self._rows, self._scores = np.zeros(k, dtype=np.int64), np.zeros(k)

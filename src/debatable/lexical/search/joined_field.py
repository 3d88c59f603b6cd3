"""Fields that are nowhere on disk: what BM25F asks of a field, fields read off others, and several read as one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

__all__ = ["DENSE", "DerivedField", "FieldPostings", "JoinedField", "Weigh", "added_frequencies"]

DENSE = 8
"""Where one in so many rows has a term, sums over all rows take less time than sorting those that have it."""

Weigh = Callable[[NDArray[np.float64], NDArray[np.float64]], NDArray[np.float64]]
"""Gives what a term weighs where it is so frequent in texts of such lengths."""

Frequencies = tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]


class FieldPostings(Protocol):
    """What BM25F asks of a field; postings are one."""

    def __len__(self) -> int:
        """Number of rows."""

    @property
    def nbytes(self) -> int:
        """What the field takes."""

    @property
    def N(self) -> int:  # noqa: N802 (the symbol of the papers)
        """Number of documents with at least one token."""

    @property
    def T(self) -> int:  # noqa: N802 (the symbol of the papers)
        """Number of tokens of all documents."""

    def lengths(self) -> NDArray[np.integer]:
        """Returns the true length of each row."""

    def of(self, term: str) -> Frequencies:
        """Returns the rows that have a term, rising, its frequency there, and their true lengths."""


class DerivedField(ABC):
    """A field that is read off others: a kind of it says how long each row is, and which parts of a term add up."""

    @abstractmethod
    def _row_lengths(self) -> NDArray[np.int64]:
        """Returns the length of each row."""

    @abstractmethod
    def _found(self, term: str) -> Sequence[tuple[NDArray[np.int64], NDArray[np.float64]]]:
        """Returns rows that have a term with its frequency there, in parts that may name a row again."""

    @cached_property
    def _lengths(self) -> NDArray[np.int64]:
        return self._row_lengths()

    def lengths(self) -> NDArray[np.int64]:
        """Returns the length of each row."""
        return self._lengths

    @cached_property
    def N(self) -> int:  # noqa: N802 (the symbol of the papers)
        """Number of documents with at least one token."""
        return int(np.count_nonzero(self._lengths))

    @cached_property
    def T(self) -> int:  # noqa: N802 (the symbol of the papers)
        """Number of tokens of all documents."""
        return int(self._lengths.sum())

    def of(self, term: str) -> Frequencies:
        """Returns the rows that have a term, rising, its frequency there, and their lengths."""
        found = self._found(term)
        rows, tf = added_frequencies([rows for rows, _ in found], [tf for _, tf in found])
        return rows, tf, self._lengths[rows].astype(np.float64)

    def of_every_row(self, term: str, weigh: Weigh) -> NDArray[np.float64] | None:
        """Returns what a term weighs in each row, 0 where it is not; None where `of` is the better way to know."""
        return None


class JoinedField(DerivedField):
    """One field of the words of several, row by row.

    >>> from debatable.lexical import Postings
    >>> claims, premises = Postings.build([["cars"], []]), Postings.build([["loud", "cars"], ["cars"]])
    >>> [part.tolist() for part in JoinedField((claims, premises)).of("cars")]
    [[0, 1], [2.0, 1.0], [3.0, 1.0]]
    """

    def __init__(self, parts: Sequence[FieldPostings]) -> None:
        """Keeps the fields; their rows are the same documents."""
        self._parts = tuple(parts)

    def __len__(self) -> int:
        """Number of rows."""
        return len(self._parts[0])

    @property
    def nbytes(self) -> int:
        """What the fields take together."""
        return sum(part.nbytes for part in self._parts)

    def _row_lengths(self) -> NDArray[np.int64]:
        lengths: NDArray[np.int64] = np.sum([part.lengths() for part in self._parts], axis=0, dtype=np.int64)
        return lengths

    def _found(self, term: str) -> Sequence[tuple[NDArray[np.int64], NDArray[np.float64]]]:
        return [part.of(term)[:2] for part in self._parts]


def added_frequencies(
    rows: Sequence[NDArray[np.int64]], frequencies: Sequence[NDArray[np.float64]]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Returns the distinct rows, rising, and the sum of the frequencies of each, all of which are above 0."""
    parts = [(here, tf) for here, tf in zip(rows, frequencies, strict=True) if len(here)]
    if len(parts) == 1 and bool((np.diff(parts[0][0]) > 0).all()):
        return parts[0]
    where, often = np.concatenate(rows), np.concatenate(frequencies)
    if DENSE * len(where) >= int(where.max(initial=0)):
        sums = np.bincount(where, often)
        there = (sums > 0).nonzero()[0]  # of truth values four times as fast as of numbers
        return there, sums.take(there).astype(np.float64)
    distinct, place = np.unique(where, return_inverse=True)
    return distinct, np.bincount(place, often, len(distinct)).astype(np.float64)

"""The sorted terms of a segment, looked up where they lie."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

__all__ = ["Vocabulary", "encoded"]


def encoded(term: str) -> bytes:
    """Returns a term as it is stored; half a surrogate pair is stored, too."""
    return term.encode("utf-8", "surrogatepass")


class Vocabulary:
    """Sorted terms in one block of bytes, so that opening an index reads none of them.

    >>> from debatable.lexical.postings import inverted
    >>> (segment,) = inverted([["wind", "power"], ["wind"]])
    >>> list(segment.vocabulary), segment.vocabulary.find("wind"), segment.vocabulary.find("coal")
    (['power', 'wind'], 1, -1)
    """

    __slots__ = ("_ends", "_letters")

    def __init__(self, letters: NDArray[np.uint8], ends: NDArray[np.int64]) -> None:
        """Takes the joined terms and where each of them begins."""
        self._letters = letters.data
        self._ends = ends.data

    def __len__(self) -> int:
        """Number of terms."""
        return len(self._ends) - 1

    def __iter__(self) -> Iterator[str]:
        """Yields the terms in order."""
        for term in self.spelled():
            yield term.decode("utf-8", "surrogatepass")

    def spelled(self) -> list[bytes]:
        """Returns the terms in order as they are stored."""
        letters = bytes(self._letters)
        return [letters[begin:end] for begin, end in pairwise(self._ends)]

    def find(self, term: str) -> int:
        """Returns the number of a term, -1 for one that is not there."""
        key, letters, ends = encoded(term), self._letters, self._ends
        low, high = 0, len(ends) - 1
        while low < high:
            middle = (low + high) // 2
            if bytes(letters[ends[middle] : ends[middle + 1]]) < key:
                low = middle + 1
            else:
                high = middle
        there = low < len(ends) - 1 and bytes(letters[ends[low] : ends[low + 1]]) == key
        return low if there else -1

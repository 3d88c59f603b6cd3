"""The terms of a segment: numbered while documents are inverted, looked up by binary search afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from debatable.arrays import Ints


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

    def __init__(self, letters: NDArray[np.uint8], ends: Ints) -> None:
        """Takes the joined terms and where each of them begins."""
        self._letters = letters.data
        self._ends = ends.data

    def __len__(self) -> int:
        """Number of terms."""
        return len(self._ends) - 1

    def __iter__(self) -> Iterator[str]:
        """Yields the terms in order."""
        for term in self.stored():
            yield term.decode("utf-8", "surrogatepass")

    def stored(self) -> list[bytes]:
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
        present = low < len(ends) - 1 and bytes(letters[ends[low] : ends[low + 1]]) == key
        return low if present else -1


Words = NDArray[np.uint64]

WORD = 8
LONGEST = 2 * WORD
"""Longer terms are only in the dictionary."""

SPARSE = 8
"""Slots for a term, at least, so that few terms share one, while the table may grow."""

MOST_SLOTS = 1 << 24
"""A larger table would be as slow as the dictionary."""

NOTHING = np.uint64(2**64 - 1)
"""Eight bytes that no term has: UTF-8 has no byte of ones."""

_MIXING = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F], dtype=np.uint64)
_LOW_BYTES = np.array([2 ** (8 * size) - 1 for size in range(WORD + 1)], dtype=np.uint64)


class Numbering:
    """Terms and their numbers.

    A dictionary holds all of them. Looking up each token there is most of the work of inverting documents, so a
    direct-mapped cache stands before it: the first sixteen bytes of a term, as two words, give a slot with the number
    of the first term that hashed there, whose words are compared. Blocks of tokens go through it at once; misses are
    looked up one by one.

    Attributes:
        terms: The number of each term, as it is stored; in order.

    >>> numbering = Numbering()
    >>> numbering(["wind", "power", "wind"]).tolist(), numbering(["power", "sun"]).tolist(), list(numbering.terms)
    ([0, 1, 0], [1, 2], [b'wind', b'power', b'sun'])
    """

    def __init__(self, slots: int = 1 << 16) -> None:
        """Begins with a table of so many slots, a power of two."""
        self.terms: dict[bytes, int] = {}
        self._slots = np.full(slots, -1, dtype=np.int32)
        self._words = np.full((2, slots // SPARSE + 1), NOTHING)

    def __call__(self, tokens: Sequence[str]) -> NDArray[np.int32]:
        """Returns the number of each token; new ones are given the next."""
        letters = encoded("\0".join(tokens)) + bytes(1 + LONGEST)
        ends = np.flatnonzero(np.frombuffer(letters, np.uint8)[:-LONGEST] == 0)
        if len(ends) != len(tokens):  # there are none, or one of them has a zero inside
            return self._looked_up(map(encoded, tokens))
        starts = np.append(0, ends[:-1] + 1)
        sizes = ends - starts
        words = _words(letters, starts, sizes)
        slots = self._slot(words)
        numbers = self._slots[slots]
        missed = (self._words[0][numbers] != words[0]) | (self._words[1][numbers] != words[1])
        missed |= sizes > LONGEST
        at = np.flatnonzero(missed)
        spans = zip(starts[at].tolist(), ends[at].tolist(), strict=True)
        numbers[at] = self._looked_up(letters[start:end] for start, end in spans)
        short = at[sizes[at] <= LONGEST]
        self._keep(numbers[short], words[:, short], slots[short])
        return numbers

    def _looked_up(self, terms_of_block: Iterable[bytes]) -> NDArray[np.int32]:
        terms = self.terms
        return np.array([terms.setdefault(term, len(terms)) for term in terms_of_block], dtype=np.int32)

    def _slot(self, words: Words) -> Ints:
        mixed: Words = words[0] * _MIXING[0]
        mixed ^= words[1] * _MIXING[1]
        mixed *= _MIXING[0]
        mixed >>= np.uint64(65 - len(self._slots).bit_length())
        return mixed.astype(np.int64)

    def _keep(self, numbers: NDArray[np.int32], words: Words, slots: Ints) -> None:
        """Adds terms to the cache; a slot that is taken stays so, since what comes first comes often."""
        while len(self.terms) >= self._words.shape[1]:
            self._words = np.pad(self._words, ((0, 0), (0, self._words.shape[1])), constant_values=NOTHING)
        self._words[:, numbers] = words
        free = self._slots[slots] < 0
        self._slots[slots[free]] = numbers[free]
        if len(self._slots) < min(len(self.terms) * SPARSE, MOST_SLOTS):
            self._slots = np.full(4 * len(self._slots), -1, dtype=np.int32)
            cached = np.flatnonzero(self._words[0] != NOTHING)[::-1].astype(np.int32)
            self._slots[self._slot(self._words[:, cached])] = cached


def _words(letters: bytes, starts: Ints, sizes: Ints) -> Words:
    """Returns the first sixteen bytes of each term as two words, with zeros after its end."""
    at = np.ndarray(len(letters) - WORD + 1, "<u8", letters, strides=(1,))
    words = np.zeros((2, len(starts)), dtype=np.uint64)
    words[0] = at[starts] & _LOW_BYTES[np.minimum(sizes, WORD)]
    longer = np.flatnonzero(sizes > WORD)
    words[1][longer] = at[starts[longer] + WORD] & _LOW_BYTES[np.minimum(sizes[longer] - WORD, WORD)]
    return words

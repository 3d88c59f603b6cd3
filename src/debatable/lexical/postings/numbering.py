"""Numbers terms in the order in which they are first seen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from debatable.lexical.postings.vocabulary import encoded

__all__ = ["Numbering"]

Words = NDArray[np.uint64]

WORD = 8
LONGEST = 2 * WORD
"""Longer terms are only in the dictionary."""

SPARSE = 8
"""So many slots there are at least for a term, so that few terms share one, while the table may grow."""

MOST_SLOTS = 1 << 24
"""A larger table would be as slow as the dictionary; terms that come later are looked up there."""

NOTHING = np.uint64(2**64 - 1)
"""Eight bytes that no term has: UTF-8 knows no byte of ones."""

_MIXING = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F], dtype=np.uint64)
_LOW_BYTES = np.array([2 ** (8 * size) - 1 for size in range(WORD + 1)], dtype=np.uint64)


class Numbering:
    """Terms and their numbers.

    A dictionary has all of them. To look into it for each token is most of the work of inverting documents, so a
    direct-mapped table stands before it: a term's first sixteen bytes, as two words, give a slot with the number of the
    first term that came there, and the words of that term tell whether it is the same one. Blocks of tokens
    go through the table at once; those that it does not know are looked up one by one.

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
        self._known = np.full((2, slots // SPARSE + 1), NOTHING)

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
        new = (self._known[0][numbers] != words[0]) | (self._known[1][numbers] != words[1])
        new |= sizes > LONGEST
        at = np.flatnonzero(new)
        spelled = (
            letters[start:end] for start, end in zip(starts[at].tolist(), ends[at].tolist(), strict=True)
        )
        numbers[at] = self._looked_up(spelled)
        short = at[sizes[at] <= LONGEST]
        self._keep(numbers[short], words[:, short], slots[short])
        return numbers

    def _looked_up(self, spelled: Iterable[bytes]) -> NDArray[np.int32]:
        terms = self.terms
        return np.array([terms.setdefault(term, len(terms)) for term in spelled], dtype=np.int32)

    def _slot(self, words: Words) -> NDArray[np.int64]:
        mixed: Words = words[0] * _MIXING[0]
        mixed ^= words[1] * _MIXING[1]
        mixed *= _MIXING[0]
        mixed >>= np.uint64(65 - len(self._slots).bit_length())
        return mixed.astype(np.int64)

    def _keep(self, numbers: NDArray[np.int32], words: Words, slots: NDArray[np.int64]) -> None:
        """Has the table know terms; a slot that is taken stays so, since what comes first comes often."""
        while len(self.terms) >= self._known.shape[1]:
            self._known = np.pad(self._known, ((0, 0), (0, self._known.shape[1])), constant_values=NOTHING)
        self._known[:, numbers] = words
        free = self._slots[slots] < 0
        self._slots[slots[free]] = numbers[free]
        if len(self._slots) < min(len(self.terms) * SPARSE, MOST_SLOTS):
            self._slots = np.full(4 * len(self._slots), -1, dtype=np.int32)
            there = np.flatnonzero(self._known[0] != NOTHING)[::-1].astype(np.int32)
            self._slots[self._slot(self._known[:, there])] = there


def _words(letters: bytes, starts: NDArray[np.int64], sizes: NDArray[np.int64]) -> Words:
    """Returns the first sixteen bytes of each term as two words, with zeros after its end."""
    at = np.ndarray(len(letters) - WORD + 1, "<u8", letters, strides=(1,))
    found = np.zeros((2, len(starts)), dtype=np.uint64)
    found[0] = at[starts] & _LOW_BYTES[np.minimum(sizes, WORD)]
    longer = np.flatnonzero(sizes > WORD)
    found[1][longer] = at[starts[longer] + WORD] & _LOW_BYTES[np.minimum(sizes[longer] - WORD, WORD)]
    return found

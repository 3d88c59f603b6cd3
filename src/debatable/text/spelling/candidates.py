"""The words of a list that are few edits away from a word."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from rapidfuzz import process
from rapidfuzz.distance import OSA

__all__ = ["Candidates"]


class Candidates:
    """A list of words, compared by the optimal string alignment distance.

    Of all words those are compared that have about the same letters: an edit brings one letter in and takes one out.

    >>> Candidates(["cool", "school", "skull"]).near("scool", 1)
    [('cool', 1), ('school', 1)]
    """

    def __init__(self, words: Sequence[str]) -> None:
        """Notes the length and the letters of each word; words with other letters than a to z are left out."""
        self._words = [word for word in words if word.isascii() and word.isalpha()]
        self._known = frozenset(self._words)
        self._lengths = np.fromiter(map(len, self._words), np.int64, len(self._words))
        self._letters = np.zeros(len(self._words), np.uint32)
        joined = np.frombuffer("".join(self._words).encode("ascii"), np.uint8)
        bits = np.left_shift(np.uint32(1), joined.astype(np.uint32) - ord("a"))
        if self._words:
            starts = np.concatenate([[0], np.cumsum(self._lengths)[:-1]])
            self._letters = np.bitwise_or.reduceat(bits, starts)

    def __contains__(self, word: object) -> bool:
        """Says whether a word is in the list."""
        return word in self._known

    def near(self, word: str, edits: int) -> list[tuple[str, int]]:
        """Returns the words that are at most so many edits away, each with their number, in the order of the list."""
        letters = np.uint32(sum({1 << (ord(letter) - ord("a")) for letter in word}))
        rows = np.flatnonzero(
            (np.abs(self._lengths - len(word)) <= edits)
            & (np.bitwise_count(self._letters & ~letters) <= edits)
            & (np.bitwise_count(letters & ~self._letters) <= edits)
        )
        some = [self._words[row] for row in rows.tolist()]
        found = process.extract(word, some, scorer=OSA.distance, score_cutoff=edits, limit=None)
        return [(some[place], int(distance)) for _, distance, place in sorted(found, key=lambda one: one[2])]

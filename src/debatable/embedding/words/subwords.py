"""Vectors of unknown words from their parts (Bojanowski et al. 2017), as fastText computes them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from debatable.arrays import Singles

__all__ = ["Subwords", "bucket_of", "parts_of"]


def parts_of(word: str, shortest: int, longest: int) -> list[str]:
    """Returns the n-grams of a word between its border marks.

    >>> parts_of("car", 3, 4)
    ['<ca', '<car', 'car', 'car>', 'ar>']
    """
    marked = f"<{word}>"
    return [
        marked[start : start + size]
        for start in range(len(marked))
        for size in range(shortest, longest + 1)
        if start + size <= len(marked) and not (size == 1 and start in (0, len(marked) - 1))
    ]


def bucket_of(part: str, buckets: int) -> int:
    """Returns the bucket of an n-gram: FNV-1a over UTF-8 bytes taken as signed, as in fastText.

    >>> hex(bucket_of("a", 2**32))
    '0xe40c292c'
    """
    value = 2166136261
    for byte in part.encode("utf-8"):
        value ^= byte if byte < 128 else byte | 0xFFFFFF00
        value = (value * 16777619) & 0xFFFFFFFF
    return value % buckets


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Subwords:
    """The vectors of n-grams, hashed into buckets.

    Attributes:
        ngrams: One row a bucket.
        shortest: Letters of an n-gram, border marks included.
        longest: Likewise.
    """

    ngrams: Singles
    shortest: int
    longest: int

    def rows(self, word: str) -> list[int]:
        """Returns the buckets of a word's n-grams."""
        return [bucket_of(part, len(self.ngrams)) for part in parts_of(word, self.shortest, self.longest)]

    def __call__(self, word: str) -> Singles | None:
        """Returns the mean over the n-grams of a word, or None when it has none."""
        rows = self.rows(word)
        return np.asarray(self.ngrams[rows].mean(axis=0), dtype=np.float32) if rows else None

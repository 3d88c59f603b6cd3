"""An encoder whose cosines are exact: what two backends compute from its vectors can be compared to the last bit."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache

import numpy as np

from debatable.arrays import Matrix
from debatable.embedding import ENCODERS
from debatable.progress import Step

__all__ = ["WORDS", "WordEncoder", "registered"]

WORDS = "words-of-tests"
"""Its name."""

DIMENSIONS, USED = 64, 16


@dataclass(frozen=True, slots=True)
class WordEncoder:
    """Gives a text 16 of 64 coordinates, each +1/4 or -1/4, its words taking turns to choose them.

    Texts that share words share coordinates. Every cosine is a multiple of 1/16, so there are many ties, and no
    order of summing changes any.
    """

    @property
    def name(self) -> str:
        return WORDS

    @property
    def dimensions(self) -> int:
        return DIMENSIONS

    @property
    def limit(self) -> int:
        return self.window

    @property
    def fingerprint(self) -> str:
        return WORDS

    @property
    def window(self) -> int:
        return 8

    def tokens(self, texts: Sequence[str]) -> list[list[int]]:
        return [[zlib.crc32(word.strip(".").encode()) for word in text.lower().split()] for text in texts]

    def encode_tokens(self, tokens: Sequence[Sequence[int]], progress: Step | None = None) -> Matrix:
        return np.array([_vector(list(words[: self.window])) for words in tokens], np.float32)

    def __call__(self, texts: Sequence[str], progress: Step | None = None) -> Matrix:
        return self.encode_tokens(self.tokens(texts))


def _vector(words: list[int]) -> list[float]:
    distinct = sorted(set(words or [0]))
    vector = [0.0] * DIMENSIONS
    for turn in range(USED):
        word = distinct[turn % len(distinct)]
        free = next(place for place in _order(word) if not vector[place])
        vector[free] = 0.25 if (word >> free % 32) & 3 else -0.25
    return vector


@cache
def _order(word: int) -> list[int]:
    order: list[int] = np.random.default_rng(word).permutation(DIMENSIONS).tolist()
    return order


@contextmanager
def registered() -> Iterator[None]:
    """Gives the encoder its name for a while; where it has it, as in a worker that checks the contract, it stays."""
    if WORDS in ENCODERS.names():
        yield
        return
    ENCODERS.register(WORDS, WordEncoder())
    try:
        yield
    finally:
        ENCODERS.unregister(WORDS)

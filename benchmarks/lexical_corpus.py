"""Made-up texts with a Zipfian vocabulary, and queries of words that stand together in one of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

__all__ = ["Corpus", "corpus"]

_LETTERS = "etaoinsrhldcumfpgwybvkxjqz"


@dataclass(frozen=True, slots=True)
class Corpus:
    """Texts and queries.

    Attributes:
        texts: One a document.
        queries: Five to ten different words of a document each.
    """

    texts: list[str]
    queries: list[list[str]]


def _word(number: int) -> str:
    letters, number = "", number + 26
    while number:
        letters += _LETTERS[number % 26]
        number //= 26
    return letters


def corpus(documents: int, mean_length: int, *, queries: int = 1000, vocabulary: int = 200_000) -> Corpus:
    """Draws texts: lengths from a gamma distribution, words by rank with probability 1/rank."""
    random = np.random.default_rng(1)
    words = np.array([_word(number) for number in range(vocabulary)], dtype=object)
    rising = np.cumsum(1 / np.arange(1, vocabulary + 1))
    lengths = np.maximum(1, random.gamma(4, mean_length / 4, documents).astype(int))
    ids = np.searchsorted(rising, random.random(int(lengths.sum())) * rising[-1])
    parts = np.split(ids, np.cumsum(lengths)[:-1])
    asked: list[list[str]] = []
    while len(asked) < queries:
        distinct = np.unique(parts[int(random.integers(documents))])
        if len(distinct) >= 5:
            size = min(int(random.integers(5, 11)), len(distinct))
            asked.append([str(word) for word in words[random.choice(distinct, size, replace=False)]])
    return Corpus([" ".join(words[part]) for part in parts], asked)

"""Spelling correction of queries: by the words of the corpus, by English, and by what fits the query."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from debatable.engines.protocol import ServingBackend
from debatable.text.spelling import KnownWords, Spelling

__all__ = ["query_spelling"]

ENCODER = "static"
"""Compares words with a query: a vector a token, which takes no time, whatever the corpus was encoded with."""


def query_spelling(backend: ServingBackend) -> Spelling:
    """Returns what corrects queries; it loads nothing before a query has a word that is not common English."""
    return Spelling(KnownWords(backend.words), _fit)


def _fit(text: str, words: Sequence[str]) -> Sequence[float]:
    """Returns the cosine of each word with a text.

    >>> staff, stuff = _fit("Let your employees work from home", ["staff", "stuff"])
    >>> staff > stuff
    True
    """
    from debatable.embedding import encoder

    vectors = encoder(ENCODER)([text, *words])
    cosines: list[float] = np.asarray(vectors[1:] @ vectors[0], np.float64).tolist()
    return cosines

"""Relevance models that say what they are told to, and which methods want a model that is not there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from debatable.arrays import Floats
from debatable.learning.card import CARD
from debatable.learning.pair_reader import MODELS

__all__ = ["LEARNED", "SharedLetters", "SharedWords", "without_model"]

LEARNED = {"diverse", "kmeans", "relevance"}
"""Methods that read with the bundled relevance model."""


def without_model(name: str) -> bool:
    """Says whether a method wants a relevance model that this copy of the package does not have."""
    return name in LEARNED and not (MODELS / "reader" / CARD).is_file()


@dataclass(frozen=True)
class SharedWords:
    """Takes for relevant what shares words with the query: their share of the words of both."""

    def __call__(self, query: str, texts: Sequence[str]) -> Floats:
        asked = set(query.lower().replace(".", "").split())
        said = [set(text.lower().replace(".", "").split()) for text in texts]
        return np.array([len(asked & words) / len(asked | words) for words in said], np.float64)


@dataclass(frozen=True)
class SharedLetters:
    """The same of letters, so that hardly anything has nothing to do with anything."""

    def __call__(self, query: str, texts: Sequence[str]) -> Floats:
        return SharedWords()(" ".join(query), [" ".join(text) for text in texts])

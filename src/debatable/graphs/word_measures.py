"""Measures that compare the words of two texts: the words of the cases are looked up once, those of a query anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from debatable.arrays import Matrix
from debatable.embedding.words import TextVectors
from debatable.graphs.measures import Pairwise, Prepared
from debatable.graphs.similarity import TextSimilarity

__all__ = ["Comparison", "WordPairs"]

Comparison = Callable[[TextVectors], TextSimilarity]
"""Makes a similarity of word vectors, such as ``DynaMax``."""


@dataclass(frozen=True, slots=True)
class WordPairs:
    """A similarity of word vectors that remembers the cases and no query.

    Attributes:
        comparison: The similarity.
        vectors: Of words.
    """

    comparison: Comparison
    vectors: TextVectors

    def prepare(self, texts: Sequence[str]) -> Prepared:
        """Looks the words of the texts up."""
        known = _Known(self.vectors, {text: self.vectors.of_text(text) for text in texts})
        return Pairwise(self.comparison(known)).prepare(texts)


@dataclass(frozen=True, slots=True)
class _Known:
    """Word vectors with some texts looked up already."""

    vectors: TextVectors
    texts: dict[str, Matrix]

    @property
    def name(self) -> str:
        return self.vectors.name

    @property
    def dimensions(self) -> int:
        return self.vectors.dimensions

    @property
    def fingerprint(self) -> str:
        return self.vectors.fingerprint

    def of_text(self, text: str) -> Matrix:
        found = self.texts.get(text)
        return self.vectors.of_text(text) if found is None else found

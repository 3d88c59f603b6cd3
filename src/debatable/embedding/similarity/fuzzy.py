"""Fuzzy set similarities of word vectors (Zhelezniak et al. 2019): DynaMax-Jaccard and MaxPool-Jaccard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from debatable.arrays import Floats, Vectors
from debatable.embedding.words.vectors import TextVectors

__all__ = ["DynaMax", "MaxPool", "dynamax", "dynamax_matrix", "jaccard_matrix", "maxpool"]

Texts = Sequence[Vectors]
BLOCK = 4_000_000  # cells of a block of the word-by-word matrix


def fuzzy_jaccard(a: Floats, b: Floats) -> float:
    """Returns Σ min / Σ max of two memberships; 1 where both are empty."""
    total = np.maximum(a, b).sum()
    return float(np.minimum(a, b).sum() / total) if total > 0 else 1.0


def dynamax(x: npt.ArrayLike, y: npt.ArrayLike) -> float:
    """Returns the DynaMax-Jaccard similarity of two texts, given the vectors of their words.

    The universe is all words u of both; how much a text is about u is max(0, maxᵢ xᵢ·u) (algorithm 1).

    >>> dynamax([[1, 0]], [[1, 0], [0, 1]])  # of the words of both, x is about two, y about all three
    0.6666666666666666
    """
    return float(dynamax_matrix([np.asarray(x)], [np.asarray(y)])[0, 0])


def maxpool(x: npt.ArrayLike, y: npt.ArrayLike) -> float:
    """Returns the MaxPool-Jaccard similarity: the universe is the dimensions themselves.

    >>> maxpool([[1, -1], [0, 2]], [[1, 0]])
    0.3333333333333333
    """
    return float(jaccard_matrix([np.asarray(x)], [np.asarray(y)])[0, 0])


def dynamax_matrix(texts: Texts, others: Texts) -> Floats:
    """Returns DynaMax-Jaccard of every text with every other.

    What x says about its own words, maxᵢ xᵢ·xⱼ, does not depend on y; so a matrix of all words by all words,
    reduced once by columns and once by rows, holds all there is to know.
    """
    result = np.zeros((len(texts), len(others)))
    left, right = kept(texts), kept(others)
    bare = [np.array([not len(text) for text in side], dtype=bool) for side in (texts, others)]
    result[np.ix_(*bare)] = 1
    if not left or not right:
        return result
    y, y_starts, y_own = stacked([others[c] for c in right])
    step = max(1, BLOCK // max(1, len(y)) // max(1, max(len(texts[r]) for r in left)))
    for start in range(0, len(left), step):
        rows = left[start : start + step]
        x, x_starts, x_own = stacked([texts[r] for r in rows])
        products = x @ y.T
        about_x = np.maximum(np.maximum.reduceat(products, y_starts, axis=1), 0)  # words of x, other texts
        about_y = np.maximum(np.maximum.reduceat(products, x_starts, axis=0), 0)  # texts, words of others
        low = np.add.reduceat(np.minimum(about_x, x_own[:, None]), x_starts, axis=0)
        low += np.add.reduceat(np.minimum(about_y, y_own), y_starts, axis=1)
        high = np.add.reduceat(np.maximum(about_x, x_own[:, None]), x_starts, axis=0)
        high += np.add.reduceat(np.maximum(about_y, y_own), y_starts, axis=1)
        result[np.ix_(rows, right)] = np.divide(low, high, out=np.ones_like(low), where=high > 0)
    return result


def kept(texts: Texts) -> list[int]:
    """Returns the texts that have words."""
    return [row for row, text in enumerate(texts) if len(text)]


def stacked(texts: Texts) -> tuple[Floats, npt.NDArray[np.intp], Floats]:
    """Returns all words of all texts, where each text begins, and what each text says of its own words."""
    words = np.concatenate([np.asarray(text, dtype=np.float64) for text in texts])
    starts = np.cumsum([0, *(len(text) for text in texts[:-1])]).astype(np.intp)
    own = [(np.asarray(t, dtype=np.float64) @ np.asarray(t, dtype=np.float64).T).max(axis=0) for t in texts]
    return words, starts, np.maximum(np.concatenate(own), 0)


def jaccard_matrix(texts: Texts, others: Texts) -> Floats:
    """Returns MaxPool-Jaccard of every text with every other."""
    if not len(texts) or not len(others):
        return np.zeros((len(texts), len(others)))
    width = max((np.shape(text)[1] for text in (*texts, *others) if len(text)), default=1)
    x, y = (np.array([membership(text, width) for text in side]) for side in (texts, others))
    return np.array([[fuzzy_jaccard(a, b) for b in y] for a in x]).reshape(len(x), len(y))


def membership(words: Vectors, width: int) -> Floats:
    """Returns how much a text has of every dimension: the largest value of its words, at least 0."""
    return np.maximum(np.asarray(words, dtype=np.float64).max(axis=0), 0) if len(words) else np.zeros(width)


@dataclass(frozen=True, slots=True)
class DynaMax:
    """DynaMax-Jaccard of two texts. A text without known words is like no other but its kind."""

    vectors: TextVectors

    def __call__(self, texts: Sequence[str], others: Sequence[str]) -> Floats:
        """Returns a matrix, texts by others."""
        return dynamax_matrix(*([self.vectors.of_text(text) for text in side] for side in (texts, others)))


@dataclass(frozen=True, slots=True)
class MaxPool:
    """MaxPool-Jaccard of two texts. A text without known words is like no other but its kind."""

    vectors: TextVectors

    def __call__(self, texts: Sequence[str], others: Sequence[str]) -> Floats:
        """Returns a matrix, texts by others."""
        return jaccard_matrix(*([self.vectors.of_text(text) for text in side] for side in (texts, others)))

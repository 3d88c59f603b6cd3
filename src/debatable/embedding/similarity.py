"""Similarities of texts, many against many: matrices of texts by others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from debatable.arrays import Floats, Vectors
from debatable.embedding.encoder import Encoder
from debatable.embedding.onnx import OnnxEncoder
from debatable.embedding.words.vectors import TextVectors
from debatable.errors import MissingExtraError


def cosine(a: npt.ArrayLike, b: npt.ArrayLike) -> Floats:
    """Returns the cosine of every row of a with every row of b; 0 where one is zero.

    >>> cosine([[1, 0], [0, 0]], [[1, 1]]).round(4).tolist()
    [[0.7071], [0.0]]
    """
    x, y = (np.atleast_2d(np.asarray(m, dtype=np.float64)) for m in (a, b))
    lengths = np.outer(np.linalg.norm(x, axis=1), np.linalg.norm(y, axis=1))
    product = np.divide(x @ y.T, lengths, out=np.zeros((len(x), len(y))), where=lengths > 0)
    return np.clip(product, -1, 1)


def angular(a: npt.ArrayLike, b: npt.ArrayLike) -> Floats:
    """Returns 1 - angle/π of every row of a with every row of b (Cer et al. 2018).

    >>> angular([[1, 0]], [[1, 0], [0, 1], [-1, 0]]).tolist()
    [[1.0, 0.5, 0.0]]
    """
    return np.asarray(1 - np.arccos(cosine(a, b)) / np.pi)


@dataclass(frozen=True, slots=True)
class Cosine:
    """Cosine of the vectors of two texts."""

    encoder: Encoder = field(default_factory=OnnxEncoder)

    def __call__(self, texts: Sequence[str], others: Sequence[str]) -> Floats:
        """Returns a matrix, texts by others."""
        return cosine(self.encoder(texts), self.encoder(others))


@dataclass(frozen=True, slots=True)
class Angular:
    """Angle between the vectors of two texts, as a similarity."""

    encoder: Encoder = field(default_factory=OnnxEncoder)

    def __call__(self, texts: Sequence[str], others: Sequence[str]) -> Floats:
        """Returns a matrix, texts by others."""
        return angular(self.encoder(texts), self.encoder(others))


def edit_distance(a: str, b: str) -> int:
    """Returns the least number of letters to insert, delete or replace to turn one text into the other.

    >>> edit_distance("kitten", "sitting"), edit_distance("", "abc")
    (3, 3)
    """
    if len(a) < len(b):
        a, b = b, a
    letters = np.array([ord(letter) for letter in b])
    steps = np.arange(len(b) + 1)
    row = steps
    for number, letter in enumerate(a, start=1):
        best = np.empty_like(row)
        best[0] = number
        best[1:] = np.minimum(row[:-1] + (letters != ord(letter)), row[1:] + 1)
        # Insertions run along the row: the least of what lies left plus the way to here.
        row = np.minimum.accumulate(best - steps) + steps
    return int(row[-1])


@dataclass(frozen=True, slots=True)
class Edit:
    """1 - edit distance / length of the longer text."""

    def __call__(self, texts: Sequence[str], others: Sequence[str]) -> Floats:
        """Returns a matrix, texts by others."""
        cells = [[1 - edit_distance(a, b) / max(len(a), len(b), 1) for b in others] for a in texts]
        return np.array(cells, dtype=np.float64).reshape(len(texts), len(others))


Texts = Sequence[Vectors]
BLOCK = 4_000_000  # cells of a block of the word-by-word matrix


def fuzzy_jaccard(a: Floats, b: Floats) -> float:
    """Returns Σ min / Σ max of two memberships; 1 where both are empty."""
    total = np.maximum(a, b).sum()
    return float(np.minimum(a, b).sum() / total) if total > 0 else 1.0


def dynamax_matrix(texts: Texts, others: Texts) -> Floats:
    """Returns DynaMax-Jaccard of every text with every other.

    The membership of x in its own words, maxᵢ xᵢ·xⱼ, does not depend on y; so one matrix of all words by all words,
    reduced once by columns and once by rows, is enough.
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
    """Returns the words of all texts, where each text begins, and each text's membership in its own words."""
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
    """DynaMax-Jaccard of two texts. Texts without known words are like each other only."""

    vectors: TextVectors

    def __call__(self, texts: Sequence[str], others: Sequence[str]) -> Floats:
        """Returns a matrix, texts by others."""
        return dynamax_matrix(*([self.vectors.of_text(text) for text in side] for side in (texts, others)))


@dataclass(frozen=True, slots=True)
class MaxPool:
    """MaxPool-Jaccard of two texts. Texts without known words are like each other only."""

    vectors: TextVectors

    def __call__(self, texts: Sequence[str], others: Sequence[str]) -> Floats:
        """Returns a matrix, texts by others."""
        return jaccard_matrix(*([self.vectors.of_text(text) for text in side] for side in (texts, others)))


def solver() -> Any:
    """Returns POT's exact solver."""
    try:
        from ot.lp import emd2
    except ImportError as error:
        raise MissingExtraError("vectors", "Word Mover's Distances") from error
    return emd2


def bag(words: npt.NDArray[Any]) -> tuple[Floats, Floats]:
    """Returns the different words of a text and their shares."""
    if not len(words):
        return np.empty((0, 0)), np.empty(0)
    different, counts = np.unique(np.asarray(words, dtype=np.float64), axis=0, return_counts=True)
    return different, counts / counts.sum()


def moved(a: tuple[Floats, Floats], b: tuple[Floats, Floats], solve: Any) -> float:
    """Returns the distance of two bags of words."""
    (x, p), (y, q) = a, b
    if not len(p) or not len(q):
        return 0.0 if len(p) == len(q) else float("inf")
    squares = (x * x).sum(axis=1)[:, None] + (y * y).sum(axis=1) - 2 * x @ y.T
    costs = np.sqrt(np.maximum(squares, 0))
    costs[squares < 1e-12 * (1 + np.abs(squares).max())] = 0  # the same word, but for rounding
    return max(0.0, float(solve(p, q, costs)))


@dataclass(frozen=True, slots=True)
class WordMover:
    """1/(1 + Word Mover's Distance) of two texts."""

    vectors: TextVectors

    def __call__(self, texts: Sequence[str], others: Sequence[str]) -> Floats:
        """Returns a matrix, texts by others."""
        solve = solver()
        left, right = ([bag(self.vectors.of_text(text)) for text in side] for side in (texts, others))
        distances = np.array([[moved(a, b, solve) for b in right] for a in left])
        return np.asarray(1 / (1 + distances.reshape(len(texts), len(others))))

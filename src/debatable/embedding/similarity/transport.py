"""Word Mover's Distance (Kusner et al. 2015), exact, as a similarity 1/(1+d)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from debatable.arrays import Floats
from debatable.embedding.words.vectors import TextVectors
from debatable.errors import MissingExtraError

__all__ = ["WordMover", "word_movers_distance"]


def word_movers_distance(x: npt.ArrayLike, y: npt.ArrayLike) -> float:
    """Returns the least cost of moving the words of one text onto those of the other.

    Every word of a text weighs the same; a move costs the Euclidean distance. Between a text with words and
    one without the distance is infinite, between two without it is 0. Needs the extra ``vectors`` (POT).

    >>> word_movers_distance([[0.0, 0.0]], [[3.0, 4.0], [0.0, 0.0]])
    2.5
    """
    return moved(bag(np.asarray(x)), bag(np.asarray(y)), solver())


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
    costs[squares < 1e-12 * (1 + np.abs(squares).max())] = (
        0  # the same word, not a rounding error away from it
    )
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

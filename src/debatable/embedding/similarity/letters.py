"""Edit distance (Levenshtein 1966) of two texts, as a similarity."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from debatable.arrays import Floats

__all__ = ["Edit", "edit_distance"]


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

"""What all similarities have in common: the statistics they use, one method, a name that parses back."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from debatable.arrays import Rows
from debatable.errors import InputError

Numbers = float | NDArray[np.floating[Any]] | Rows


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counts of a collection and of a term; those of a term may be arrays, one entry a posting.

    Attributes:
        N: Number of documents with at least one token.
        T: Number of tokens in all documents.
        n: Number of documents with the term.
        F: Number of occurrences of the term in all documents.

    >>> Statistics(N=4, T=18, n=1, F=2).avgdl
    4.5
    """

    N: float
    T: float
    n: Numbers
    F: Numbers

    @property
    def avgdl(self) -> float:
        """Mean length of a document."""
        return self.T / self.N


@dataclass(frozen=True, slots=True, repr=False)
class Formula(ABC):
    """A score of one query term in one document; a document's score is the sum over the query's terms.

    The fields of a subclass are its parameters; its ``repr`` names those that are not the defaults.
    """

    @abstractmethod
    def score(self, tf: Numbers, dl: Numbers, statistics: Statistics, boost: Numbers = 1.0) -> Any:
        """Returns the term's part of the score, for numbers or arrays.

        Args:
            tf: Occurrences of the term in the document, at least 1.
            dl: Number of tokens of the document.
            statistics: Of the collection and the term.
            boost: How often the term is in the query.
        """

    def for_query(self, length: int) -> Self:
        """Returns the formula for a query of so many tokens: itself, where the length plays no part."""
        return self

    def __repr__(self) -> str:
        """Returns the name, which parses back."""
        arguments = []
        for part in fields(self):
            value = getattr(self, part.name)
            if part.default is MISSING:
                arguments.append(str(value))
            elif value != part.default:
                arguments.append(f"{part.name}={value:.12g}")
        return type(self).__name__ + (f"({','.join(arguments)})" if arguments else "")


Similarity = Formula | Callable[[Numbers, Numbers, Statistics, Numbers], Any]
"""A formula, or a plain function of the same four arguments as :meth:`Formula.score`."""

LARGEST = 1e9
"""Largest value of a parameter; formulas are in single precision."""


def check(formula: object, name: str, value: Any, low: float, high: float = LARGEST) -> None:
    """Raises where a parameter is not a number from low to high.

    >>> check("BM25", "b", 2, 0, 1)
    Traceback (most recent call last):
    debatable.errors.InputError: BM25: b is 2; give a number from 0 to 1
    """
    if not isinstance(value, (int, float)) or not low <= value <= high:
        where = formula if isinstance(formula, str) else type(formula).__name__
        raise InputError(f"{name} is {value}", where=where, todo=f"give a number from {low:g} to {high:g}")

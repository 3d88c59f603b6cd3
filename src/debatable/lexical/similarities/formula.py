"""What all similarities have in common: one method, a name that parses back, checked parameters."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from typing import Any, Self

from debatable.errors import InputError
from debatable.lexical.similarities.statistics import Numbers, Statistics

__all__ = ["Formula", "Similarity", "check"]


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
            boost: How often the query says the term.
        """

    def for_query(self, length: int) -> Self:
        """Returns the formula for a query of so many tokens: itself, where the length plays no part."""
        return self

    def __repr__(self) -> str:
        """Returns the name, which parses back."""
        said = []
        for part in fields(self):
            value = getattr(self, part.name)
            if part.default is MISSING:
                said.append(str(value))
            elif value != part.default:
                said.append(f"{part.name}={value:.12g}")
        return type(self).__name__ + (f"({','.join(said)})" if said else "")


Similarity = Formula | Callable[[Numbers, Numbers, Statistics, Numbers], Any]
"""A formula, or a plain function of the same four arguments as :meth:`Formula.score`."""


LARGEST = 1e9
"""What no parameter needs to be beyond; formulas are in single precision and know no numbers near its end."""


def check(formula: object, name: str, value: Any, low: float, high: float = LARGEST) -> None:
    """Raises where a parameter is not a number from low to high.

    >>> check("BM25", "b", 2, 0, 1)
    Traceback (most recent call last):
    debatable.errors.InputError: BM25: b is 2; give a number from 0 to 1
    """
    if not isinstance(value, (int, float)) or not low <= value <= high:
        where = formula if isinstance(formula, str) else type(formula).__name__
        raise InputError(f"{name} is {value}", where=where, todo=f"give a number from {low:g} to {high:g}")

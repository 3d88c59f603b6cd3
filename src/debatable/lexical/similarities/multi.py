"""Several similarities at once (Lucene's MultiSimilarity)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any, Self

from debatable.errors import InputError
from debatable.lexical.similarities.formula import Formula
from debatable.lexical.similarities.statistics import Numbers, Statistics

__all__ = ["Multi", "combined"]


@dataclass(frozen=True, slots=True, repr=False)
class Multi(Formula):
    """Plain sum of the members' scores, without rescaling.

    Attributes:
        members: What is added.
    """

    members: tuple[Formula, ...]

    def __post_init__(self) -> None:
        """Checks that there is something to add."""
        if not self.members:
            raise InputError("Multi has no members", todo="write it as Multi(BM25+Classic)")

    def for_query(self, length: int) -> Self:
        """Prepares every member."""
        return type(self)(tuple(member.for_query(length) for member in self.members))

    def score(self, tf: Numbers, dl: Numbers, statistics: Statistics, boost: Numbers = 1.0) -> Any:
        """Returns the sum."""
        return sum(member.score(tf, dl, statistics, boost) for member in self.members)

    def __repr__(self) -> str:
        """Returns the name, members joined by a plus."""
        return f"Multi({'+'.join(map(repr, self.members))})"


def combined(members: tuple[Formula, ...]) -> list[Multi]:
    """Returns every combination of two or more members: 57 for six (Dumani and Schenkel 2019, footnote 4).

    >>> from debatable.lexical.similarities.classic import Boolean, Classic
    >>> combined((Boolean(), Classic()))
    [Multi(Boolean+Classic)]
    """
    sizes = range(2, len(members) + 1)
    return [Multi(chosen) for size in sizes for chosen in combinations(members, size)]

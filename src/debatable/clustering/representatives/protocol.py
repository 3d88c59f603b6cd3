"""What picks the member that is shown, and what it knows of all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from debatable.arrays import Matrix

__all__ = ["Members", "Representative"]


@dataclass(frozen=True, slots=True)
class Members:
    """What is known of the members of a cluster, in one order.

    Attributes:
        texts: Their texts.
        vectors: A row for each.
        relevance: Scores towards the query.
        quality: Scores of argument quality.
    """

    texts: Sequence[str]
    vectors: Matrix | None = None
    relevance: Sequence[float] | None = None
    quality: Sequence[float] | None = None


class Representative(Protocol):
    """Picks the position of one member."""

    def __call__(self, members: Members) -> int:
        """Returns the position of the member to show."""

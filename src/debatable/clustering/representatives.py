"""Which member of a cluster is shown for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

import numpy as np

from debatable.arrays import Matrix
from debatable.clustering.distances import Points
from debatable.errors import InputError
from debatable.naming import Table


@dataclass(frozen=True, slots=True)
class Members:
    """The members of a cluster, in one order.

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


Kind = TypeVar("Kind")

SMALL = 256
"""Members whose distances are computed at once."""


@dataclass(frozen=True, slots=True)
class Longest:
    """The longest text, which says most (Dumani, Neumann, Schenkel 2020, 5).

    >>> Longest()(Members(["Cars pollute.", "Cars pollute the air.", "Cars poison the air."]))
    1
    """

    def __call__(self, members: Members) -> int:
        """Returns the longest; ties by text, then by position."""
        return _best(members, [len(text) for text in _needed(members, members.texts, "texts")])


@dataclass(frozen=True, slots=True)
class Medoid:
    """The member of least mean distance to the others: the most typical one.

    >>> Medoid()(Members(["a", "b", "c"], vectors=np.array([[0.0], [1.0], [3.0]], dtype=np.float32)))
    1
    """

    def __call__(self, members: Members) -> int:
        """Returns the medoid; ties by longer text, then text, then position."""
        vectors = members.vectors
        if vectors is None or len(vectors) != len(members.texts) or not len(vectors):
            raise InputError("the medoid needs a vector for each of at least one member")
        if len(vectors) == 2:  # each is as far from the other
            return _best(members, [0.0, 0.0])
        points, rows = Points(vectors), np.arange(len(vectors))
        small = len(vectors) <= SMALL
        means = points.distances(rows, rows).mean(axis=1) if small else points.means(rows, [rows])[:, 0]
        # Distances that differ by rounding alone are tied.
        return _best(members, (-means.round(9)).tolist())


@dataclass(frozen=True, slots=True)
class MostRelevant:
    """The member of the highest relevance to the query.

    >>> MostRelevant()(Members(["a", "b"], relevance=[0.2, 0.7]))
    1
    """

    def __call__(self, members: Members) -> int:
        """Returns the most relevant; ties by longer text, then text, then position."""
        return _best(members, _needed(members, members.relevance, "relevance"))


@dataclass(frozen=True, slots=True)
class BestQuality:
    """The member of the highest argument quality.

    >>> BestQuality()(Members(["a", "b"], quality=[0.9, 0.7]))
    0
    """

    def __call__(self, members: Members) -> int:
        """Returns the best; ties by longer text, then text, then position."""
        return _best(members, _needed(members, members.quality, "quality"))


def _needed(members: Members, values: Sequence[Kind] | None, name: str) -> Sequence[Kind]:
    """Returns values of all members, or raises an error that names what is missing."""
    if values is None or len(values) != len(members.texts) or not len(values):
        raise InputError(f"this representative needs {name} for each of at least one member", where=name)
    return values


def _best(members: Members, scores: Sequence[float]) -> int:
    """Returns the position of the highest score; ties by longer text, then text, then position."""
    texts = members.texts
    return min(range(len(texts)), key=lambda at: (-scores[at], -len(texts[at]), texts[at], at))


REPRESENTATIVES = Table[Representative](
    "representative",
    {"longest": Longest(), "medoid": Medoid(), "quality": BestQuality(), "relevance": MostRelevant()},
)
"""Every way to pick a representative by name."""


def representative(name: str | Representative) -> Representative:
    """Returns a way to pick a representative by its name.

    >>> representative("longest")
    Longest()
    """
    return REPRESENTATIVES.parse(name)

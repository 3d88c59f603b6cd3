"""A list in which each thing is said once: soft clusters, and what nothing shown has said yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from debatable.arrays import Floats, Ints, Signs
from debatable.errors import InputError
from debatable.learning import POINTS, PointModel
from debatable.naming import Table, named, resolve
from debatable.ranking.formulas.soft_clusters import listed, said, sameness
from debatable.ranking.protocol import Backend

__all__ = ["DIVERSITIES", "Diversity", "Picked", "SaidOnce"]


@dataclass(frozen=True, slots=True)
class Picked:
    """Premises that were picked for the list, in its order.

    Attributes:
        places: Those picked, as places among the premises that were given.
        likeness: k(p, p') of each one picked with all that were given: how far these speak for it.
        sameness: s(p, p') of the same: the probability that they say the same.
        density: P(pi(p)|q) of each one picked.
        novelty: Probability that nothing picked before says the same.
    """

    places: Ints
    likeness: Floats
    sameness: Floats
    density: Floats
    novelty: Floats

    def members(self) -> list[Ints]:
        """Returns the premises that rather say the same as a pick than not, each with the pick it is most like."""
        others = self.sameness.copy()
        others[:, self.places] = 0.0
        nearest = np.argmax(others, axis=0) if len(others) else np.zeros(0, np.int64)
        sure = others.max(axis=0, initial=0.0) >= 0.5
        return [np.flatnonzero(sure & (nearest == number)) for number in range(len(self.places))]

    def repeated(self) -> list[int]:
        """Returns for each pick the number of the earlier one that it rather repeats than not, -1 for none.

        One that repeats another is itself repeated by none, so that likeness does not drift from pick to pick.
        """
        first: list[int] = []
        repeated = []
        for number, place in enumerate(self.places.tolist()):
            same = self.sameness[first, place]
            like = int(np.argmax(same)) if len(first) else -1
            repeats = len(first) > 0 and same[like] >= 0.5
            repeated.append(first[like] if repeats else -1)
            if not repeats:
                first.append(number)
        return repeated


class Diversity(Protocol):
    """A stage that picks premises so that the list says much and nothing twice."""

    def __call__(self, backend: Backend, rows: Ints, probability: Floats, sides: Signs, k: int) -> Picked:
        """Picks at most k of the premises.

        Args:
            backend: Where their vectors are.
            rows: The premises.
            probability: P(p|q) of each.
            sides: +1 and -1 for those that speak for and against the query, 0 where nobody knows.
            k: How many.
        """


@dataclass(frozen=True, slots=True)
class SaidOnce:
    """Premises by how probably the user wants what they say, and nothing shown has said it.

    Attributes:
        theta: Cosine from which two premises begin to be alike, and to say the same.
        points: Model of what makes two premises of one debate say the same; ``none`` takes those that are alike.
    """

    theta: float = 0.6
    points: PointModel = named(POINTS, "learned")

    def __post_init__(self) -> None:
        """Takes the name for a model and checks the number."""
        resolve(self)
        if not 0 <= self.theta < 1:
            raise InputError(f"theta is {self.theta}", todo="give a cosine from 0 to under 1")

    def __call__(self, backend: Backend, rows: Ints, probability: Floats, sides: Signs, k: int) -> Picked:
        """Picks by P(pi(p)|q) times novelty; ties by the order of the premises."""
        vectors, points = self.compared(backend, rows)
        density = said(probability, vectors, sides, self.theta)
        places, novelty = listed(density, points, sides, self.theta, k)
        likeness, same = (sameness(of, sides, places, self.theta) for of in (vectors, points))
        return Picked(places, likeness, same, density[places], novelty)

    def compared(self, backend: Backend, rows: Ints) -> tuple[Floats, Floats]:
        """Returns the vectors whose cosines tell which premises are alike, and those that tell which say the same.

        Without any in the index each premise says something of its own. They are in double precision, so that k(p, p')
        is the same however many are compared at once, and scores are the sums that their explanations tell.
        """
        if not backend.has_vectors:
            return np.eye(len(rows)), np.eye(len(rows))
        vectors = np.asarray(backend.vectors("premises", rows), np.float64)
        return vectors, self.points(vectors, backend.encoder)


DIVERSITIES: Table[Diversity] = Table("diversity", {"said-once": SaidOnce()})
"""How a list is kept from repeating itself, by name."""

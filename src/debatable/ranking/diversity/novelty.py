"""Diversity: premises by how much of the query they answer that nothing before them in the list has answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from debatable.arrays import Floats, Ints, Signs
from debatable.errors import InputError
from debatable.learning import POINTS, PointModel
from debatable.naming import Table, check_fields, check_range, named
from debatable.ranking.diversity.picked import Picked, PickRows, picked_premises
from debatable.ranking.formulas.soft_clusters import pick_novel, sameness, soft_cluster_probability
from debatable.ranking.probabilities.specificity import GENERAL, PointMatch
from debatable.ranking.protocol import Backend


class Diversity(Protocol):
    """A stage that picks premises so that the list says much and nothing twice."""

    def __call__(
        self,
        backend: Backend,
        rows: Ints,
        probability: Floats,
        sides: Signs,
        k: int,
        point_match: PointMatch = GENERAL,
    ) -> Picked:
        """Picks at most k of the premises.

        Args:
            backend: Where their vectors are.
            rows: The premises.
            probability: P(p|q) of each.
            sides: +1 and -1 for those that speak for and against the query, 0 where nobody knows.
            k: How many.
            point_match: How specific the query is, and how far each premise makes its point.
        """


@dataclass(frozen=True, slots=True)
class Novelty:
    """Premises by how probably the user wants what they say, and nothing shown has said it.

    A general query asks for what most people say, P(pi(p)|q); a specific one for its own point first. What a premise is
    worth is the mean of both, weighted by how specific it is.

    Attributes:
        theta: Cosine from which two premises begin to be alike: what like ones say adds up.
        novel: Cosine from which two premises begin to say the same: of those, one is shown first.
        long: Characters beyond which premises of several sentences say the same the less the longer they are: they make
            several points.
        same_from: Probability from which two premises are taken to say the same: 5/7 is a cosine of .8 at the default
            of `novel`.
        equal: Cosine from which a premise begins to repeat another one where the query is specific: then all that is
            wanted says nearly the same.
        points: Model of what makes two premises of one debate say the same; ``none`` takes those that are alike.
    """

    theta: float = 0.6
    novel: float = 0.3
    long: int = 300
    points: PointModel = named(POINTS, "learned")
    same_from: float = 5 / 7
    equal: float = 0.85

    def __post_init__(self) -> None:
        """Takes the name for a model and checks the numbers."""
        check_fields(self)
        for name, cosine in (("theta", self.theta), ("novel", self.novel), ("equal", self.equal)):
            if not 0 <= cosine < 1:
                raise InputError(f"{name} is {cosine}", todo="give a cosine from 0 to under 1")
        check_range(self, "same_from", above=0, todo="give a probability above 0")
        check_range(self, "long", least=1, todo="give a number of characters, 1 or more")

    def __call__(
        self,
        backend: Backend,
        rows: Ints,
        probability: Floats,
        sides: Signs,
        k: int,
        point_match: PointMatch = GENERAL,
    ) -> Picked:
        """Picks by worth times novelty; ties by the order of the premises."""
        vectors, points = self.compared(backend, rows)
        room = np.minimum(1.0, self.long / np.maximum(backend.lengths(rows), 1))
        room[backend.one_sentence(rows)] = 1.0
        density = soft_cluster_probability(probability, vectors, sides, self.theta)
        top = float(density.max(initial=0.0))

        def same(places: Ints) -> Floats:
            found = sameness(points, sides, places, self.novel) * np.minimum(room[places][:, None], room)
            found[np.arange(len(places)), places] = 1.0
            return found

        def repeats(places: Ints, found: Floats) -> Floats:
            if point_match.share == 0:
                return found
            equal = sameness(vectors, sides, places, self.equal)
            return np.asarray((1 - point_match.share) * found + point_match.share * equal)

        def of_one(place: int) -> Floats:
            one = np.array([place])
            return np.asarray(repeats(one, same(one))[0])

        places = pick_novel(worth(density, top, point_match), of_one, k)
        count = len(places)
        likeness = PickRows(count, lambda picks: sameness(vectors, sides, places[picks], self.theta))
        same_rows = PickRows(count, lambda picks: same(places[picks]))
        repeat_rows = PickRows(count, lambda picks: repeats(places[picks], same_rows.block(picks)))
        return picked_premises(places, likeness, same_rows, repeat_rows, density, top, self.same_from)

    def compared(self, backend: Backend, rows: Ints) -> tuple[Floats, Floats]:
        """Returns the vectors whose cosines tell which premises are alike, and those that tell which say the same.

        Without any in the index each premise says something of its own: no number tells two of them to be alike. They
        are in double precision, so that k(p, p') is the same however many are compared at once, and scores are the sums
        that their explanations tell.
        """
        if not backend.has_vectors:
            return np.zeros((len(rows), 0)), np.zeros((len(rows), 0))
        vectors = np.asarray(backend.vectors("premises", rows), np.float64)
        return vectors, self.points(vectors, backend.encoder)


def worth(density: Floats, top: float, point_match: PointMatch) -> Floats:
    """Returns what premises are worth before anything is shown.

    >>> worth(np.array([0.2, 0.4]), 0.4, PointMatch(0.5, np.array([1.0, 0.2]))).tolist()
    [0.75, 0.6]
    """
    if point_match.share == 0 or top == 0:
        return density
    return np.asarray((1 - point_match.share) * density / top + point_match.share * point_match.match)


_NOVELTY = Novelty()
DIVERSITIES: Table[Diversity] = Table("diversity", {"novelty": _NOVELTY, "said-once": _NOVELTY})
"""How a list is kept from repeating itself, by name; ``said-once`` is an older name of ``novelty``."""

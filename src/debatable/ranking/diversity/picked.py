"""Premises picked for a list, and how far each of them is like all that were compared.

That is a number for each pick and each premise: gigabytes for 10,000 hits. So it is computed for a block of picks at a
time, and again where somebody asks for a block that is not kept.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from debatable.arrays import Floats, Ints
from debatable.corpus.links import grouped

PICKS = 1_024
"""Picks of a block at most."""


class PickRows:
    """A number of each pick with each premise that was compared, a row a pick; one block of them is kept."""

    def __init__(self, count: int, rows: Callable[[slice], Floats]) -> None:
        """Computes nothing yet.

        Args:
            count: How many picks there are.
            rows: Returns the rows of a block of picks.
        """
        self._count, self._rows = count, rows
        blocks = max(math.ceil(count / PICKS), 1)
        # About equal blocks, since BLAS multiplies a single row in another way.
        self._size = math.ceil(count / blocks)
        self._kept: tuple[int, Floats] = (-1, np.zeros((0, 0)))

    def blocks(self) -> list[slice]:
        """Returns the picks of each block."""
        starts = range(0, self._count, max(self._size, 1))
        return [slice(start, min(start + self._size, self._count)) for start in starts]

    def block(self, picks: slice) -> Floats:
        """Returns the rows of one of the blocks."""
        start, rows = self._kept
        if start != picks.start:
            rows = self._rows(picks)
            self._kept = (picks.start, rows)
        return rows

    def __getitem__(self, number: int) -> Floats:
        """Returns the row of a pick."""
        start = number // self._size * self._size
        return np.asarray(self.block(slice(start, min(start + self._size, self._count)))[number - start])


@dataclass(frozen=True, slots=True)
class Picked:
    """Premises that were picked for the list, in its order.

    Attributes:
        places: Those picked, as places among the premises that were given.
        likeness: k(p, p') of each one picked with all that were given: how far these speak for it.
        repeats: r(p, p') of the same: the probability that who has read p' need not read p.
        density: P(pi(p)|q) of each one picked.
        top: The greatest P(pi(p)|q) of all that were given.
        novelty: Product of 1 - r(p, p') over the picks p' before each one.
        members: The premises that say the same as each one, those picked left out, each with the pick it is most like.
        repeated: For each one the number of the earlier pick that says the same, -1 for none.
    """

    places: Ints
    likeness: PickRows
    repeats: PickRows
    density: Floats
    top: float
    novelty: Floats
    members: list[Ints]
    repeated: list[int]


def picked_premises(
    places: Ints,
    likeness: PickRows,
    sameness: PickRows,
    repeats: PickRows,
    density: Floats,
    top: float,
    same_from: float,
) -> Picked:
    """Returns what was picked and what it stands for, in one pass over the blocks.

    Args:
        places: Those picked, as places among the premises that were given.
        likeness: See Picked.
        sameness: s(p, p') of each one picked with all: the probability that they say the same.
        repeats: See Picked.
        density: P(pi(p)|q) of all premises that were given.
        top: See Picked.
        same_from: Probability from which two premises are taken to say the same.
    """
    members, repeated = Members(places, len(density), same_from), Repeated(places, same_from)
    novelty = np.ones(len(places))
    for picks in sameness.blocks():
        same = sameness.block(picks)
        members.add(picks.start, same)
        repeated.add(picks.start, same)
        novelty[picks] = novelty_of(repeats.block(picks), places, picks.start)
    return Picked(
        places, likeness, repeats, density[places], top, novelty, members.by_pick(), repeated.numbers
    )


def novelty_of(repeats: Floats, places: Ints, start: int) -> Floats:
    """Returns the product of 1 - r(p, p') over the picks before, multiplied in their order, for a block of picks.

    >>> repeats = np.array([[1.0, 0.5, 0.2], [0.5, 1.0, 0.0], [0.2, 0.0, 1.0]])
    >>> novelty_of(repeats[[2, 0, 1]], np.array([2, 0, 1]), 0).tolist()
    [1.0, 0.8, 0.5]
    """
    stop = start + len(repeats)
    new = 1.0 - repeats[:, places[:stop]]
    new[np.arange(stop) >= np.arange(start, stop)[:, None]] = 1.0
    return np.asarray(np.multiply.accumulate(new, axis=1)[:, -1])


class Members:
    """Premises that say the same as a pick, each with the pick it is most like; of equal ones the first."""

    def __init__(self, places: Ints, total: int, same_from: float) -> None:
        """Starts without any."""
        self.places, self.same_from = places, same_from
        self._most, self._nearest = np.zeros(total), np.zeros(total, np.int64)

    def add(self, start: int, sameness: Floats) -> None:
        """Compares all premises with a block of picks, from one on."""
        nearest = np.argmax(sameness, axis=0)
        most = sameness[nearest, np.arange(len(nearest))]
        closer = most > self._most
        self._most[closer] = most[closer]
        self._nearest[closer] = start + nearest[closer]

    def by_pick(self) -> list[Ints]:
        """Returns the members of each pick, itself and other picks left out."""
        self._most[self.places] = self._nearest[self.places] = 0
        sure = np.flatnonzero(self._most >= self.same_from)
        starts, order = grouped(self._nearest[sure], len(self.places))
        return [sure[order[starts[number] : starts[number + 1]]] for number in range(len(self.places))]


class Repeated:
    """For each pick the number of the earlier one that says the same, -1 for none.

    One that repeats another is itself repeated by none, so that likeness does not drift from pick to pick.
    """

    def __init__(self, places: Ints, same_from: float) -> None:
        """Starts without any."""
        self.places, self.same_from = places, same_from
        self.numbers: list[int] = []
        self._most, self._likest = np.full(len(places), -np.inf), np.full(len(places), -1)

    def add(self, start: int, sameness: Floats) -> None:
        """Compares all picks with a block of them, from one on."""
        for number, row in enumerate(sameness[:, self.places], start):
            if self._most[number] >= self.same_from:
                self.numbers.append(int(self._likest[number]))
                continue
            self.numbers.append(-1)
            closer = row > self._most
            self._most[closer] = row[closer]
            self._likest[closer] = number

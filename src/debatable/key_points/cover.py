"""Few headlines that together cover most of what is said: greedy, over sparse matches, the same every time."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from debatable.arrays import Floats, Ints, Matrix
from debatable.errors import InputError
from debatable.learning.matching import MatchingModel
from debatable.naming import Table, check_fields
from debatable.progress import Step

BLOCK = 4_096
"""Units that are compared with all candidates at once."""


class Matches(NamedTuple):
    """Which units each candidate matches: candidate by candidate, units rising.

    Attributes:
        starts: Where the units of each candidate begin, and behind the last of them.
        units: Rows of units.
        probability: That the unit makes the candidate's point.
    """

    starts: Ints
    units: Ints
    probability: Floats

    def of(self, candidate: int) -> tuple[Ints, Floats]:
        """Returns the units of a candidate with their probabilities."""
        part = slice(int(self.starts[candidate]), int(self.starts[candidate + 1]))
        return self.units[part], self.probability[part]


def matches(
    vectors: Matrix, candidates: Ints, model: MatchingModel, level: float, progress: Step | None = None
) -> Matches:
    """Returns the pairs of candidates and units with at least a probability; units are compared block by block."""
    found: list[tuple[Ints, Ints, Floats]] = []
    chosen = vectors[candidates].T
    for start in range(0, len(vectors), BLOCK):
        probability = model.probability(vectors[start : start + BLOCK] @ chosen)
        rows, columns = np.nonzero(probability >= level)
        found.append((columns, rows + start, probability[rows, columns]))
        if progress is not None:
            progress(min(start + BLOCK, len(vectors)), len(vectors))
    columns, rows, values = (np.concatenate(parts) for parts in zip(*found, strict=True))
    order = np.lexsort((rows, columns))
    starts = np.searchsorted(columns[order], np.arange(len(candidates) + 1))
    return Matches(starts, rows[order], values[order])


@dataclass(frozen=True, slots=True)
class GreedyCover:
    """Takes the candidate that covers most of what is not covered yet, until the next would cover too little.

    Attributes:
        level: Probability from which a candidate covers a unit.
        share: Of the comments of a side, how many a point must add.
        pile: Comments beyond which the share falls, since large piles have more points.
        least: How many comments it must add at least, where there are enough.
        most: Points of a side at most.
        apart: Probability from which two headlines say the same.
        quality: Power of a headline's quality.
    """

    level: float = 0.3
    share: float = 0.03
    pile: int = 200
    least: int = 2
    most: int = 20
    apart: float = 0.3
    quality: float = 1.0

    def __post_init__(self) -> None:
        """Checks the parameters."""
        check_fields(self)
        if not (0 < self.level <= 1 and 0 < self.apart <= 1 and 0 <= self.share <= 1 and self.quality >= 0):
            raise InputError(
                "a level or share is no probability", where=repr(self), todo="give one from 0 to 1"
            )
        if self.least < 1 or self.most < 1 or self.pile < 1:
            raise InputError("least, most and pile count from 1", where=repr(self))

    def __call__(self, found: Matches, weights: Floats, quality: Floats, alike: Floats) -> list[int]:
        """Returns the chosen candidates, in the order in which they were chosen.

        Args:
            found: The units of each candidate.
            weights: How many comments have each unit.
            quality: Of each candidate as a headline.
            alike: Probability that two candidates make one point.
        """
        covered = np.zeros(len(weights))
        allowed = np.ones(len(quality), dtype=bool)
        prior = quality**self.quality
        enough = self.enough(weights)
        chosen: list[int] = []
        while len(chosen) < self.most and allowed.any():
            gain = self._gains(found, weights, covered) * prior
            gain[~allowed] = -1.0
            best = int(np.argmax(gain))
            units, probability = found.of(best)
            new = probability > covered[units]
            if gain[best] <= 0 or (weights[units[new]] * (covered[units[new]] == 0)).sum() < enough:
                allowed[best] = False
                if gain[best] <= 0:
                    break
                continue
            chosen.append(best)
            covered[units] = np.maximum(covered[units], probability)
            allowed &= alike[best] < self.apart
        return chosen

    def enough(self, weights: Floats) -> float:
        """Returns how many comments a point must have: a share of them, of a large pile only of its root.

        >>> GreedyCover().enough(np.ones(100)), GreedyCover().enough(np.ones(20_000))
        (3.0, 60.0)
        """
        total = float(weights.sum())
        return max(self.least, self.share * min(total, math.sqrt(total * self.pile)))

    def _gains(self, found: Matches, weights: Floats, covered: Floats) -> Floats:
        """Returns how much each candidate would add to what is covered."""
        added = weights[found.units] * np.maximum(found.probability - covered[found.units], 0.0)
        sums = np.concatenate([[0.0], np.cumsum(added)])
        return np.asarray(sums[found.starts[1:]] - sums[found.starts[:-1]])


COVERAGES = Table[GreedyCover]("coverage", {"greedy": GreedyCover()}, base=GreedyCover)
"""Ways to choose headlines, by name."""

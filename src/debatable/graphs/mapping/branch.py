"""Depth-first branch and bound under the assignment bound: the default, exact and fast."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from debatable.arrays import Floats
from debatable.graphs.mapping.approximate import TOLERANCE, promising
from debatable.graphs.mapping.limits import Clock, Limits
from debatable.graphs.mapping.problem import Problem, Solution
from debatable.graphs.mapping.state import State, Terrain

__all__ = ["BranchAndBound"]


@dataclass(frozen=True, slots=True)
class BranchAndBound:
    """Splits on one pair of nodes after another: mapped to each other, or never.

    Each state is bounded by an assignment, which also suggests a mapping; a state whose bound is no
    better than the best mapping so far is left.

    Attributes:
        limits: When to stop with the best mapping so far.
    """

    limits: Limits = field(default_factory=Limits)

    def __call__(self, problem: Problem, floor: float = -math.inf) -> Solution:
        """Returns a best mapping; where none reaches the floor, any with a bound below the floor."""
        return _Search(problem, floor, Clock(self.limits, problem.similarity.size)).run()


@dataclass(frozen=True, slots=True)
class _Open:
    """A state to look at: its bound, what it suggests, and what that promises row by row."""

    bound: float
    state: State
    weights: Floats
    suggested: tuple[int, ...]


class _Search:
    """One search: the best mapping so far and the states still open."""

    def __init__(self, problem: Problem, floor: float, clock: Clock) -> None:
        self.floor, self.clock = floor, clock
        self.terrain = Terrain(problem)
        start = self.terrain.start()
        weights = start.weights()
        bound, suggested = start.assignment(weights)
        self.best, self.value = suggested, sum(self.terrain.given(suggested))
        self.open = [_Open(bound, start, weights, suggested)]

    def run(self) -> Solution:
        left = -math.inf
        while self.open:
            entry = self.open.pop()
            if entry.bound <= self.value + TOLERANCE:
                continue
            if entry.bound < self.floor:
                left = max(left, entry.bound)
                continue
            if self.clock.over(len(self.open)):
                left = max(left, entry.bound, *(other.bound for other in self.open))
                break
            self._split(entry)
        return Solution(self.best, self.value, max(left, self.value), self.clock.steps)

    def _split(self, entry: _Open) -> None:
        """Opens the two halves of a state; the one in which the suggested pair is mapped comes first."""
        row = promising(entry.state, entry.weights, entry.suggested)
        if row is None:
            return
        column = entry.suggested[row]
        for half in (entry.state.forbid(row, column), entry.state.fix(row, column)):
            weights = half.weights()
            bound, suggested = half.assignment(weights)
            if bound <= self.value + TOLERANCE:
                continue
            value = sum(self.terrain.given(suggested))
            if value > self.value:
                self.best, self.value = suggested, value
            self.open.append(_Open(bound, half, weights, suggested))

"""Depth-first branch and bound under the assignment bound, and its first descent alone as an approximation."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from debatable.arrays import Floats
from debatable.graphs.mapping.problem import UNMAPPED, Clock, Limits, Problem, Solution
from debatable.graphs.mapping.state import State, Terrain, loose_bound

TOLERANCE = 1e-12


@dataclass(frozen=True, slots=True)
class Assignment:
    """Assigns all nodes at once, fixes the most promising pair, assigns the rest again; returns the best mapping seen.

    It is the first descent of the branch and bound. Its bound limits how far from the best it can be.
    """

    def __call__(self, problem: Problem, floor: float = -math.inf) -> Solution:
        """Returns a good mapping and a bound on the best one."""
        if problem.one_end:
            return _nodes_alone(problem)
        terrain = Terrain(problem)
        state = terrain.start()
        weights = state.weights()
        root, suggested = state.assignment(weights)
        best, value, bound = suggested, sum(terrain.given(suggested)), root
        steps = 1
        while bound > value + TOLERANCE and root >= floor:
            row = promising(state, weights, suggested)
            if row is None:
                break
            state = state.fix(row, suggested[row])
            weights = state.weights()
            bound, suggested = state.assignment(weights)
            steps += 1
            reached = sum(terrain.given(suggested))
            if reached > value:
                best, value = suggested, reached
        return Solution(best, value, max(root, value) if root > value + TOLERANCE else value, steps)


def _nodes_alone(problem: Problem) -> Solution:
    """Assigns the nodes as if there were no edges, then maps the edges that have an end."""
    from scipy.optimize import linear_sum_assignment

    worth = np.where(problem.admissible, np.maximum(problem.similarity, 0.0), 0.0)
    columns = [UNMAPPED] * len(worth)
    rows, assigned = linear_sum_assignment(worth, maximize=True)
    for row, column in zip(rows.tolist(), assigned.tolist(), strict=True):
        if worth[row, column] > 0.0:
            columns[row] = column
    value = problem.value(columns)
    return Solution(tuple(columns), value, max(loose_bound(problem), value), 1)


def promising(state: State, weights: Floats, suggested: tuple[int, ...]) -> int | None:
    """Returns the free row whose bound exceeds most what a suggested mapping keeps of its edges."""
    terrain = state.terrain
    kept = terrain.kept(suggested, state.free)
    best, widest = None, 0.0
    for row, column in enumerate(suggested):
        if column >= 0 and state.free[row]:
            promised = float(weights[row, column] - state.worth[row, column])
            gap = promised - kept[row] * float(terrain.half[row, column])
            if best is None or gap > widest + TOLERANCE:
                best, widest = row, gap
    return best


@dataclass(frozen=True, slots=True)
class BranchAndBound:
    """Splits on one pair of nodes after another: mapped to each other, or never.

    Each state is bounded by an assignment, which also suggests a mapping; a state whose bound is no better than the
    best mapping so far is pruned. The limits stop it with the best mapping so far.
    """

    limits: Limits = field(default_factory=Limits)

    def __call__(self, problem: Problem, floor: float = -math.inf) -> Solution:
        """Returns a best mapping; where none reaches the floor, any with a bound below the floor."""
        return _Search(problem, floor, Clock(self.limits, problem.similarity.size)).run()


@dataclass(frozen=True, slots=True)
class _Open:
    """A state to expand: its bound, the mapping it suggests, and the weights of that."""

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

"""Depth-first branch and bound under the assignment bound: the default, exact and fast."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from debatable.graphs.mapping.approximate import improved
from debatable.graphs.mapping.limits import Clock, Limits
from debatable.graphs.mapping.problem import UNMAPPED, Floats, Problem, Solution
from debatable.graphs.mapping.state import State, Terrain

__all__ = ["BranchAndBound"]

TOLERANCE = 1e-12


@dataclass(frozen=True, slots=True)
class BranchAndBound:
    """Fixes one query node after another, leaving every branch whose bound is no better than the best.

    Attributes:
        limits: When to stop with the best mapping so far.
    """

    limits: Limits = field(default_factory=Limits)

    def __call__(self, problem: Problem, floor: float = -math.inf) -> Solution:
        """Returns a best mapping; where none reaches the floor, any with a bound below the floor."""
        return _Search(problem, floor, Clock(self.limits)).run()


class _Search:
    """One search: the best mapping so far and the states still open."""

    def __init__(self, problem: Problem, floor: float, clock: Clock) -> None:
        self.problem, self.floor, self.clock = problem, floor, clock
        self.best: tuple[int, ...] = (UNMAPPED,) * len(problem.similarity)
        self.value = 0.0

    def run(self) -> Solution:
        state = Terrain(self.problem).start()
        weights = state.weights()
        bound, suggested = state.assignment(weights)
        self.best, self.value = improved(state, suggested, rounds=4)
        open_states = [(bound, state, weights, suggested)]
        left = -math.inf
        while open_states:
            bound, state, weights, suggested = open_states.pop()
            if bound <= self.value + TOLERANCE:
                continue
            if bound < self.floor or self.clock.over(len(open_states)):
                left = max(left, bound)
                if bound >= self.floor:
                    left = max(left, *(entry[0] for entry in open_states), bound)
                    break
                continue
            open_states += self._branches(state, weights, suggested)
        return Solution(self.best, self.value, max(left, self.value), self.clock.steps)

    def _branches(
        self, state: State, weights: Floats, suggested: tuple[int, ...]
    ) -> list[tuple[float, State, Floats, tuple[int, ...]]]:
        """The children of a state that may still hold something better, the most promising last."""
        row = self._chosen(state, weights, suggested)
        free = [column for column in np.argsort(-weights[row], kind="stable") if weights[row, column] > 0.0]
        children = []
        for column in (*free, UNMAPPED):
            child = state.fix(row, int(column))
            child_weights = child.weights()
            bound, columns = child.assignment(child_weights)
            if bound <= self.value + TOLERANCE:
                continue
            value = self.problem.value(columns)
            if value > self.value:
                self.best, self.value = columns, value
            children.append((bound, child, child_weights, columns))
        children.sort(key=lambda entry: entry[0])
        return children

    def _chosen(self, state: State, weights: Floats, suggested: tuple[int, ...]) -> int:
        """The free row whose bound promises most beyond what the suggested mapping gives it."""
        rows = np.flatnonzero(state.free).tolist()
        gaps = []
        for row in rows:
            column = suggested[row]
            promise = float(weights[row, column]) if column >= 0 else 0.0
            gaps.append(promise - self._given(row, suggested))
        return int(rows[int(np.argmax(gaps))])

    def _given(self, row: int, columns: tuple[int, ...]) -> float:
        """What a row brings under a mapping: its similarity and its half of the edges kept."""
        column = columns[row]
        if column < 0:
            return 0.0
        problem = self.problem
        own = float(problem.similarity[row, column])
        kept = 0.0
        for left, right in ((left, right) for left, right in problem.pairs if row in (left, right)):
            image = columns[left], columns[right]
            if image[0] >= 0 and image[1] >= 0:
                kept += min(problem.pairs[left, right], problem.case_pairs[image])
        return own + 0.5 * max(0.0, own) * kept

"""A fast approximation: assign all nodes at once, fix the pair that promises most, assign the rest again."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from debatable.arrays import Floats
from debatable.graphs.mapping.problem import UNMAPPED, Problem, Solution
from debatable.graphs.mapping.state import State, Terrain, loose_bound

__all__ = ["TOLERANCE", "Assignment", "promising"]

TOLERANCE = 1e-12


@dataclass(frozen=True, slots=True)
class Assignment:
    """Assignments one after the other, at most one a query node, the best mapping among them kept.

    It is the first descent of the branch and bound, without a way back. The bound that comes with it says
    how far from the best it can be.
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
    for row, column in zip(
        *(ends.tolist() for ends in linear_sum_assignment(worth, maximize=True)), strict=True
    ):
        if worth[row, column] > 0.0:
            columns[row] = column
    value = problem.value(columns)
    return Solution(tuple(columns), value, max(loose_bound(problem), value), 1)


def promising(state: State, weights: Floats, suggested: tuple[int, ...]) -> int | None:
    """Returns the free row whose bound promises most halves of edges beyond those a suggestion keeps."""
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

"""A fast approximation: assign nodes, then look at the edges they keep, and assign again."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from debatable.graphs.mapping.problem import Floats, Problem, Solution
from debatable.graphs.mapping.state import State, Terrain

__all__ = ["Assignment", "improved"]


@dataclass(frozen=True, slots=True)
class Assignment:
    """Assigns nodes once by similarity and possible edges, then by the edges the last round kept.

    Attributes:
        rounds: Assignments after the first; each costs one linear assignment.
    """

    rounds: int = 4

    def __call__(self, problem: Problem, floor: float = -math.inf) -> Solution:
        """Returns a good mapping and a bound on the best one."""
        state = Terrain(problem).start()
        bound, suggested = state.assignment(state.weights())
        if bound < floor:
            return Solution(suggested, problem.value(suggested), bound, 1)
        columns, value = improved(state, suggested, self.rounds)
        return Solution(columns, value, bound, 1 + self.rounds)


def improved(state: State, columns: tuple[int, ...], rounds: int) -> tuple[tuple[int, ...], float]:
    """Returns the best mapping among a suggested one and its reassignments.

    Each round gives every pair the worth of its edges to the nodes as they were mapped last.
    """
    problem = state.terrain.problem
    best, best_value = columns, problem.value(columns)
    for _ in range(rounds):
        _, columns = state.assignment(_kept(state, columns))
        value = problem.value(columns)
        if value <= best_value + 1e-12:
            break
        best, best_value = columns, value
    return best, best_value


def _kept(state: State, columns: Sequence[int]) -> Floats:
    """Worth of each pair, given where the other nodes are mapped: half of each edge it would keep."""
    terrain = state.terrain
    worth = state.worth.copy()
    for row, column in enumerate(columns):
        if column < 0:
            continue
        own = float(terrain.problem.similarity[row, column])
        for other, direction, count in terrain.rows[row]:
            for image, image_direction, image_count in terrain.columns[column]:
                if direction == image_direction:
                    both = max(0.0, 0.5 * (own + float(terrain.problem.similarity[other, image])))
                    worth[other, image] += min(count, image_count) * both
    return np.maximum(worth, 0.0)

"""A* over partial mappings, as the paper searches (Lenz et al. 2019, eq. 4; Bergmann and Gil 2014)."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count

import numpy as np

from debatable.errors import check_name
from debatable.graphs.mapping.problem import UNMAPPED, Clock, Limits, Problem, Solution
from debatable.graphs.mapping.state import State, Terrain

Heuristic = Callable[[State], float]


def assignment_heuristic(problem: Problem) -> Heuristic:
    """Returns the bound by assignment: what the free rows can still add, each column used once."""
    return lambda state: state.assignment(state.weights())[0] - state.value


def bergmann_gil_heuristic(problem: Problem) -> Heuristic:
    """Returns the heuristic of Bergmann and Gil (2014, A*II).

    Each free node counts its highest similarity to any case node of its type, each edge with a free end its highest
    similarity to any case edge.
    """
    similarity, admissible = problem.similarity, problem.admissible
    allowed = np.where(admissible, similarity, 0.0)
    nodes = np.maximum(allowed.max(axis=1, initial=0.0), 0.0)

    def best(edge: tuple[int, int]) -> float:
        images = (image for image in problem.case_pairs if _typed(problem, edge, image))
        return max((problem.edge_similarity(edge, image) for image in images), default=0.0)

    edges = list(map(best, problem.query_edges))

    def heuristic(state: State) -> float:
        free = state.free
        pairs = zip(problem.query_edges, edges, strict=True)
        waiting = sum(worth for (left, right), worth in pairs if free[left] or free[right])
        return float(nodes[free].sum()) + waiting

    return heuristic


def _typed(problem: Problem, edge: tuple[int, int], image: tuple[int, int]) -> bool:
    return bool(problem.admissible[edge[0], image[0]] and problem.admissible[edge[1], image[1]])


HEURISTICS: dict[str, Callable[[Problem], Heuristic]] = {
    "assignment": assignment_heuristic,
    "bergmann-gil": bergmann_gil_heuristic,
}


@dataclass(frozen=True, slots=True)
class AStar:
    """Expands the partial mapping of the highest bound until that is a whole one, or a limit is hit.

    The heuristic is ``assignment`` or ``bergmann-gil``; both are admissible and consistent.
    """

    heuristic: str = "assignment"
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        """Checks the name."""
        check_name("heuristic", self.heuristic, HEURISTICS)

    def __call__(self, problem: Problem, floor: float = -math.inf) -> Solution:
        """Returns a best mapping; where none reaches the floor, any with a bound below the floor."""
        promise = HEURISTICS[self.heuristic](problem)
        order = _order(problem)
        clock, serial = Clock(self.limits, problem.similarity.size), count()
        start = Terrain(problem).start()
        queue = [(-promise(start), 0, next(serial), start)]
        best = start
        while queue:
            negated, depth, _, state = heapq.heappop(queue)
            bound = -negated
            if state.value > best.value:
                best = state
            if -depth == len(order) or bound < floor or clock.over(len(queue)):
                return Solution(best.columns, best.value, max(bound, best.value), clock.steps)
            row = order[-depth]
            columns = np.flatnonzero(np.isfinite(state.worth[row])).tolist()
            for column in (*columns, UNMAPPED):
                child = state.fix(row, column)
                # Of equal promises the deeper state comes first: it is nearer to an answer.
                heapq.heappush(queue, (-(child.value + promise(child)), depth - 1, next(serial), child))
        return Solution(best.columns, best.value, best.value, clock.steps)


def _order(problem: Problem) -> list[int]:
    """Rows in the order they are mapped: from the highest degree outwards along the edges."""
    neighbours: dict[int, set[int]] = {row: set() for row in range(len(problem.similarity))}
    for left, right in problem.pairs:
        neighbours[left].add(right)
        neighbours[right].add(left)
    order: list[int] = []
    left_over = set(neighbours)
    while left_over:
        row = max(
            left_over, key=lambda row: (len(neighbours[row].intersection(order)), len(neighbours[row]), -row)
        )
        order.append(row)
        left_over.remove(row)
    return order

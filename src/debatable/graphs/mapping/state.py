"""Partial mappings and upper bounds of their value, used by every exact search.

With s⁺ = max(0, s), an edge of the query is worth at most the half s⁺ of each of its ends. So, once
some rows are fixed, mapping a free row u to a free column a adds at most

    s(u,a) + Σ worth of its edges to fixed rows + ½ s⁺(u,a) · Σ min(free edges of u, free edges of a),

the last sum over both directions and all types of the other end. The best assignment under these
weights bounds the rest. The bound never under-estimates and never rises when a row is fixed
(min(q-x, c-y) + min(x,y) ≤ min(q,c), and an assignment uses each column once): it is admissible
and consistent.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from debatable.arrays import Bools, Floats, Ints
from debatable.errors import InputError
from debatable.graphs.mapping.problem import UNMAPPED, Problem

Neighbours = list[list[tuple[int, int, int]]]


class Terrain:
    """The constants of a search: positive halves, neighbours, degrees."""

    def __init__(self, problem: Problem) -> None:
        """Prepares a problem whose edges need both ends; the bounds rest on that."""
        if problem.one_end:
            todo = "use the mapper integer-program"
            raise InputError("this mapper cannot map an edge by one of its ends", todo=todo)
        self.problem = problem
        rows, columns = problem.similarity.shape
        self.half = np.where(problem.admissible, 0.5 * np.maximum(problem.similarity, 0.0), 0.0)
        self.row_types = problem.query_types
        self.rows = _neighbours(problem.pairs, rows)
        self.columns = _neighbours(problem.case_pairs, columns)
        types = 1 + max((*problem.query_types, *problem.case_types), default=0)
        self.row_degrees = _degrees(self.rows, problem.query_types, types)
        self.column_degrees = _degrees(self.columns, problem.case_types, types)
        self._pairs = [(left, right, count) for (left, right), count in problem.pairs.items()]
        self._similarity: list[list[float]] = problem.similarity.tolist()

    def start(self) -> State:
        """Returns the empty mapping."""
        problem = self.problem
        rows = len(problem.similarity)
        worth = np.where(problem.admissible, problem.similarity, -np.inf)
        for row in range(rows):
            loops = problem.pairs[row, row]
            for column in range(worth.shape[1] if loops else 0):
                shared = min(loops, problem.case_pairs[column, column])
                worth[row, column] += shared * max(0.0, float(problem.similarity[row, column]))
        free = np.ones(rows, dtype=bool)
        columns = (UNMAPPED,) * rows
        return State(self, 0.0, columns, free, worth, self.row_degrees, self.column_degrees)

    def given(self, columns: tuple[int, ...]) -> list[float]:
        """Returns the share of each row in the value of a whole mapping: its similarity and half of its edges."""
        similarity, images = self._similarity, self.problem.case_pairs
        brought = [similarity[row][column] if column >= 0 else 0.0 for row, column in enumerate(columns)]
        kept = list(brought)
        for left, right, count in self._pairs:
            image = columns[left], columns[right]
            if image in images and image[0] >= 0:
                both = 0.5 * (brought[left] + brought[right])
                if both > 0.0:
                    half = 0.5 * min(count, images[image]) * both
                    kept[left] += half
                    kept[right] += half
        return kept

    def kept(self, columns: tuple[int, ...], free: Bools) -> list[int]:
        """Returns how many edges to free rows each free row keeps under a whole mapping."""
        images = self.problem.case_pairs
        kept = [0] * len(columns)
        for left, right, count in self._pairs:
            image = columns[left], columns[right]
            if image in images and free[left] and free[right]:
                shared = min(count, images[image])
                kept[left] += shared
                kept[right] += shared
        return kept


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """A partial mapping: some rows fixed (perhaps to nothing), the others free."""

    terrain: Terrain
    value: float
    columns: tuple[int, ...]
    free: Bools
    worth: Floats
    row_degrees: Ints
    column_degrees: Ints

    def weights(self) -> Floats:
        """Returns an upper bound of what mapping each free row to each free column adds."""
        shared = np.minimum(self.row_degrees[:, None, :], self.column_degrees[None, :, :]).sum(axis=2)
        weights: Floats = np.maximum(self.worth + self.terrain.half * shared, 0.0)
        return weights

    def assignment(self, weights: Floats) -> tuple[float, tuple[int, ...]]:
        """Returns the bound on the value of every completion, and the mapping it suggests."""
        from scipy.optimize import linear_sum_assignment

        rows, columns = linear_sum_assignment(weights, maximize=True)
        gains = weights[rows, columns]
        suggested = list(self.columns)
        for row, column, gain in zip(rows.tolist(), columns.tolist(), gains.tolist(), strict=True):
            if gain > 0.0:
                suggested[row] = column
        return self.value + float(gains.sum()), tuple(suggested)

    def forbid(self, row: int, column: int) -> State:
        """Returns the state in which a free row may be mapped to anything but a column."""
        worth = self.worth.copy()
        worth[row, column] = -np.inf
        return replace(self, worth=worth)

    def fix(self, row: int, column: int) -> State:
        """Returns the state with a free row mapped to a free column, or to nothing."""
        terrain = self.terrain
        similarity = terrain.problem.similarity
        free, worth = self.free.copy(), self.worth.copy()
        row_degrees = self.row_degrees.copy()
        free[row] = False
        gain = float(worth[row, column]) if column != UNMAPPED else 0.0
        worth[row] = -np.inf
        kind = terrain.row_types[row]
        for other, direction, count in terrain.rows[row]:
            row_degrees[other, _class(1 - direction, kind)] -= count
        if column == UNMAPPED:
            return replace(self, free=free, worth=worth, row_degrees=row_degrees)
        column_degrees = self.column_degrees.copy()
        worth[:, column] = -np.inf
        own = float(similarity[row, column])
        images = terrain.columns[column]
        for image, direction, count in images:
            column_degrees[image, _class(1 - direction, kind)] -= count
        for other, direction, count in terrain.rows[row]:
            if not free[other]:
                continue
            for image, image_direction, image_count in images:
                if direction == image_direction:
                    both = max(0.0, 0.5 * (own + float(similarity[other, image])))
                    worth[other, image] += min(count, image_count) * both
        columns = (*self.columns[:row], column, *self.columns[row + 1 :])
        return State(terrain, self.value + gain, columns, free, worth, row_degrees, column_degrees)


def bound_of(problem: Problem) -> float:
    """Returns a value that no mapping exceeds: by one assignment, or each node and edge at its own best."""
    if problem.one_end:
        return loose_bound(problem)
    start = Terrain(problem).start()
    return start.assignment(start.weights())[0]


def loose_bound(problem: Problem) -> float:
    """Returns the sum of what each node and each edge is worth at its best."""
    nodes = np.where(problem.admissible, problem.similarity, 0.0).max(axis=1, initial=0.0)
    edges = (
        max((problem.edge_similarity(edge, image) for image in problem.case_pairs), default=0.0)
        for edge in problem.query_edges
    )
    return float(nodes.sum()) + sum(edges)


def _class(direction: int, kind: int) -> int:
    return 2 * kind + direction


def _neighbours(pairs: dict[tuple[int, int], int], size: int) -> Neighbours:
    """The other ends of each node's edges: (node, 0 for leaving and 1 for entering, how many)."""
    neighbours: Neighbours = [[] for _ in range(size)]
    for (left, right), count in pairs.items():
        if left != right:
            neighbours[left].append((right, 0, count))
            neighbours[right].append((left, 1, count))
    return neighbours


def _degrees(neighbours: Neighbours, types: tuple[int, ...], count_of_types: int) -> Ints:
    degrees = np.zeros((len(neighbours), 2 * count_of_types), dtype=np.int64)
    for node, ends in enumerate(neighbours):
        for other, direction, count in ends:
            degrees[node, _class(direction, types[other])] += count
    return degrees

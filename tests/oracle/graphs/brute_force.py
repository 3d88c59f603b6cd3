"""Random mapping problems and their optimum by trying every admissible mapping."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np

from debatable.graphs.mapping import UNMAPPED, Problem


def random_problem(rng: random.Random, most: int) -> Problem:
    """Graphs of up to ``most`` nodes a type with parallel edges, loops, equal labels and ties."""
    query = (0,) * rng.randint(1, most) + (1,) * rng.randint(0, most)
    case = (0,) * rng.randint(0, most) + (1,) * rng.randint(0, most)
    draws: list[Callable[[], float]] = [
        rng.random,
        lambda: rng.choice([0.0, 0.5, 1.0]),
        lambda: 1.0,
        lambda: rng.gauss(0.3, 0.5),
    ]
    draw = rng.choice(draws)
    similarity = np.array([[draw() for _ in case] for _ in query]).reshape(len(query), len(case))
    return Problem(similarity, query, case, random_edges(rng, len(query)), random_edges(rng, len(case)))


def random_edges(rng: random.Random, nodes: int) -> tuple[tuple[int, int], ...]:
    if not nodes:
        return ()
    number = rng.randint(0, 2 * nodes)
    edges = [(rng.randrange(nodes), rng.randrange(nodes)) for _ in range(number)]
    return tuple(edges + rng.choices(edges, k=min(2, number)) if edges else edges)


def best_value(problem: Problem) -> float:
    """The optimum of eq. 4's numerator, counted from the definition: edges one by one, each image once."""
    rows, columns = problem.similarity.shape
    best = 0.0
    chosen = [UNMAPPED] * rows

    def extend(row: int, used: int, value: float) -> None:
        nonlocal best
        if row == rows:
            best = max(best, value)
            return
        extend(row + 1, used, value)
        for column in range(columns):
            if problem.query_types[row] != problem.case_types[column] or used >> column & 1:
                continue
            chosen[row] = column
            gain = float(problem.similarity[row, column]) + edge_gain(problem, chosen, row)
            extend(row + 1, used | 1 << column, value + gain)
            chosen[row] = UNMAPPED

    extend(0, 0, 0.0)
    return best


def edge_gain(problem: Problem, chosen: list[int], row: int) -> float:
    """What the edges between the newest row and the rows before it add."""
    left_over = list(problem.case_edges)
    gain = 0.0
    for source, target in problem.query_edges:
        if row not in (source, target) or max(source, target) > row:
            continue
        image = chosen[source], chosen[target]
        if image in left_over:
            left_over.remove(image)
            ends = problem.similarity[source, image[0]] + problem.similarity[target, image[1]]
            gain += max(0.0, 0.5 * float(ends))
    return gain

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


def one_ended(rng: random.Random, most: int) -> Problem:
    """The same graphs under the authors' rules: S-nodes of two kinds, edges mapped by one of their ends."""
    made = random_problem(rng, most)
    kinds = [
        tuple(one and rng.choice([1, 2]) for one in types) for types in (made.query_types, made.case_types)
    ]
    return Problem(
        made.similarity, kinds[0], kinds[1], made.query_edges[:4], made.case_edges[:5], one_end=True
    )


def best_one_ended(problem: Problem) -> float:
    """The optimum under the authors' rules, from their definition: every node mapping, every edge mapping."""
    rows, columns = problem.similarity.shape
    like = np.where(
        np.equal.outer(np.array(problem.query_types, int), np.array(problem.case_types, int)),
        problem.similarity,
        0,
    )

    def edges(place: int, left_over: tuple[int, ...], chosen: tuple[int, ...]) -> float:
        if place == len(problem.query_edges):
            return 0.0
        source, target = problem.query_edges[place]
        best = edges(place + 1, left_over, chosen)
        for image in left_over:
            start, end = problem.case_edges[image]
            if chosen[source] == start or chosen[target] == end:
                rest = edges(place + 1, tuple(one for one in left_over if one != image), chosen)
                best = max(best, 0.5 * float(like[source, start] + like[target, end]) + rest)
        return best

    def nodes(row: int, chosen: tuple[int, ...], value: float) -> float:
        if row == rows:
            return value + edges(0, tuple(range(len(problem.case_edges))), chosen)
        best = nodes(row + 1, (*chosen, UNMAPPED), value)
        for column in range(columns):
            if problem.query_types[row] == problem.case_types[column] and column not in chosen:
                best = max(best, nodes(row + 1, (*chosen, column), value + float(like[row, column])))
        return best

    return nodes(0, (), 0.0)

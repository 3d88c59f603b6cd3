"""Every exact mapper against brute force, and the promises the searches rest on."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debatable.errors import InputError
from debatable.graphs.mapping import (
    HEURISTICS,
    UNMAPPED,
    Assignment,
    AStar,
    BranchAndBound,
    IntegerProgram,
    Limits,
)
from debatable.graphs.mapping.problem import Problem
from debatable.graphs.mapping.state import State, Terrain, bound_of
from tests.oracle.graphs.brute_force import best_one_ended, best_value, one_ended, random_problem

UNLIMITED = Limits(steps=10_000_000, queue=10_000_000)


@pytest.mark.parametrize(
    ("part", "pairs"), [(0, 100), *(pytest.param(part, 250, marks=pytest.mark.slow) for part in range(8))]
)
def test_exact_mappers_agree_with_brute_force(part: int, pairs: int) -> None:
    """Random pairs of graphs of up to five nodes a type; Bergmann and Gil's heuristic up to four."""
    rng = random.Random(part)
    for number in range(pairs):
        problem = random_problem(rng, 5 if number % 25 == 0 else 4 if number % 5 == 0 else 3)
        expected = best_value(problem)
        for mapper in (BranchAndBound(UNLIMITED), AStar("assignment", UNLIMITED), IntegerProgram()):
            found = mapper(problem)
            assert found.value == pytest.approx(expected, abs=1e-6), (number, mapper)
            assert found.optimal
            assert problem.value(found.columns) == pytest.approx(found.value, abs=1e-9)
        if number % 25:
            assert AStar("bergmann-gil", UNLIMITED)(problem).value == pytest.approx(expected, abs=1e-9)
        approximate = Assignment()(problem)
        assert approximate.value <= expected + 1e-9
        assert approximate.bound >= expected - 1e-9


def test_the_authors_rules_agree_with_brute_force() -> None:
    """150 random pairs; an edge may be mapped by one end, and brute force tries every mapping of edges."""
    rng = random.Random(11)
    more = 0
    for number in range(150):
        problem = one_ended(rng, 3 if number % 10 == 0 else 2)
        expected = best_one_ended(problem)
        found = IntegerProgram()(problem)
        assert found.value == pytest.approx(expected, abs=1e-6), number
        assert found.optimal
        assert bound_of(problem) >= expected - 1e-9
        approximate = Assignment()(problem)
        assert approximate.value <= expected + 1e-9 <= approximate.bound + 2e-9
        more += expected > best_value(replace(problem, one_end=False)) + 1e-6
    assert more > 15
    with pytest.raises(InputError, match="by one of its ends"):
        BranchAndBound()(problem)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from(sorted(HEURISTICS)))
def test_heuristics_never_underestimate_and_are_consistent(seed: int, name: str) -> None:
    rng = random.Random(seed)
    problem = random_problem(rng, 3)
    promise = HEURISTICS[name](problem)
    state = Terrain(problem).start()
    for row in rng.sample(range(len(problem.similarity)), len(problem.similarity)):
        assert state.value + promise(state) >= best_completion(state) - 1e-9
        columns = np.flatnonzero(np.isfinite(state.worth[row])).tolist()
        child = state.fix(row, rng.choice([*columns, UNMAPPED]))
        assert child.value + promise(child) <= state.value + promise(state) + 1e-9
        state = child
    assert state.value == pytest.approx(problem.value(state.columns), abs=1e-9)


def best_completion(state: State) -> float:
    """The best value any mapping of the free rows reaches, by trying all."""
    free = np.flatnonzero(state.free)
    if not len(free):
        return state.value
    row = int(free[0])
    columns = np.flatnonzero(np.isfinite(state.worth[row])).tolist()
    return max(best_completion(state.fix(row, column)) for column in [*columns, UNMAPPED])


def test_limits_mark_the_answer() -> None:
    rng = random.Random(3)
    marked = 0
    for _ in range(60):
        problem = random_problem(rng, 4)
        expected = best_value(problem)
        for mapper in (BranchAndBound(Limits(steps=1)), AStar("bergmann-gil", Limits(steps=2))):
            found = mapper(problem)
            assert found.value <= expected + 1e-9 <= found.bound + 2e-9
            assert found.value == pytest.approx(expected, abs=1e-9) or not found.optimal
            marked += not found.optimal
    assert marked > 10


def test_a_floor_that_nothing_reaches_ends_the_search_with_a_bound_below_it() -> None:
    rng = random.Random(4)
    for _ in range(40):
        problem = random_problem(rng, 4)
        expected = best_value(problem)
        for mapper in (BranchAndBound(), AStar()):
            assert mapper(problem, expected + 0.01).bound < expected + 0.01
            assert mapper(problem, expected - 1e-6).value == pytest.approx(expected, abs=1e-9)


def test_similarities_of_another_shape_are_refused() -> None:
    with pytest.raises(InputError, match=r"of shape \(1, 2\), not \(1, 1\)"):
        Problem(np.zeros((1, 2)), (0,), (0,))

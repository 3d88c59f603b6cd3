"""Mapping many cases side by side, in processes that live as long as the program."""

from __future__ import annotations

import atexit
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context

from debatable.graphs.mapping import Mapper, Problem, Solution

__all__ = ["mapped"]


def mapped(
    mapper: Mapper, problems: dict[int, Problem], floors: dict[int, float], workers: int
) -> dict[int, Solution]:
    """Returns the solution of each problem under its floor; the same as one after the other."""
    places = list(problems)
    parts = [places[start::workers] for start in range(min(workers, len(places)))]
    pool = _pool(workers)
    waiting = [
        pool.submit(_part, mapper, [(problems[place], floors[place]) for place in part]) for part in parts
    ]
    found: dict[int, Solution] = {}
    for part, future in zip(parts, waiting, strict=True):
        found.update(zip(part, future.result(), strict=True))
    return {place: found[place] for place in places}


@cache
def _pool(workers: int) -> ProcessPoolExecutor:
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
    atexit.register(pool.shutdown)
    return pool


def _part(mapper: Mapper, problems: list[tuple[Problem, float]]) -> list[Solution]:
    return [mapper(problem, floor) for problem, floor in problems]

"""The mappers by name."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from debatable.graphs.mapping.astar import AStar
from debatable.graphs.mapping.branch import Assignment, BranchAndBound
from debatable.graphs.mapping.problem import Limits, Problem, Solution
from debatable.graphs.mapping.program import IntegerProgram
from debatable.naming import Table


class Mapper(Protocol):
    """Finds a mapping; with a floor, it may stop as soon as no mapping can reach it."""

    def __call__(self, problem: Problem, floor: float = ...) -> Solution:
        """Returns the best mapping found and a bound on the best there is."""
        ...


MAPPERS = Table[Mapper](
    "mapper",
    {
        "branch-and-bound": BranchAndBound(),
        "astar": AStar("assignment"),
        "astar-bergmann-gil": AStar("bergmann-gil"),
        "integer-program": IntegerProgram(),
        "assignment": Assignment(),
    },
)
"""Every mapper by name; all are exact but ``assignment``."""


def mapper(name: str | Mapper = "branch-and-bound", limits: Limits | None = None) -> Mapper:
    """Returns the mapper of a name, within limits where it has any; a mapper is returned as it is.

    >>> mapper("astar-bergmann-gil", Limits(steps=10))
    AStar(heuristic='bergmann-gil', limits=Limits(steps=10, queue=100000, seconds=None))
    >>> mapper("astar(limits=Limits(steps=5))") == AStar(limits=Limits(steps=5))
    True
    """
    found = MAPPERS.parse(name)
    if (
        limits is not None
        and isinstance(name, str)
        and isinstance(found, BranchAndBound | AStar | IntegerProgram)
    ):
        return replace(found, limits=limits)
    return found

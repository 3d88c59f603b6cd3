"""The mappers by name."""

from __future__ import annotations

from typing import Protocol

from debatable.errors import UnknownNameError
from debatable.graphs.mapping.approximate import Assignment
from debatable.graphs.mapping.astar import AStar
from debatable.graphs.mapping.branch import BranchAndBound
from debatable.graphs.mapping.limits import Limits
from debatable.graphs.mapping.problem import Problem, Solution
from debatable.graphs.mapping.program import IntegerProgram

__all__ = ["MAPPERS", "Mapper", "mapper"]


class Mapper(Protocol):
    """Finds a mapping; with a floor, it may stop as soon as no mapping can reach it."""

    def __call__(self, problem: Problem, floor: float = ...) -> Solution:
        """Returns the best mapping found and a bound on the best there is."""
        ...


MAPPERS = ("branch-and-bound", "astar", "astar-bergmann-gil", "integer-program", "assignment")


def mapper(name: str = "branch-and-bound", limits: Limits | None = None) -> Mapper:
    """Returns the mapper of a name; all are exact but ``assignment``.

    >>> mapper("astar-bergmann-gil", Limits(steps=10))
    AStar(heuristic='bergmann-gil', limits=Limits(steps=10, queue=100000, seconds=None))
    """
    limits = limits or Limits()
    match name:
        case "branch-and-bound":
            return BranchAndBound(limits)
        case "astar":
            return AStar("assignment", limits)
        case "astar-bergmann-gil":
            return AStar("bergmann-gil", limits)
        case "integer-program":
            return IntegerProgram(limits)
        case "assignment":
            return Assignment()
    raise UnknownNameError("mapper", name, MAPPERS)

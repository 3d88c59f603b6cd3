"""Optimal mappings between graphs: exact searches, an integer program, a fast approximation."""

from debatable.graphs.mapping.astar import HEURISTICS, AStar
from debatable.graphs.mapping.branch import Assignment, BranchAndBound
from debatable.graphs.mapping.problem import UNMAPPED, Limits, Problem, Rules, Solution, rules
from debatable.graphs.mapping.program import IntegerProgram
from debatable.graphs.mapping.table import MAPPERS, Mapper, mapper

__all__ = [
    "HEURISTICS",
    "MAPPERS",
    "UNMAPPED",
    "AStar",
    "Assignment",
    "BranchAndBound",
    "IntegerProgram",
    "Limits",
    "Mapper",
    "Problem",
    "Rules",
    "Solution",
    "mapper",
    "rules",
]

"""Optimal mappings between graphs: exact searches, an integer program, a fast approximation."""

from debatable.graphs.mapping.approximate import Assignment
from debatable.graphs.mapping.astar import HEURISTICS, AStar
from debatable.graphs.mapping.branch import BranchAndBound
from debatable.graphs.mapping.limits import Limits
from debatable.graphs.mapping.problem import UNMAPPED, Problem, Solution
from debatable.graphs.mapping.program import IntegerProgram
from debatable.graphs.mapping.rules import RULES, Rules, rules
from debatable.graphs.mapping.table import MAPPERS, Mapper, mapper

__all__ = [
    "HEURISTICS",
    "MAPPERS",
    "RULES",
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

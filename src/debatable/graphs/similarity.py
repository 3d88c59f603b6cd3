"""The similarity of two argument graphs, local then global (Lenz et al. 2019, 3.2)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from debatable.arrays import Floats
from debatable.graphs.mapping import BranchAndBound, Mapper, Problem, Rules, Solution
from debatable.graphs.model import ArgumentGraph, Kind, Node
from debatable.graphs.schemes import NoScheme, SchemeSimilarity

TextSimilarity = Callable[[Sequence[str], Sequence[str]], Floats]


@dataclass(frozen=True, slots=True)
class Pair:
    """A node or edge of the query, the one of the case that it is mapped to, and their similarity."""

    query: str
    case: str
    similarity: float


@dataclass(frozen=True, slots=True)
class Mapping:
    """How a query graph was mapped onto a case graph.

    Attributes:
        similarity: Of the two graphs under this mapping (eq. 3).
        nodes: The mapped nodes; query nodes that are not here are left unmapped.
        edges: The mapped edges.
        optimal: Whether no mapping gives more; False where a limit was hit.
        bound: The similarity no mapping exceeds; equal to ``similarity`` for an optimal mapping.
    """

    similarity: float
    nodes: tuple[Pair, ...]
    edges: tuple[Pair, ...]
    optimal: bool
    bound: float


@dataclass(frozen=True, slots=True)
class GraphSimilarity:
    """Compares two graphs by the best mapping of one into the other (eqs. 1 to 4).

    Attributes:
        texts: Similarity of the texts of I-nodes, many against many.
        schemes: Similarity of S-nodes.
        mapper: Finds the best mapping.
        rules: What may be mapped.

    >>> from debatable.graphs import sentence
    >>> same = GraphSimilarity(lambda left, right: np.array([[float(a == b) for b in right] for a in left]))
    >>> same(sentence("Ban cars"), sentence("Ban cars")).similarity
    1.0
    """

    texts: TextSimilarity
    schemes: SchemeSimilarity = NoScheme()
    mapper: Mapper = field(default_factory=BranchAndBound)
    rules: Rules = Rules()

    def __call__(self, query: ArgumentGraph, case: ArgumentGraph) -> Mapping:
        """Returns the best mapping of the query's argument into the case's."""
        query, case = query.argument(), case.argument()
        left, right = ([node.text for node in graph.information] for graph in (query, case))
        texts = np.asarray(self.texts(left, right), dtype=np.float64).reshape(len(left), len(right))
        problem = problem_of(query, case, texts, self.schemes, self.rules)
        return mapping_of(problem, self.mapper(problem, -math.inf), query, case)


def problem_of(
    query: ArgumentGraph,
    case: ArgumentGraph,
    texts: Floats,
    schemes: SchemeSimilarity,
    rules: Rules = Rules(),  # noqa: B008 - a frozen value
) -> Problem:
    """Returns the mapping of a query into a case as numbers, given the similarities of the texts of their I-nodes."""
    similarity = np.zeros((len(query.nodes), len(case.nodes)))
    rows = [row for row, node in enumerate(query.nodes) if not node.kind.is_scheme]
    columns = [column for column, node in enumerate(case.nodes) if not node.kind.is_scheme]
    if rows and columns:
        similarity[np.ix_(rows, columns)] = texts
    scheme_columns = [(column, node) for column, node in enumerate(case.nodes) if node.kind.is_scheme]
    for row, node in enumerate(query.nodes):
        if node.kind.is_scheme:
            for column, other in scheme_columns:
                similarity[row, column] = schemes(node, other)
    types = [tuple(_type(node, rules) for node in graph.nodes) for graph in (query, case)]
    return Problem(similarity, types[0], types[1], _edges(query), _edges(case), rules.one_end)


def _type(node: Node, rules: Rules) -> int:
    """0 for I-nodes; 1 for S-nodes, or another number for each of their kinds."""
    if not node.kind.is_scheme:
        return 0
    return 1 + list(Kind).index(node.kind) if rules.own_kind else 1


def mapping_of(problem: Problem, solution: Solution, query: ArgumentGraph, case: ArgumentGraph) -> Mapping:
    """Returns a solution in the terms of the two graphs, with the edges it maps."""
    nodes = tuple(
        Pair(query.nodes[row].id, case.nodes[column].id, float(problem.similarity[row, column]))
        for row, column in enumerate(solution.columns)
        if column >= 0
    )
    size = max(problem.size, 1)
    edges = tuple(
        Pair(
            query.edges[edge].id,
            case.edges[image].id,
            problem.edge_similarity(problem.query_edges[edge], problem.case_edges[image]),
        )
        for edge, image in problem.mapped_edges(solution.columns)
    )
    return Mapping(solution.value / size, nodes, edges, solution.optimal, solution.bound / size)


def _edges(graph: ArgumentGraph) -> tuple[tuple[int, int], ...]:
    places = {node.id: place for place, node in enumerate(graph.nodes)}
    return tuple((places[edge.source], places[edge.target]) for edge in graph.edges)

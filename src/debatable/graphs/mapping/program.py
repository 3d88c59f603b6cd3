"""The mapping as an integer program, solved by HiGHS: an independent way to the same optimum."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from debatable.graphs.mapping.problem import UNMAPPED, Limits, Problem, Solution


@dataclass(frozen=True, slots=True)
class IntegerProgram:
    """One binary variable a pair of nodes, one a pair of edges; of the limits only the seconds count."""

    limits: Limits = field(default_factory=Limits)

    def __call__(self, problem: Problem, floor: float = -math.inf) -> Solution:
        """Returns a best mapping; the floor is not used."""
        from scipy.optimize import Bounds, LinearConstraint, milp
        from scipy.sparse import csr_array

        nodes = [(row, column) for row, column in np.argwhere(problem.admissible).tolist()]
        index = {pair: number for number, pair in enumerate(nodes)}
        edges = _edge_pairs(problem, index)
        gains = [float(problem.similarity[pair]) for pair in nodes]
        gains += [problem.edge_similarity(problem.query_edges[e], problem.case_edges[i]) for e, i in edges]
        if not gains:
            return Solution((UNMAPPED,) * len(problem.similarity), 0.0, 0.0, 0)
        rows, columns, values, upper = _constraints(problem, nodes, index, edges)
        matrix = csr_array((values, (rows, columns)), shape=(len(upper), len(gains)))
        result = milp(
            -np.array(gains),
            constraints=LinearConstraint(matrix, ub=np.array(upper)),
            integrality=np.ones(len(gains), dtype=np.int64),
            bounds=Bounds(0, 1),
            options={"mip_rel_gap": 0.0, "time_limit": self.limits.seconds or math.inf},
        )
        chosen = [UNMAPPED] * len(problem.similarity)
        if result.x is not None:
            for number, (row, column) in enumerate(nodes):
                if result.x[number] > 0.5:
                    chosen[row] = column
        value = problem.value(chosen)
        bound = -float(result.mip_dual_bound) if result.mip_dual_bound is not None else math.inf
        optimal = result.status == 0
        return Solution(tuple(chosen), value, value if optimal else max(bound, value), 1)


def _edge_pairs(problem: Problem, index: dict[tuple[int, int], int]) -> list[tuple[int, int]]:
    """Pairs of a query edge and a case edge whose ends may be mapped, or one of them where one is enough."""
    enough = any if problem.one_end else all
    return [
        (edge, image)
        for edge, ends in enumerate(problem.query_edges)
        for image, images in enumerate(problem.case_edges)
        if enough(pair in index for pair in zip(ends, images, strict=True))
    ]


def _constraints(
    problem: Problem,
    nodes: list[tuple[int, int]],
    index: dict[tuple[int, int], int],
    edges: list[tuple[int, int]],
) -> tuple[list[int], list[int], list[float], list[float]]:
    """Each node and each edge at most once, on either side; an edge only with both its ends, or with one."""
    groups: dict[tuple[str, int], list[int]] = {}
    for number, (row, column) in enumerate(nodes):
        groups.setdefault(("row", row), []).append(number)
        groups.setdefault(("column", column), []).append(number)
    needs: list[tuple[int, list[int]]] = []
    for number, (edge, image) in enumerate(edges, len(nodes)):
        groups.setdefault(("edge", edge), []).append(number)
        groups.setdefault(("image", image), []).append(number)
        ends = zip(problem.query_edges[edge], problem.case_edges[image], strict=True)
        present = [index[pair] for pair in ends if pair in index]
        needs += [(number, present)] if problem.one_end else [(number, [node]) for node in present]
    rows, columns, values, upper = list[int](), list[int](), list[float](), list[float]()
    for members in groups.values():
        rows += [len(upper)] * len(members)
        columns += members
        values += [1.0] * len(members)
        upper.append(1.0)
    for number, present in needs:
        rows += [len(upper)] * (1 + len(present))
        columns += [number, *present]
        values += [1.0, *([-1.0] * len(present))]
        upper.append(0.0)
    return rows, columns, values, upper

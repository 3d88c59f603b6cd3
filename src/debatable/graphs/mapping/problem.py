"""The mapping of a query graph onto a case graph as numbers alone (Lenz et al. 2019, eqs. 1 to 4).

Nodes are rows (query) and columns (case). An edge similarity is the mean of the similarities of its
ends (eq. 2), so the whole follows from the matrix of node similarities and the two lists of edges.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from debatable.arrays import Bools, Floats
from debatable.errors import InputError
from debatable.naming import Table

UNMAPPED = -1


@dataclass(frozen=True, slots=True)
class Problem:
    """What is to be mapped.

    Attributes:
        similarity: Node similarities, one row a query node, one column a case node. Partial mappings are
            admissible, so a negative value is never worse than leaving the node out.
        query_types: Type of each query node, 0 for I-nodes and 1 for S-nodes, or a number above 0 a kind of them.
        case_types: Type of each case node.
        query_edges: Pairs of rows; parallel edges stand several times.
        case_edges: Pairs of columns.
        one_end: Whether an edge may be mapped as soon as one of its ends is, see ``Rules``.
        admissible: Which pairs may be mapped, those of the same type; computed.
        pairs: How many edges run between two query nodes, computed.
        case_pairs: How many edges run between two case nodes, computed.
    """

    similarity: Floats
    query_types: tuple[int, ...]
    case_types: tuple[int, ...]
    query_edges: tuple[tuple[int, int], ...] = ()
    case_edges: tuple[tuple[int, int], ...] = ()
    one_end: bool = False
    admissible: Bools = field(init=False)
    pairs: Counter[tuple[int, int]] = field(init=False)
    case_pairs: Counter[tuple[int, int]] = field(init=False)

    def __post_init__(self) -> None:
        """Checks shapes and counts parallel edges."""
        shape = len(self.query_types), len(self.case_types)
        if self.similarity.shape != shape:
            raise InputError(f"node similarities of shape {self.similarity.shape}, not {shape}")
        same = np.equal.outer(np.array(self.query_types, int), np.array(self.case_types, int))
        object.__setattr__(self, "admissible", same)
        if not np.isfinite(self.similarity[self.admissible]).all():
            raise InputError("a node similarity is not a finite number")
        object.__setattr__(self, "pairs", Counter(self.query_edges))
        object.__setattr__(self, "case_pairs", Counter(self.case_edges))

    @property
    def size(self) -> int:
        """n_N + n_E of the query, the denominator of eq. 3."""
        return len(self.similarity) + len(self.query_edges)

    def edge_similarity(self, edge: tuple[int, int], image: tuple[int, int]) -> float:
        """Eq. 2, never below 0, as an edge need not be mapped; ends of different types are not alike (eq. 1)."""
        ends = [pair for pair in zip(edge, image, strict=True) if self.admissible[pair]]
        return max(0.0, 0.5 * float(sum(self.similarity[pair] for pair in ends)))

    def value(self, columns: Sequence[int]) -> float:
        """Returns the sum of eq. 3 for the column of each row, or ``UNMAPPED``, and the best mapping of the edges."""
        total = sum(float(self.similarity[row, column]) for row, column in enumerate(columns) if column >= 0)
        edges = self.mapped_edges(columns)
        return total + sum(self.edge_similarity(self.query_edges[e], self.case_edges[i]) for e, i in edges)

    def mapped_edges(self, columns: Sequence[int]) -> list[tuple[int, int]]:
        """Returns the places of the edges that a node mapping maps and of their images, each image once."""
        if self.one_end:
            return self._matched_edges(columns)
        waiting: dict[tuple[int, int], list[int]] = {}
        for image, ends in enumerate(self.case_edges):
            waiting.setdefault(ends, []).append(image)
        pairs = []
        for edge, (left, right) in enumerate(self.query_edges):
            ends = columns[left], columns[right]
            if min(ends) >= 0 and waiting.get(ends) and self.edge_similarity((left, right), ends) > 0.0:
                pairs.append((edge, waiting[ends].pop(0)))
        return pairs

    def _matched_edges(self, columns: Sequence[int]) -> list[tuple[int, int]]:
        """Returns the best matching where edges with one mapped end compete for images."""
        from scipy.optimize import linear_sum_assignment

        worth = np.zeros((len(self.query_edges), len(self.case_edges)))
        for edge, (left, right) in enumerate(self.query_edges):
            for image, ends in enumerate(self.case_edges):
                if columns[left] == ends[0] or columns[right] == ends[1]:
                    worth[edge, image] = self.edge_similarity((left, right), ends)
        edges, images = linear_sum_assignment(worth, maximize=True)
        return [(e, i) for e, i in zip(edges.tolist(), images.tolist(), strict=True) if worth[e, i] > 0.0]


@dataclass(frozen=True, slots=True)
class Solution:
    """The result of a mapper.

    Attributes:
        columns: The column of each row, or ``UNMAPPED``.
        value: The sum of node and edge similarities of this mapping.
        bound: No mapping has a greater value.
        steps: Number of states expanded.
    """

    columns: tuple[int, ...]
    value: float
    bound: float
    steps: int

    @property
    def optimal(self) -> bool:
        """Whether the mapping is proven to be a best one; if not, a limit was hit."""
        return self.bound <= self.value + 1e-9


@dataclass(frozen=True, slots=True)
class Rules:
    """When two nodes and two edges may be mapped.

    Attributes:
        own_kind: Whether an S-node is mapped to S-nodes of its own kind alone; else to any (Lenz et al. 2019, 3.2).
        one_end: Whether an edge may be mapped once one of its ends is mapped to the same end of its image, not both.
    """

    own_kind: bool = False
    one_end: bool = False


RULES = Table[Rules]("rule set", {"paper": Rules(), "authors": Rules(own_kind=True, one_end=True)})
"""Every rule set by name."""


def rules(name: str | Rules = "paper") -> Rules:
    """Returns the rule set of a name: ``paper``, as the text has it, or ``authors``, as the program does.

    >>> rules("authors")
    Rules(own_kind=True, one_end=True)
    """
    return RULES.parse(name)


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one search; a mapping that hit one is not optimal.

    Attributes:
        steps: Most states, one of a large problem counting as several; the same on every machine.
        queue: Most states in the queue.
        seconds: Most seconds, or None; with it the mapping depends on the machine.
    """

    steps: int = 2_000
    queue: int = 100_000
    seconds: float | None = None

    def __post_init__(self) -> None:
        """Checks that limits are positive."""
        if self.steps < 1 or self.queue < 1 or (self.seconds is not None and self.seconds <= 0):
            raise InputError("limits must be positive", where=repr(self))


class Clock:
    """Counts the steps of one search against its limits."""

    def __init__(self, limits: Limits, cells: int = 0) -> None:
        """Starts counting; a state of a problem of so many cells counts 1 + cells / 200."""
        self.limits = limits
        self.steps = 0
        self.most = max(1, int(limits.steps / (1.0 + cells / 200)))
        self.end = None if limits.seconds is None else time.monotonic() + limits.seconds

    def over(self, waiting: int = 0) -> bool:
        """Counts one step and returns whether a limit is hit."""
        self.steps += 1
        if self.steps > self.most or waiting > self.limits.queue:
            return True
        return self.end is not None and time.monotonic() > self.end

"""The mapping of a query graph onto a case graph as numbers alone (Lenz et al. 2019, eqs. 1 to 4).

Nodes are rows (query) and columns (case). An edge similarity is the mean of the similarities of its
ends (eq. 2), so the whole follows from the matrix of node similarities and the two lists of edges.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from debatable.arrays import Bools, Floats
from debatable.errors import InputError

__all__ = ["UNMAPPED", "Problem", "Solution"]

UNMAPPED = -1


@dataclass(frozen=True, slots=True)
class Problem:
    """What is to be mapped.

    Attributes:
        similarity: Node similarities, one row a query node, one column a case node. Partial mappings are
            admissible, so a negative value is never worse than leaving the node out.
        query_types: Type of each query node, 0 for I-nodes and 1 for S-nodes.
        case_types: Type of each case node.
        query_edges: Pairs of rows; parallel edges stand several times.
        case_edges: Pairs of columns.
        admissible: Which pairs may be mapped, those of the same type; computed.
        pairs: How many edges run between two query nodes, computed.
        case_pairs: How many edges run between two case nodes, computed.
    """

    similarity: Floats
    query_types: tuple[int, ...]
    case_types: tuple[int, ...]
    query_edges: tuple[tuple[int, int], ...] = ()
    case_edges: tuple[tuple[int, int], ...] = ()
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
        """Eq. 2, never below 0, as an edge need not be mapped."""
        (left, right), (image_left, image_right) = edge, image
        both = self.similarity[left, image_left] + self.similarity[right, image_right]
        return max(0.0, 0.5 * float(both))

    def value(self, columns: Sequence[int]) -> float:
        """Returns the sum of eq. 3 for a node mapping, its edges mapped as well as they can be.

        Args:
            columns: The column of each row, or ``UNMAPPED``.
        """
        total = sum(float(self.similarity[row, column]) for row, column in enumerate(columns) if column >= 0)
        for (left, right), count in self.pairs.items():
            image = columns[left], columns[right]
            shared = min(count, self.case_pairs[image])
            if shared and image[0] >= 0 and image[1] >= 0:
                total += shared * self.edge_similarity((left, right), image)
        return total


@dataclass(frozen=True, slots=True)
class Solution:
    """What a mapper found.

    Attributes:
        columns: The column of each row, or ``UNMAPPED``.
        value: The sum of node and edge similarities of this mapping.
        bound: No mapping has a greater value.
        steps: How many states were looked at.
    """

    columns: tuple[int, ...]
    value: float
    bound: float
    steps: int

    @property
    def optimal(self) -> bool:
        """Whether the mapping is proven to be a best one; if not, a limit was hit."""
        return self.bound <= self.value + 1e-9

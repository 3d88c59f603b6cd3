"""Which premise speaks for or against which claim, as arrays that answer in both directions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from debatable.arrays import Ints, Signs


@dataclass(frozen=True)
class Links:
    """Every link of a corpus; rows are positions in the tables of premises and claims.

    Attributes:
        premise: Row of the premise of each link.
        claim: Row of the claim of each link, -1 for a premise without a claim.
        sign: +1 for pro, -1 for con, 0 for none.
        argument: Key of the link in the store.
        premises: Number of premise rows.
        claims: Number of claim rows.

    >>> links = Links(np.array([0, 1, 1]), np.array([0, 0, 1]), np.array([1, -1, 1], np.int8),
    ...               np.array([7, 8, 9]), premises=2, claims=2)
    >>> links.of_premise(1).tolist(), links.of_claims(np.array([0, 1])).tolist()
    ([1, 2], [0, 1, 2])
    """

    premise: Ints
    claim: Ints
    sign: Signs
    argument: Ints
    premises: int
    claims: int

    @cached_property
    def _by_premise(self) -> tuple[Ints, Ints]:
        return grouped(self.premise, self.premises)

    @cached_property
    def _by_claim(self) -> tuple[Ints, Ints]:
        return grouped(self.claim, self.claims)

    def of_premise(self, row: int) -> Ints:
        """Returns the links of one premise."""
        starts, order = self._by_premise
        return order[starts[row] : starts[row + 1]]

    def of_claim(self, row: int) -> Ints:
        """Returns the links of one claim."""
        starts, order = self._by_claim
        return order[starts[row] : starts[row + 1]]

    def of_premises(self, rows: Ints) -> Ints:
        """Returns the links of several premises, in their order."""
        return expand(*self._by_premise, rows)

    def of_claims(self, rows: Ints) -> Ints:
        """Returns the links of several claims, in their order."""
        return expand(*self._by_claim, rows)

    def __len__(self) -> int:
        """Number of links."""
        return len(self.premise)


def grouped(group: npt.NDArray[np.integer], groups: int) -> tuple[Ints, Ints]:
    """Sorts positions by group; those of group g are at starts[g] to starts[g + 1]; below 0 is no group.

    >>> starts, order = grouped(np.array([1, -1, 0, 1]), 2)
    >>> starts.tolist(), order.tolist()
    ([1, 2, 4], [1, 2, 0, 3])
    """
    order = np.argsort(group, kind="stable")
    starts = np.searchsorted(group[order], np.arange(groups + 1))
    return starts.astype(np.int64), order.astype(np.int64)


def expand(starts: Ints, order: Ints, groups: Ints) -> Ints:
    """Joins the slices ``order[starts[g]:starts[g + 1]]`` of several groups without a loop.

    >>> expand(np.array([0, 2, 3]), np.array([5, 6, 7]), np.array([1, 0])).tolist()
    [7, 5, 6]
    """
    joined: Ints = order[places(starts, groups)]
    return joined


def places(starts: Ints, groups: Ints) -> Ints:
    """Joins the numbers from ``starts[g]`` up to ``starts[g + 1]`` of several groups without a loop.

    >>> places(np.array([0, 2, 3]), np.array([1, 0])).tolist()
    [2, 0, 1]
    """
    groups = np.asarray(groups, np.int64)
    first = starts[groups]
    sizes = starts[groups + 1] - first
    ends = np.cumsum(sizes)
    joined: Ints = np.arange(ends[-1] if len(ends) else 0)
    joined += np.repeat(first - ends + sizes, sizes)
    return joined

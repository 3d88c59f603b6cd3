"""Sums of rounded weights over all documents of a segment: small, fast, and known to be nearly right."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from debatable.lexical.search.clause import BITS, Clause, Weights
from debatable.lexical.search.limits import Limits
from debatable.lexical.search.scratch import Scratch

__all__ = ["RoundedSums", "grouped", "kth", "reaching"]

_BLOCKED = -(1 << (BITS + 1))


class RoundedSums:
    """What documents have so far, in units so small that no sum leaves 16 bits.

    Attributes:
        unit: What 1 stands for: a power of two.
        error: How far a sum can be from the true one.
    """

    def __init__(self, scratch: Scratch, size: int, most: float, terms: int, k: int, limits: Limits) -> None:
        """Starts with zeros.

        Args:
            scratch: Where to sum.
            size: How many documents there are.
            most: More than the terms weigh together in any document, be it above or below 0.
            terms: How many of them there are.
            k: How many documents are wanted.
            limits: Of the groups.
        """
        self._scratch = scratch
        self._sums: NDArray[np.int16] = scratch.rounded[:size]
        self._sums.fill(0)
        self._exponent = BITS - math.frexp(most)[1]
        self.unit = math.ldexp(1.0, -self._exponent)
        self.error = self.unit * 1.5 * terms
        self._groups: NDArray[np.int16] = grouped(self._sums, k, limits.group)
        self._group_share = limits.group_share

    def add(self, clause: Clause) -> None:
        """Adds the weights of a term."""
        clause.add_rounded_to_all(self._scratch, self._exponent)

    def block(self, documents: NDArray[np.bool_]) -> None:
        """Makes some documents lose, whatever is added later."""
        self._sums[documents] = _BLOCKED

    def highest(self) -> NDArray[np.int16]:
        """Returns the highest sum of each group: every so many documents are one."""
        highest: NDArray[np.int16] = self._groups.max(axis=0)
        return highest

    def promising(self, highest: NDArray[np.int16], count: int) -> NDArray[np.intp]:
        """Returns the best documents of the best groups, some of those that tie for the last place left out."""
        groups = (highest >= kth(highest, min(count, len(highest)))).nonzero()[0][: 2 * count]
        members: NDArray[np.intp] = self._groups.take(groups, axis=1).argmax(axis=0)
        return members * len(highest) + groups

    def at(self, places: NDArray[np.intp]) -> Weights:
        """Returns the sums of some documents."""
        sums: Weights = np.multiply(self._sums.take(places), self.unit, dtype=np.float64)
        return sums

    def reaching(self, least: float, highest: NDArray[np.int16] | None, most: int) -> NDArray[np.intp] | None:
        """Returns the documents whose sums are high enough; None where they are too many.

        Args:
            least: Sum that is high enough.
            highest: The highest of each group, where known.
            most: How many documents are too many.
        """
        wanted = np.int16(min(math.ceil(least / self.unit), (1 << 15) - 1))
        if highest is not None:
            found = reaching(self._sums, self._groups, highest, wanted, self._group_share)
            return found if len(found) <= most else None
        there = self._sums >= wanted
        return there.nonzero()[0] if np.count_nonzero(there) <= most else None

    @property
    def exact(self) -> bool:
        """Whether sums of whole numbers are exact."""
        return self._exponent >= 0


def grouped(sums: NDArray[Any], k: int, most: int) -> NDArray[Any]:
    """Returns the sums in a few times k groups, one a column: every so many documents are one; some may be left.

    Args:
        sums: Of all documents.
        k: How many documents are wanted.
        most: How many a group has at most.
    """
    members = max(1, min(most, len(sums) // (4 * k)))
    return sums[: len(sums) // members * members].reshape(members, -1)


def reaching(
    sums: NDArray[Any], groups: NDArray[Any], highest: NDArray[Any], least: Any, group_share: int
) -> NDArray[np.intp]:
    """Returns the documents whose sums are high enough, in any order; looks into the groups that have one.

    Args:
        sums: Of all documents.
        groups: The same, see :func:`grouped`.
        highest: The highest sum of each group.
        least: Sum that is high enough.
        group_share: Where more than one in so many groups has one, all documents are looked at.
    """
    columns = (highest >= least).nonzero()[0]
    if group_share * len(columns) > len(highest):
        everywhere: NDArray[np.intp] = (sums >= least).nonzero()[0]
        return everywhere
    inside = (groups.take(columns, axis=1) >= least).ravel().nonzero()[0]
    row, column = np.divmod(inside, max(1, len(columns)))
    left = (sums[groups.size :] >= least).nonzero()[0]
    return np.concatenate((row * len(highest) + columns.take(column), left + groups.size))


def kth(values: NDArray[Any], k: int) -> float:
    """Returns the k-th highest of some values; minus infinity where there are fewer."""
    return float(np.partition(values, len(values) - k)[len(values) - k]) if len(values) >= k else -np.inf

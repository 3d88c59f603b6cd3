"""Sums of rounded weights over all documents of a segment: small, fast, and known to be nearly right."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from debatable.lexical.search.clause import Clause, Weights
from debatable.lexical.search.limits import Limits
from debatable.lexical.search.scratch import Scratch

__all__ = ["BLOCKED", "RoundedSums", "add_rounded", "exponent_for", "grouped", "kth", "reaching"]

BITS = 13
"""Of a sum of rounded weights, besides the sign: leaves room in 16 for what rounding adds and for blocked documents."""

STEP = 4
"""Sums of queries are rounded to units that are so many powers of two apart: rounded weights serve many queries."""

BLOCKED = -(1 << (BITS + 1))
"""What makes a document lose, whatever is added later."""


def exponent_for(most: float) -> int:
    """Returns the power of two of a unit that leaves sums up to some height room in 16 bits."""
    return BITS + -math.frexp(most)[1] // STEP * STEP


def add_rounded(clauses: Sequence[Clause], sums: NDArray[np.int16], exponent: int, scratch: Scratch) -> None:
    """Adds rounded weights of terms to the sums of all documents.

    Args:
        clauses: The terms.
        sums: A place a document.
        exponent: See :func:`exponent_for`.
        scratch: Room to work in.
    """
    columns = []
    for clause in clauses:
        rounded = clause.rounded(scratch, exponent)
        if clause.frequent:
            np.add(sums, rounded, sums)
        else:
            columns.append((clause.documents, rounded))
    scratch.addition.add(sums, columns)


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
        self._groups: NDArray[np.int16] = grouped(scratch.rounded, size, k, limits.group)
        self._groups.fill(0)
        self._sums: NDArray[np.int16] = scratch.rounded[:size]
        self._exponent = exponent_for(most)
        self.unit = math.ldexp(1.0, -self._exponent)
        self.error = self.unit * 0.5 * terms
        self._group_share = limits.group_share

    def add(self, clauses: Sequence[Clause]) -> None:
        """Adds the weights of terms."""
        add_rounded(clauses, self._sums, self._exponent, self._scratch)

    def block(self, documents: NDArray[np.bool_]) -> None:
        """Makes some documents lose, whatever is added later."""
        self._sums[documents] = BLOCKED

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
        sums: Weights = np.multiply(self._scratch.rounded.take(places), self.unit, dtype=np.float64)
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


def grouped(sums: NDArray[Any], size: int, k: int, most: int) -> NDArray[Any]:
    """Returns the sums in a few times k groups, one a column: every so many documents are one.

    Args:
        sums: Of all documents, and as many places more as a group may have members.
        size: How many documents there are; the last groups may have places of none.
        k: How many documents are wanted.
        most: How many a group has at most.
    """
    members = max(1, min(most, size // (4 * k)))
    columns = -(-size // members)
    return sums[: members * columns].reshape(members, columns)


def reaching(
    sums: NDArray[Any], groups: NDArray[Any], highest: NDArray[Any], least: Any, group_share: int
) -> NDArray[np.intp]:
    """Returns the documents whose sums are high enough, in any order; looks into the groups that have one.

    Args:
        sums: Of all documents.
        groups: The same, see :func:`grouped`.
        highest: The highest sum of each group.
        least: Sum that is high enough; no place without a document has it.
        group_share: Where more than one in so many groups has one, all documents are looked at.
    """
    columns: NDArray[np.intp] = (highest >= least).nonzero()[0]
    if group_share * len(columns) > len(highest):
        everywhere: NDArray[np.intp] = (sums >= least).nonzero()[0]
        return everywhere
    members = np.arange(0, groups.size, len(highest))
    places = (members[:, np.newaxis] + columns).ravel()
    inside: NDArray[np.intp] = places[groups.ravel().take(places) >= least]
    return inside


def kth(values: NDArray[Any], k: int) -> float:
    """Returns the k-th highest of some values; minus infinity where there are fewer."""
    return float(np.partition(values, len(values) - k)[len(values) - k]) if len(values) >= k else -np.inf

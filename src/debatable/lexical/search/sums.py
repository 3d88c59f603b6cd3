"""Sums of a query's weights over the documents of a segment: exact, or rounded to 16 bits with a known error."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from debatable.arrays import Bools
from debatable.lexical.search.clause import Clause, Documents, Weights
from debatable.lexical.search.scratch import Scratch

BITS = 13
"""Of a sum of rounded weights, besides the sign: leaves room in 16 for what rounding adds and for blocked documents."""

STEP = 4
"""Sums of queries are rounded to units that are so many powers of two apart: rounded weights serve many queries."""

BLOCKED = -(1 << (BITS + 1))
"""Sum of a document that may not be returned: too low, whatever is added later."""


def scored(clauses: list[Clause], documents: Documents, scratch: Scratch) -> Weights:
    """Returns the scores of some documents, each given once."""
    exact = scratch.exact
    exact[documents] = 0.0
    few = next((place for place, clause in enumerate(clauses) if not clause.few), len(clauses))
    # All of a few postings are added sooner than some of them are looked up.
    scratch.addition.add(exact, [(clause.documents, clause.table) for clause in clauses[:few]])
    return completed(clauses[few:], documents, exact.take(documents))


def completed(clauses: list[Clause], documents: Documents, sums: Weights) -> Weights:
    """Adds the weights of more terms to the sums of some documents, and returns those."""
    for clause in clauses:
        clause.add_to(sums, documents)
    return sums


def sums_of_all(clauses: list[Clause], scratch: Scratch) -> Weights:
    """Returns the scores of all documents, 0 for one without a term."""
    size, group = clauses[0].size, scratch.limits.group
    scratch.grow(size + group)
    scratch.exact[: size + group].fill(0.0)
    scratch.addition.add(scratch.exact, [(clause.documents, clause.weights()) for clause in clauses])
    return scratch.exact[:size]


def exponent_for(most: float) -> int:
    """Returns the power of two of a unit that leaves sums up to some height room in 16 bits."""
    return BITS + -math.frexp(most)[1] // STEP * STEP


def add_rounded(clauses: Sequence[Clause], sums: NDArray[np.int16], exponent: int, scratch: Scratch) -> None:
    """Adds rounded weights of terms to the sums of all documents; the exponent is that of :func:`exponent_for`."""
    add = scratch.addition.add
    columns = []
    for clause in clauses:
        rounded = clause.rounded(add, exponent)
        if clause.frequent:
            np.add(sums, rounded, sums)
        else:
            columns.append((clause.documents, rounded))
    scratch.addition.add(sums, columns)


class RoundedSums:
    """Sums so far, of all documents, in units so large that no sum leaves 16 bits.

    Attributes:
        unit: What 1 stands for: a power of two.
        error: How far a sum can be from the true one.
    """

    def __init__(self, scratch: Scratch, size: int, most: float, terms: int, k: int) -> None:
        """Starts with zeros.

        Args:
            scratch: Where to sum.
            size: Number of documents.
            most: More than the weights of all terms together in any document, be it above or below 0.
            terms: Number of terms.
            k: How many documents are wanted.
        """
        self._scratch = scratch
        self._groups: NDArray[np.int16] = grouped(scratch.rounded, size, k, scratch.limits.group)
        self._groups.fill(0)
        self._sums: NDArray[np.int16] = scratch.rounded[:size]
        self._exponent = exponent_for(most)
        self.unit = math.ldexp(1.0, -self._exponent)
        self.error = self.unit * 0.5 * terms

    def add(self, clauses: Sequence[Clause]) -> None:
        """Adds the weights of terms."""
        add_rounded(clauses, self._sums, self._exponent, self._scratch)

    def block(self, documents: Bools) -> None:
        """Keeps some documents from being returned, whatever is added later."""
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
        """Returns the documents whose sums are at least so high, None where they are more than `most`.

        It looks at groups first where the highest sum of each is given.
        """
        wanted = np.int16(min(math.ceil(least / self.unit), (1 << 15) - 1))
        if highest is not None:
            documents = reaching(self._sums, self._groups, highest, wanted, self._scratch.limits.group_share)
            return documents if len(documents) <= most else None
        high = self._sums >= wanted
        return high.nonzero()[0] if np.count_nonzero(high) <= most else None

    @property
    def exact(self) -> bool:
        """Whether sums of whole numbers are exact."""
        return self._exponent >= 0


def grouped(sums: NDArray[Any], size: int, k: int, most: int) -> NDArray[Any]:
    """Returns the sums in a few times k groups of at most so many documents, one a column.

    The sums have as many places beyond the documents as a group may have members; the last groups may use them.
    """
    members = max(1, min(most, size // (4 * k)))
    columns = -(-size // members)
    return sums[: members * columns].reshape(members, columns)


def reaching(
    sums: NDArray[Any], groups: NDArray[Any], highest: NDArray[Any], least: Any, group_share: int
) -> NDArray[np.intp]:
    """Returns the documents whose sums are at least `least`, in any order; looks into the groups that have one.

    Where more than one in `group_share` groups has one, all documents are looked at.
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
